import type { Measure } from '../../core/load-result.ts';
import type { Bounds, DetectableEffect, Noise } from './statistics/detectable-effect.ts';
import { adjustedByHolm } from './statistics/holm.ts';
import type { Interval } from './statistics/interval.ts';

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
