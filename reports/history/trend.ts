import { isSameAddress } from '../compare-results.ts';
import { excerpt } from '../kit/printable.ts';
import type { RunSummary } from './run-summary.ts';

export interface TrendPoint {
  run: RunSummary;
  /** Number of failed rules. */
  failing: number;
  /** Shares from 0 to 1, if any rule was judged. */
  conformance?: number;
  coverage?: number;
  /** An interrupted run, one repeated case, or few of the rules: its shares are not comparable. */
  isPartial: boolean;
}

/** Runs with a smaller share of the rules are partial. */
const wholeShare = 0.5;

export const trendOf = (runs: readonly RunSummary[]): TrendPoint[] => {
  const most = Math.max(0, ...runs.map(({ verdicts }) => verdicts.length));
  return runs.map((run) => {
    const { counts, conformance, coverage, verdicts } = run;
    return {
      run,
      ...(conformance.judged > 0 ? { conformance: conformance.held / conformance.judged } : {}),
      ...(coverage.applicable > 0 ? { coverage: coverage.judged / coverage.applicable } : {}),
      failing: counts.fail,
      isPartial: run.run.interrupted || run.run.path !== undefined || verdicts.length < most * wholeShare,
    };
  });
};

const maxVersionLength = 40;
const maxAddressLength = 200;

/** What distinguishes a run from the others or from the one before, in printable words. */
export const remarksOn = ({ run: { run, suite, target }, isPartial }: TrendPoint, before?: TrendPoint): string[] => {
  const last = before?.run;
  return [
    ...(run.interrupted ? ['interrupted'] : []),
    ...(run.path === undefined ? [] : ['one drawn case again']),
    ...(isPartial && !run.interrupted && run.path === undefined ? ['some of the rules'] : []),
    ...(last && last.run.depth === run.depth ? [] : [`${run.depth} depth`]),
    ...(last && last.suite.version === suite.version ? [] : [`Selo ${excerpt(suite.version, maxVersionLength)}`]),
    ...(last && isSameAddress(last.target.baseUrl, target.baseUrl) ? [] : [excerpt(target.baseUrl, maxAddressLength)]),
  ];
};
