import { doubledRanks } from './ranks.ts';

/** How probable each sum of ranks is for a group of this size, drawn at random. */
const sumsOf = (ranks: readonly number[], size: number): Float64Array => {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(total + 1));
  const [none] = ways;
  if (none) none[0] = 1;
  for (const rank of ranks) {
    for (let chosen = size; chosen >= 1; chosen--) {
      const to = ways[chosen];
      const from = ways[chosen - 1];
      if (!to || !from) continue;
      for (let sum = total; sum >= rank; sum--) to[sum] = (to[sum] ?? 0) + (from[sum - rank] ?? 0);
    }
  }
  const chosen = ways[size] ?? new Float64Array(1);
  const all = chosen.reduce((sum, count) => sum + count, 0);
  return chosen.map((count) => count / all);
};

/**
 * Mann and Whitney's test: how probable it is that `later` ranks at least as high among both as it does when both are
 * alike. Exact, with ties too.
 */
export const rankSumP = (earlier: readonly number[], later: readonly number[]): number => {
  const ranks = doubledRanks([...later, ...earlier]);
  const sum = ranks.slice(0, later.length).reduce((total, rank) => total + rank, 0);
  const above = sumsOf(ranks, later.length).subarray(sum);
  return Math.min(
    1,
    above.reduce((total, share) => total + share, 0),
  );
};

const criticals = new Map<string, number>();

/** Which of the sorted differences, counted from 1, bounds the shift from below with this error probability; 0 for none. */
export const criticalDifference = (earlier: number, later: number, tail: number): number => {
  const key = `${earlier} ${later} ${tail}`;
  const known = criticals.get(key);
  if (known !== undefined) return known;
  const ranks = Array.from({ length: earlier + later }, (_, index) => index + 1);
  const lowest = (later * (later + 1)) / 2;
  let below = 0;
  const critical = sumsOf(ranks, later)
    .subarray(lowest)
    .findIndex((probability) => {
      below += probability;
      return below > tail;
    });
  criticals.set(key, critical);
  return critical;
};

/** All differences of one of `later` and one of `earlier`, smallest first. */
export const differencesOf = (earlier: readonly number[], later: readonly number[]): Float64Array =>
  Float64Array.from(later.flatMap((value) => earlier.map((other) => value - other))).sort();
