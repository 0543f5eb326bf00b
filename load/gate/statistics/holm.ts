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
