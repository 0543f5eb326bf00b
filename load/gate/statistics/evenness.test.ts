import { expect, test } from 'vitest';
import { evennessOf } from './evenness.ts';

test.each<[number[], number | null]>([
  [[3, 3, 3], 1],
  [[1, 0, 0, 0], 0.25],
  [[0, 0], 1],
  [[1, 2], 0.9],
  [[5], null],
  [[], null],
])('the evenness of %j is %f', (shares, index) => {
  const found = evennessOf(shares);
  if (index === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(index, 10);
});
