import { expect, test } from 'vitest';
import { latencyBinsOf, latencyEdgesMs } from './gate/statistics/histogram.ts';

test('each latency is in the bin that ends above it, and the longest in the last', () => {
  const bins = latencyBinsOf([0, 0.99, 1, 4.9, 5, 9999, 10_000, 60_000]);
  expect(bins).toEqual([2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2].slice(0, latencyEdgesMs.length + 1));
});
