/** An estimate with its confidence interval. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** The probability on each side of a 95 % interval. */
export const usualTail = 0.025;

const middleOf = (sorted: Float64Array): number => {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
};

/**
 * The median of sorted values, which is the Hodges-Lehmann estimate for pairwise means or differences. The bounds are the
 * values at this place from either end, and infinite for place 0.
 */
export const intervalAround = (sorted: Float64Array, place: number): Interval => ({
  estimate: middleOf(sorted),
  low: place === 0 ? Number.NEGATIVE_INFINITY : (sorted[place - 1] ?? 0),
  high: place === 0 ? Number.POSITIVE_INFINITY : (sorted.at(-place) ?? 0),
});
