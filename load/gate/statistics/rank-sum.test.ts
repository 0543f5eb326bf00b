import { wilcoxonRankSum } from 'simple-statistics';
import { expect, test } from 'vitest';
import { chanceFrom, drawNormal } from './chance.ts';
import { intervalAround } from './interval.ts';
import { criticalDifference, differencesOf, doubledRanks, rankSumP } from './rank-sum.ts';

const usualInterval = (earlier: readonly number[], later: readonly number[]) =>
  intervalAround(differencesOf(earlier, later), criticalDifference(earlier.length, later.length, 0.025));

// Largest U that is significant, 0.025 on one side, as the printed tables of Mann and Whitney have it.
test.each([
  [4, 4, 0],
  [5, 5, 2],
  [3, 8, 2],
  [8, 8, 13],
  [10, 10, 23],
  [10, 15, 39],
  [20, 20, 127],
])('of %i and %i values U is significant up to %i', (earlier, later, largest) => {
  expect(criticalDifference(earlier, later, 0.025) - 1).toBe(largest);
});

test('three values above ten others have a probability of 1 in 286', () => {
  expect(rankSumP([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13])).toBeCloseTo(1 / 286, 12);
  expect(rankSumP([11, 12, 13], [1, 2, 3, 4])).toBeCloseTo(1, 12);
});

test('equal values share their ranks', () => {
  expect(rankSumP([1, 1], [1, 1])).toBe(1);
  // Of the six ways to choose two of 1, 2, 2 and 3, two give the highest sum, that of 2 and 3.
  expect(rankSumP([1, 2], [2, 3])).toBeCloseTo(2 / 6, 12);
});

test('rank sums agree with simple-statistics', () => {
  const earlier = [1, 4, 8, 9];
  const later = [9, 12, 15, 4];
  const [ranks, sum] = [doubledRanks([...later, ...earlier]), wilcoxonRankSum(later, earlier)];
  expect(ranks.slice(0, 4).reduce((total, rank) => total + rank, 0) / 2).toBe(sum);
});

test('the interval covers the shift', () => {
  const chance = chanceFrom(21);
  const trials = 1000;
  const covered = Array.from({ length: trials }, () =>
    usualInterval(
      Array.from({ length: 10 }, () => drawNormal(chance)),
      Array.from({ length: 8 }, () => 2 + drawNormal(chance)),
    ),
  ).filter(({ low, high }) => low <= 2 && high >= 2).length;
  expect(covered / trials).toBeGreaterThan(0.935);
  expect(usualInterval([1, 2, 3], [4, 5, 6])).toMatchObject({ estimate: 3, low: Number.NEGATIVE_INFINITY });
});
