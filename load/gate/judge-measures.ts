import type { Comparison, LoadResult, Measure, RunFigures } from '../../core/load-result.ts';
import type { Bounds, DetectableEffect, Noise } from './statistics/detectable-effect.ts';
import type { Interval } from './statistics/interval.ts';

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? version;

const describeObjectives = ({ objectives }: LoadResult): string =>
  objectives
    .map(({ name, limit }) => `${name} ${limit}`)
    .toSorted()
    .join(', ') || 'none';

/** What must be alike in two runs for a difference between them to be the target's. */
const traits: [string, (result: LoadResult) => string][] = [
  ['machine', ({ run: { machine } }) => `${machine.platform}, ${machine.cpu}, ${machine.cores} cores`],
  // what is left to programs of the same memory differs a little from boot to boot
  ['memory', ({ run: { machine } }) => `${Math.round(machine.memoryGiB)} GiB`],
  ['major version of k6', ({ run }) => majorOf(run.k6)],
  ['major version of Node.js', ({ run }) => majorOf(run.node)],
  ['configuration', ({ run }) => run.configuration],
  ['objectives', describeObjectives],
];

/** What keeps two runs from being compared, in words; none when nothing does. */
export const differencesBetween = (baseline: LoadResult, candidate: LoadResult): string[] =>
  traits.flatMap(([name, traitOf]) => {
    const [before, now] = [traitOf(baseline), traitOf(candidate)];
    return before === now ? [] : [`${name} (${before} then, ${now} now)`];
  });

/** Values of a run by the name of the measure; higher is worse for each. */
export type Measures = Readonly<Record<string, number>>;

/**
 * What runs are compared by: few figures, and those that vary least between runs alike. Percentiles further out vary by
 * half and more and would find nothing. Not more than three, or ten rounds could never decide.
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

/** The names of the measures that all of these have. */
export const sharedMeasures = (all: readonly Measures[]): string[] =>
  Object.keys(all[0] ?? {}).filter((name) => all.every((measures) => measures[name] !== undefined));

/** A comparison with a baseline, or why there is none and what to do for one. */
export type Compared = { comparison: Comparison } | { refused: string; advice: string };

/** Measures by which the baseline differs from itself: then what was compared is not the versions alone. */
export const offControls = ({ control = [], maxRegression }: Comparison): Measure[] =>
  control.filter(({ ratio }) => ratio > maxRegression || ratio < 1 / maxRegression);

/**
 * Probabilities of several tests, made up by Holm for their number: each may be held against the error probability of
 * all together. In the order given.
 */
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

/** What was seen of a measure, in logarithms of the candidate over the baseline. */
export interface SeenMeasure {
  name: string;
  change: Bounds;
  noise: Noise;
  pValue: number;
}

const outcomeOf = ({ low, high }: Interval, edge: number, isSure: boolean): Measure['outcome'] => {
  if (isSure && low > edge) return 'worse';
  if (high < -edge) return 'better';
  return high < edge ? 'same' : 'inconclusive';
};

/**
 * Judges measures together. Worse is what the test is sure of at the error probability `alpha`, shared by the measures,
 * and what lies above the largest acceptable change with its whole interval; the same is what lies below it with all of it.
 * `count` is the number of runs that the detectable effect is for.
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
    // noise falls with the root of the number of runs
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
