/** Twice the rank of each value. Equal values share their mean rank, so doubling keeps ranks whole. */
export const doubledRanks = (values: readonly number[]): number[] => {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    const until = order.findIndex(({ value }, at) => at > from && value !== order[from]?.value);
    const end = until === -1 ? order.length : until;
    for (const { index } of order.slice(from, end)) ranks[index] = from + end + 1;
    from = end;
  }
  return ranks;
};

/** The probability of each sum of ranks for a random group of this size. */
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

/** The one-sided, exact p-value of the Mann-Whitney test that `later` is not higher than `earlier`. Ties are allowed. */
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

/** The place of the sorted difference, from 1, that is the lower bound of the shift at this tail; 0 if there is none. */
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

/** All differences between a value of `later` and one of `earlier`, sorted. */
export const differencesOf = (earlier: readonly number[], later: readonly number[]): Float64Array =>
  Float64Array.from(later.flatMap((value) => earlier.map((other) => value - other))).sort();
