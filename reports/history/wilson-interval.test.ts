import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

test.each([
  [0, 0, 0, 1],
  [1, 3, 0.0615, 0.7923],
  [0, 20, 0, 0.1611],
  [10, 10, 0.7225, 1],
  [3, 8, 0.1368, 0.6943],
])('%d of %d may stem from a share between %d and %d', (found, tried, lowest, highest) => {
  const likely = wilsonInterval(found, tried);
  expect(likely.lowest).toBeCloseTo(lowest, 3);
  expect(likely.highest).toBeCloseTo(highest, 3);
});
