import { expect, test } from 'vitest';
import { curveMs, earliestNextMs, latestNextMs, maxAttempts, shortestCurveMs, type Timing } from './retry-curve.ts';

const timing: Timing = { timeScale: 1, dispatchMs: 0, timeoutMs: 5_000 };
const numbers = Array.from({ length: maxAttempts - 1 }, (_, index) => index + 1);

test('the delays double from 2 s on, and ten attempts take 1,022 s', () => {
  expect(numbers.map((number) => latestNextMs(timing, number, true) / 1000)).toEqual([
    2, 4, 8, 16, 32, 64, 128, 256, 512,
  ]);
  expect(curveMs(timing)).toBe(1_022_000);
});

test('a timeout precedes the delay, and the queue may add to it', () => {
  expect(latestNextMs(timing, 1, false)).toBe(7_000);
  expect(latestNextMs({ ...timing, dispatchMs: 300 }, 2, true)).toBe(4_300);
});

test('everything except the tolerances is scaled', () => {
  const scaled = { timeScale: 0.05, dispatchMs: 10, timeoutMs: 250 };
  expect(latestNextMs(scaled, 3, true)).toBeCloseTo(410, 9);
  expect(earliestNextMs(scaled, 3)).toBeCloseTo(391, 9);
});

test('timers may fire a little early', () => {
  for (const number of numbers) {
    expect(earliestNextMs(timing, number)).toBeLessThan(latestNextMs(timing, number, true));
    expect(earliestNextMs(timing, number)).toBeGreaterThan(latestNextMs(timing, number, true) * 0.98);
  }
  expect(shortestCurveMs(timing)).toBeLessThan(curveMs(timing));
});
