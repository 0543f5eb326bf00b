import { expect, test } from 'vitest';
import { chanceFrom, drawNormal } from './chance.ts';
import { slopeOf } from './slope.ts';

/** A backlog that grows by this much a second. A share of each deviation is left a second later. */
const swinging = (count: number, growth: number, left: number, chance: () => number): number[] => {
  let deviation = drawNormal(chance) / Math.sqrt(1 - left ** 2);
  return Array.from({ length: count }, (_, at) => {
    deviation = left * deviation + drawNormal(chance);
    return deviation + growth * at;
  });
};

test.each([
  [0, 0.94],
  [0.5, 0.92],
  [0.8, 0.9],
  [0.9, 0.87],
])('the interval covers the growth of a backlog with autocorrelation %f', (left, least) => {
  const chance = chanceFrom(17);
  const trials = 600;
  const covered = Array.from({ length: trials }, () => slopeOf(swinging(60, 2, left, chance))).filter(
    (slope) => slope !== null && slope.low <= 2 && slope.high >= 2,
  ).length;
  expect(covered / trials).toBeGreaterThan(least);
});

test('a steady growth is estimated exactly', () => {
  const slope = slopeOf(Array.from({ length: 40 }, (_, at) => 7 + 3 * at));
  expect(slope?.estimate).toBeCloseTo(3, 6);
  expect(slope?.low).toBeCloseTo(3, 3);
});

test('a stationary backlog does not grow', () => {
  expect(slopeOf(Array.from({ length: 40 }, () => 5))).toEqual({ estimate: 0, low: 0, high: 0 });
  const slope = slopeOf(swinging(120, 0, 0.5, chanceFrom(1)));
  expect(slope?.low).toBeLessThan(0);
  expect(slope?.high).toBeGreaterThan(0);
});

test('a slow growth is distinguished from none', () => {
  const slope = slopeOf(swinging(120, 0.5, 0.5, chanceFrom(2)));
  expect(slope?.low).toBeGreaterThan(0);
});

test('a short series has no slope', () => {
  expect(slopeOf(Array.from({ length: 19 }, (_, at) => at))).toBeNull();
});
