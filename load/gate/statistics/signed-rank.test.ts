import { expect, test } from 'vitest';
import { chanceFrom, drawNormal } from './chance.ts';
import { intervalAround } from './interval.ts';
import { criticalMean, pairwiseMeans, signedRankP } from './signed-rank.ts';

const usualInterval = (differences: readonly number[]) =>
  intervalAround(pairwiseMeans(differences), criticalMean(differences.length, 0.025));

// Largest sums of ranks that are significant on one side, as the printed tables of Wilcoxon's test have them.
test.each([
  [5, 0.05, 0],
  [6, 0.025, 0],
  [7, 0.01, 0],
  [8, 0.005, 0],
  [8, 0.025, 3],
  [10, 0.05, 10],
  [10, 0.025, 8],
  [10, 0.01, 5],
  [10, 0.005, 3],
  [15, 0.025, 25],
  [15, 0.01, 19],
  [20, 0.05, 60],
  [20, 0.025, 52],
  [20, 0.01, 43],
  [20, 0.005, 37],
  [25, 0.025, 89],
  [30, 0.05, 151],
  [30, 0.025, 137],
  [30, 0.01, 120],
  [30, 0.005, 109],
])('of %i differences a sum of ranks is significant at %f up to %i', (count, tail, largest) => {
  expect(criticalMean(count, tail) - 1).toBe(largest);
});

test('too few differences have no bounds', () => {
  expect(criticalMean(5, 0.025)).toBe(0);
  expect(usualInterval([1, 2, 3, 4, 5])).toEqual({
    estimate: 3,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  });
});

test('ten differences of one sign have the probability of ten heads', () => {
  expect(signedRankP([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(1 / 1024, 12);
  expect(signedRankP([-1, -2, -3, -4, -5, -6, -7, -8, -9, -10])).toBe(1);
});

test('the p-value of a known sample is the published one', () => {
  // The heights of Darwin's maize, crossed less self-fertilized: W+ = 96 of 120, two-sided p = 0.04126.
  const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
  expect(2 * signedRankP(darwin)).toBeCloseTo(0.04126, 5);
});

test('equal differences share their ranks, and zeros are left out', () => {
  // Ranks 1.5, 1.5 and 3: of the eight signings only all positive reaches 6, and two reach 4.5 or more.
  expect(signedRankP([1, 1, 2])).toBeCloseTo(1 / 8, 12);
  expect(signedRankP([1, -1, 2])).toBeCloseTo(3 / 8, 12);
  expect(signedRankP([1, 0, 1, 0, 2])).toBeCloseTo(1 / 8, 12);
  expect(signedRankP([0, 0])).toBe(1);
});

test('the test and the interval agree', () => {
  const chance = chanceFrom(11);
  for (let trial = 0; trial < 300; trial++) {
    const differences = Array.from({ length: 12 }, () => drawNormal(chance) + 0.6);
    expect(signedRankP(differences) <= 0.025).toBe(usualInterval(differences).low > 0);
  }
});

test('the interval covers the truth in 95 of 100 trials', () => {
  const chance = chanceFrom(5);
  const trials = 2000;
  const covered = Array.from({ length: trials }, () =>
    usualInterval(Array.from({ length: 15 }, () => 3 + drawNormal(chance))),
  ).filter(({ low, high }) => low <= 3 && high >= 3).length;
  expect(covered / trials).toBeGreaterThan(0.94);
  expect(covered / trials).toBeLessThan(0.97);
});
