/** An estimate with the bounds between which the truth is likely to lie. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** For an interval of 95 %: the probability that the truth lies below the low bound, and the same above the high one. */
export const usualTail = 0.025;

const middleOf = (sorted: Float64Array): number => {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
};

/**
 * The middle of sorted values (Hodges and Lehmann's estimate, when they are pairwise means or differences), between the
 * values that stand this many places from either end. Without bounds when `place` is 0.
 */
export const intervalAround = (sorted: Float64Array, place: number): Interval => ({
  estimate: middleOf(sorted),
  low: place === 0 ? Number.NEGATIVE_INFINITY : (sorted[place - 1] ?? 0),
  high: place === 0 ? Number.POSITIVE_INFINITY : (sorted.at(-place) ?? 0),
});
