import type { Comparison, LoadResult, Measure, RunFigures } from '../../core/load-result.ts';
import type { Bounds, DetectableEffect, Noise } from './statistics/detectable-effect.ts';
import type { Interval } from './statistics/interval.ts';

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? version;

export const describeMachine = ({ platform, cpu, cores }: LoadResult['run']['machine']): string =>
  `${platform}, ${cpu}, ${cores} cores`;

const describeObjectives = ({ objectives }: LoadResult): string =>
  objectives
    .map(({ name, limit }) => `${name} ${limit}`)
    .toSorted()
    .join(', ') || 'none';

/** What must be equal in two runs, so that only the target can cause a difference. */
const traits: [string, (result: LoadResult) => string][] = [
  ['machine', ({ run }) => describeMachine(run.machine)],
  // the reported memory of one machine varies a little
  ['memory', ({ run: { machine } }) => `${Math.round(machine.memoryGiB)} GiB`],
  ['major version of k6', ({ run }) => majorOf(run.k6)],
  ['major version of Node.js', ({ run }) => majorOf(run.node)],
  ['configuration', ({ run }) => run.configuration],
  ['objectives', describeObjectives],
];

/** Why two runs cannot be compared, in words; empty if they can. */
export const differencesBetween = (baseline: LoadResult, candidate: LoadResult): string[] =>
  traits.flatMap(([name, traitOf]) => {
    const [before, now] = [traitOf(baseline), traitOf(candidate)];
    return before === now ? [] : [`${name} (${before} then, ${now} now)`];
  });

/** Values of a run by measure. For each, higher is worse. */
export type Measures = Readonly<Record<string, number>>;

/**
 * The measures by which runs are compared, which vary least between equal runs. Higher percentiles vary by half and more.
 * With more than three measures, ten rounds could never decide.
 */
export const measuresOf = ({ requests, webhooks, stableRate }: RunFigures): Measures => {
  const order = requests.find(({ name }) => name === 'POST /orders')?.latencyMs.p50 ?? null;
  const webhook = webhooks.latencyMs.p50;
  const found: [string, number | null][] = [
    ['the median latency of POST /orders', order],
    ['the median webhook latency', webhook],
    ['the time per journey at the highest stable rate', stableRate === null ? null : 1 / stableRate],
  ];
  return Object.fromEntries(found.filter((entry): entry is [string, number] => entry[1] !== null && entry[1] > 0));
};

export const sharedMeasures = (all: readonly Measures[]): string[] =>
  Object.keys(all[0] ?? {}).filter((name) => all.every((measures) => measures[name] !== undefined));

/** Why runs cannot be compared, and what to do. */
export interface Refusal {
  refused: string;
  advice: string;
}

/** A comparison with a baseline, or why there is none. */
export type Compared = { comparison: Comparison } | Refusal;

/** Measures in which the baseline differs from itself, so that not only the versions differ. */
export const offControls = ({ control = [], maxRegression }: Comparison): Measure[] =>
  control.filter(({ ratio }) => ratio > maxRegression || ratio < 1 / maxRegression);

/** Adjusts the p-values of several tests by Holm's method, so that each compares with the error probability of all. */
export const adjustedByHolm = (probabilities: readonly number[]): number[] => {
  const adjusted = probabilities.map(() => 1);
  let highest = 0;
  const order = probabilities.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  for (const [place, { value, index }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, value * (probabilities.length - place)));
    adjusted[index] = highest;
  }
  return adjusted;
};

/** The change of a measure, in logarithms of the ratio of candidate and baseline. */
interface SeenMeasure {
  name: string;
  change: Bounds;
  noise: Noise;
  pValue: number;
}

const outcomeOf = ({ low, high }: Interval, edge: number, isSignificant: boolean): Measure['outcome'] => {
  if (isSignificant && low > edge) return 'worse';
  if (high < -edge) return 'better';
  return high < edge ? 'same' : 'inconclusive';
};

/**
 * Judges measures together. A measure is worse if its change is significant at `alpha`, which the measures share, and its
 * whole interval is above the largest acceptable change. It is the same if the whole interval is below. `count` is the
 * number of runs.
 */
export const judgeMeasures = (
  seen: readonly SeenMeasure[],
  {
    alpha,
    maxRegression,
    detectable,
    count,
  }: { alpha: number; maxRegression: number; detectable: DetectableEffect; count: number },
): Measure[] => {
  const pValues = adjustedByHolm(seen.map(({ pValue }) => pValue));
  const edge = Math.log(maxRegression);
  return seen.map(({ name, change: { usual }, noise }, at) => {
    const pValue = pValues[at] ?? 1;
    const outcome = outcomeOf(usual, edge, pValue <= alpha);
    // noise decreases with the square root of the number of runs
    const needed = Math.ceil(count * ((detectable.ruledOut * noise.usual) / edge) ** 2);
    return {
      name,
      ratio: Math.exp(usual.estimate),
      low: Math.exp(usual.low),
      high: Math.exp(usual.high),
      pValue,
      minimumDetectableEffect: Math.exp(
        Math.max(edge + detectable.found * noise.usual, detectable.found * noise.tested),
      ),
      morePairs: outcome === 'inconclusive' ? Math.max(0, needed - count) : 0,
      outcome,
    };
  });
};
