import type { LoadResult } from '../../core/load-result.ts';
import {
  type Compared,
  differencesBetween,
  judgeMeasures,
  measuresOf,
  type Refusal,
  sharedMeasures,
} from './judge-measures.ts';
import { boundsOfGroups, detectableEffectOfGroups, noiseOf } from './statistics/detectable-effect.ts';
import { usualTail } from './statistics/interval.ts';
import { criticalDifference, rankSumP } from './statistics/rank-sum.ts';
import { validityOf } from './validity.ts';

const alpha = 0.01;

const refusalOf = (stored: readonly LoadResult[], candidates: readonly LoadResult[]): Refusal | undefined => {
  const [first] = stored;
  if (first === undefined) return { refused: 'the baseline has no runs', advice: 'record a baseline first' };
  for (const candidate of [...stored, ...candidates]) {
    const differences = differencesBetween(first, candidate);
    if (differences.length > 0) {
      const refused = `the baseline is not comparable: ${differences.join('; ')}`;
      return { refused, advice: "run the baseline again with this run's configuration on this machine" };
    }
    const [reason] = validityOf(candidate);
    if (reason) {
      const refused = `the run ${candidate.run.id} is not reliable: ${reason.text}`;
      return { refused, advice: reason.advice ?? 'run it again' };
    }
  }
  return undefined;
};

/**
 * Compares runs with stored runs of the baseline, or says why they cannot be compared, for example because of another
 * machine or configuration. A change of the machine since then looks like a change of the target, so pairs are better.
 */
export const compareStored = (
  stored: readonly LoadResult[],
  candidates: readonly LoadResult[],
  { baseline, maxRegression }: { baseline: string; maxRegression: number },
): Compared => {
  const refusal = refusalOf(stored, candidates);
  if (refusal) return refusal;

  const [before, now] = [stored.map(measuresOf), candidates.map(measuresOf)];
  const names = sharedMeasures([...before, ...now]);
  if (names.length === 0) {
    return {
      refused: 'the runs have no measure in common',
      advice: 'run longer, so that there are medians to compare',
    };
  }
  const [earlier, later] = [stored.length, candidates.length];
  const error = alpha / names.length;
  if (later === 0 || criticalDifference(earlier, later, Math.min(error, usualTail)) === 0) {
    const refused = `${earlier} runs of the baseline and ${later} of the candidate are too few to show anything`;
    return { refused, advice: 'run at least five of each, or ten of one and four of the other' };
  }

  const seen = names.map((name) => {
    const logarithms = (all: typeof before) => all.map((measures) => Math.log(measures[name] ?? 1));
    const groups = [logarithms(before), logarithms(now)] as const;
    const change = boundsOfGroups(...groups, error);
    return { name, change, noise: noiseOf([change]), pValue: rankSumP(...groups) };
  });
  const detectable = detectableEffectOfGroups(earlier, later, error);
  const measures = judgeMeasures(seen, { alpha, maxRegression, detectable, count: later });
  return { comparison: { kind: 'stored', baseline, runs: later, maxRegression, measures } };
};
