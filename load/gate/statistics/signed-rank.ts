import { doubledRanks } from './rank-sum.ts';

/** The probability of each sum of the positive ranks if signs are random. */
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

/** The one-sided, exact p-value of Wilcoxon's signed-rank test. Ties are allowed, and zeros are left out. */
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

/** The place of the sorted pairwise mean, from 1, that is the lower bound of the median at this tail; 0 if there is none. */
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

/** Walsh's averages: the sorted means of all pairs of values, including each value with itself. */
export const pairwiseMeans = (values: readonly number[]): Float64Array => {
  const means = new Float64Array((values.length * (values.length + 1)) / 2);
  let at = 0;
  for (const [index, value] of values.entries()) {
    for (let other = index; other < values.length; other++) means[at++] = (value + (values[other] ?? 0)) / 2;
  }
  return means.sort();
};
