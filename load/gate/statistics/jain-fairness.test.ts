import { expect, test } from 'vitest';
import { jainFairness } from '../../run/figures/build-figures.ts';

test.each<[number[], number | null]>([
  [[3, 3, 3], 1],
  [[1, 0, 0, 0], 0.25],
  [[0, 0], 1],
  [[1, 2], 0.9],
  [[5], null],
  [[], null],
])('the fairness of %j is %f', (shares, index) => {
  const found = jainFairness(shares);
  if (index === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(index, 10);
});
