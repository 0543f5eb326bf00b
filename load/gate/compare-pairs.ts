import type { Comparison, LoadResult, Measure } from '../../core/load-result.ts';
import {
  type Compared,
  differencesBetween,
  judgeMeasures,
  type Measures,
  measuresOf,
  offControls,
  type Refusal,
  sharedMeasures,
} from './judge-measures.ts';
import { boundsOfPairs, detectableEffectOfRounds, noiseOf } from './statistics/detectable-effect.ts';
import { signedRankP } from './statistics/signed-rank.ts';
import { validityOf } from './validity.ts';

/** Runs in random order: the baseline, the baseline again as a control, and the candidate. */
export interface Round<Run = Measures> {
  baseline: Run;
  control: Run;
  candidate: Run;
}

/** When rounds are compared, and with which error probability: one in a hundred in total. */
const looks = [
  { rounds: 10, alpha: 0.003 },
  { rounds: 20, alpha: 0.003 },
  { rounds: 30, alpha: 0.004 },
] as const;

const [firstLook] = looks;

const logRatio = (name: string, run: Measures, over: Measures): number =>
  Math.log((run[name] ?? 1) / (over[name] ?? 1));

const judgeRounds = (
  rounds: readonly Round[],
  { alpha, maxRegression }: { alpha: number; maxRegression: number },
): { measures: Measure[]; control: Measure[] } => {
  const names = sharedMeasures(rounds.flatMap(({ baseline, control, candidate }) => [baseline, control, candidate]));
  const error = alpha / Math.max(1, names.length);
  const seen = names.map((name) => {
    const ofCandidate = rounds.map(({ baseline, candidate }) => logRatio(name, candidate, baseline));
    const ofControl = rounds.map(({ baseline, control }) => logRatio(name, control, baseline));
    const ofBoth = rounds.map(({ control, candidate }) => logRatio(name, candidate, control));
    const candidate = boundsOfPairs(ofCandidate, error);
    const control = boundsOfPairs(ofControl, error);
    const noise = noiseOf([candidate, control, boundsOfPairs(ofBoth, error)]);
    return {
      measure: { name, change: candidate, noise, pValue: signedRankP(ofCandidate) },
      control: { name, change: control, noise, pValue: signedRankP(ofControl) },
    };
  });
  const detectable = detectableEffectOfRounds(rounds.length, error);
  const judge = (role: 'measure' | 'control'): Measure[] =>
    judgeMeasures(
      seen.map((each) => each[role]),
      { alpha, maxRegression, detectable, count: rounds.length },
    );
  return { measures: judge('measure'), control: judge('control') };
};

/**
 * Compares the candidate with the baseline, and the baseline with itself, after a fixed number of rounds: rounds beyond the
 * last such number are not used yet. `maxRegression` is a ratio above 1. Throws a `RangeError` for too few rounds.
 */
export const comparePairs = (
  rounds: readonly Round[],
  { baseline, maxRegression }: { baseline: string; maxRegression: number },
): Comparison => {
  const look = looks.findLast((each) => each.rounds <= rounds.length);
  if (look === undefined) throw new RangeError(`${rounds.length} rounds are too few: ${firstLook.rounds} are needed`);
  const used = rounds.slice(0, look.rounds);
  return {
    kind: 'pairs',
    baseline,
    runs: used.length,
    maxRegression,
    ...judgeRounds(used, { alpha: look.alpha, maxRegression }),
  };
};

/** The number of rounds for the next comparison, or that of this one if it is settled. */
export const roundsWanted = (comparison: Comparison | undefined): number => {
  if (comparison === undefined) return firstLook.rounds;
  const { measures, runs } = comparison;
  const isWorse = measures.some(({ outcome }) => outcome === 'worse');
  const isOpen = measures.some(({ outcome }) => outcome === 'inconclusive');
  const isSettled = offControls(comparison).length === 0 && (isWorse || !isOpen);
  return isSettled ? runs : (looks.find(({ rounds }) => rounds > runs)?.rounds ?? runs);
};

const refusalOf = (rounds: readonly Round<LoadResult>[]): Refusal | undefined => {
  if (rounds.length < firstLook.rounds) {
    const refused = `${rounds.length} rounds were run; fewer than ${firstLook.rounds} cannot show anything`;
    return { refused, advice: `run at least ${firstLook.rounds} rounds` };
  }
  const first = rounds[0]?.baseline;
  for (const [at, round] of rounds.entries()) {
    for (const [role, run] of Object.entries(round)) {
      const [reason] = validityOf(run);
      if (reason) {
        const refused = `the ${role} of round ${at + 1} is not reliable: ${reason.text}`;
        return { refused, advice: reason.advice ?? 'run the round again' };
      }
      const differences = first ? differencesBetween(first, run) : [];
      if (differences.length > 0) {
        const refused = `the ${role} of round ${at + 1} is not comparable: ${differences.join('; ')}`;
        return { refused, advice: 'run all rounds with one configuration on one machine' };
      }
    }
  }
  return undefined;
};

/** Compares runs in rounds, or says why they cannot be compared. */
export const compareRounds = (
  rounds: readonly Round<LoadResult>[],
  options: { baseline: string; maxRegression: number },
): Compared => {
  const refusal = refusalOf(rounds);
  if (refusal) return refusal;
  const measured = rounds.map(({ baseline, control, candidate }) => ({
    baseline: measuresOf(baseline),
    control: measuresOf(control),
    candidate: measuresOf(candidate),
  }));
  const comparison = comparePairs(measured, options);
  if (comparison.measures.length > 0) return { comparison };
  return { refused: 'the runs have no measure in common', advice: 'run longer, so that there are medians to compare' };
};
