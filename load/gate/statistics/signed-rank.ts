import { doubledRanks } from './rank-sum.ts';

/** How probable each sum of the ranks with a positive sign is when signs fall like a coin's. */
const sumsOf = (ranks: readonly number[]): Float64Array => {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const probability = new Float64Array(total + 1);
  probability[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--) {
      const before = sum >= rank ? (probability[sum - rank] ?? 0) : 0;
      probability[sum] = ((probability[sum] ?? 0) + before) / 2;
    }
  }
  return probability;
};

const untied = new Map<number, Float64Array>();

const untiedSums = (count: number): Float64Array => {
  const known = untied.get(count);
  if (known) return known;
  const sums = sumsOf(Array.from({ length: count }, (_, index) => index + 1));
  untied.set(count, sums);
  return sums;
};

/**
 * Wilcoxon's signed-rank test: how probable differences at least as high as these are when none is typical. Exact, with
 * ties too; zeros are left out.
 */
export const signedRankP = (differences: readonly number[]): number => {
  const moved = differences.filter((value) => value !== 0);
  const ranks = doubledRanks(moved.map(Math.abs));
  const positive = ranks.reduce((sum, rank, index) => sum + ((moved[index] ?? 0) > 0 ? rank : 0), 0);
  return Math.min(
    1,
    sumsOf(ranks)
      .subarray(positive)
      .reduce((sum, share) => sum + share, 0),
  );
};

const criticals = new Map<string, number>();

/**
 * Which of the sorted pairwise means, counted from 1, bounds the median from below with this error probability. 0 when
 * there are too few values for any bound.
 */
export const criticalMean = (count: number, tail: number): number => {
  const key = `${count} ${tail}`;
  const known = criticals.get(key);
  if (known !== undefined) return known;
  let below = 0;
  const critical = untiedSums(count).findIndex((probability) => {
    below += probability;
    return below > tail;
  });
  criticals.set(key, critical);
  return critical;
};

/** The means of all pairs of values, each with itself too, smallest first: Walsh's averages. */
export const pairwiseMeans = (values: readonly number[]): Float64Array => {
  const means = new Float64Array((values.length * (values.length + 1)) / 2);
  let at = 0;
  for (const [index, value] of values.entries()) {
    for (let other = index; other < values.length; other++) means[at++] = (value + (values[other] ?? 0)) / 2;
  }
  return means.sort();
};
