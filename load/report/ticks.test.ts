import { expect, test } from 'vitest';
import { logTicks, roundTicks, timeTicks } from './chart.ts';

test.each([
  [0, [0, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
  [660, [0, 200, 400, 600, 800]],
  [1000, [0, 500, 1000]],
])('the axis up to %d has round steps', (highest, ticks) => {
  expect(roundTicks(highest)).toEqual(ticks);
});

test.each([
  [3, 40, [1, 10, 100]],
  [10, 10, [10, 100]],
  [0.4, 900, [0.1, 1, 10, 100, 1000]],
])('powers of ten enclose %d to %d', (lowest, highest, ticks) => {
  expect(logTicks(lowest, highest)).toEqual(ticks);
});

test.each([
  [45, 8, 10],
  [400, 8, 60],
  [4000, 5, 900],
  [7 * 24 * 3600, 5, 172_800],
])('%d seconds have at most %d moments after the first, so each %d', (last, atMost, step) => {
  const ticks = timeTicks(last, atMost);
  expect(ticks[1]).toBe(step);
  expect(ticks.length).toBeLessThanOrEqual(atMost + 1);
});
