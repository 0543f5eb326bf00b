/** Twice the rank of each value, smallest first; equal values share their mean rank. Twice, so that all are whole. */
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
