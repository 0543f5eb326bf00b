import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Comparison, changesInWords, compareResults, isSameAddress, triedIn } from '../compare-results.ts';
import { excerpt } from '../kit/printable.ts';
import { type RuleRecord, ruleRecords } from './rule-record.ts';
import { describeRef, type RunRef, type RunSummary, refOf } from './run-summary.ts';

/** A run with the earlier runs of its target. */
export interface RunHistory {
  /** Oldest first; the run itself is the last one. */
  runs: readonly RunSummary[];
  /** Of the rules that did not always pass, most urgent first. */
  records: readonly RuleRecord[];
  /** The changes of the run, if an earlier one is comparable. */
  since?: SinceLast;
}

/** Compares a run with earlier ones. Takes them oldest first. */
export const historyOf = (earlier: readonly RunSummary[], run: RunSummary): RunHistory => {
  const runs = [...earlier, run];
  const since = compareWithLast(earlier, run);
  return { runs, records: ruleRecords(runs), ...omitUndefined({ since }) };
};

/** The changes since an earlier run of the same target. */
export interface SinceLast {
  /** The earlier run. */
  run: RunRef;
  comparison: Comparison;
  /** Number of later runs that were skipped, because they tested fewer of these rules. */
  passedOver: number;
}

/**
 * Compares a run with the earlier one that tested most of its rules; of several, the latest. Takes the runs oldest
 * first. Undefined if none shares a rule.
 */
export const compareWithLast = (earlier: readonly RunSummary[], run: RunSummary): SinceLast | undefined => {
  const rules = new Set(triedIn(run).map(({ rule }) => rule));
  const [best] = earlier
    .map((before, index) => ({
      before,
      index,
      shared: triedIn(before).filter(({ rule }) => rules.has(rule)).length,
    }))
    // a run of one repeated case says nothing about a whole property
    .filter(({ before, shared }) => shared > 0 && before.run.path === run.run.path)
    .toSorted((a, b) => b.shared - a.shared || b.index - a.index);
  return (
    best && {
      run: refOf(best.before),
      comparison: compareResults(best.before, run),
      passedOver: earlier.length - 1 - best.index,
    }
  );
};

/** The changes in one line. */
export const describeSince = ({ run, comparison }: SinceLast): string =>
  `since ${describeRef(run)}: ${changesInWords(comparison)}`;

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
