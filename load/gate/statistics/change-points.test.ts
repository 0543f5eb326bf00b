import { expect, test } from 'vitest';
import { chanceFrom, drawNormal } from './chance.ts';
import { changePointsIn } from './change-points.ts';

const noisy = (levels: readonly number[], seed: number): number[] => {
  const chance = chanceFrom(seed);
  return levels.map((level) => level + 0.03 * drawNormal(chance));
};

const level = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

test.each([1, 2, 3])('a step is found at its place (seed %i)', (seed) => {
  const found = changePointsIn(noisy([...level(20, 0), ...level(15, 0.1)], seed), { seed });
  expect(found).toHaveLength(1);
  expect(Math.abs((found[0]?.at ?? 0) - 20)).toBeLessThanOrEqual(1);
});

test('a temporary rise is two steps', () => {
  const found = changePointsIn(noisy([...level(20, 0), ...level(10, 0.15), ...level(20, 0)], 4), { seed: 4 });
  expect(found.map(({ at }) => at)).toEqual([20, 30]);
});

test('an increase of 3 % per release is found', () => {
  const creeping = Array.from({ length: 20 }, (_, release) => Math.log(1.03) * release);
  const found = [1, 2, 3, 4, 5].map((seed) => changePointsIn(noisy(creeping, seed), { seed }).length);
  expect(Math.min(...found)).toBeGreaterThanOrEqual(1);
});

test('noise has steps in at most 3 of 100 series', () => {
  const alarms = Array.from({ length: 70 }, (_, seed) => changePointsIn(noisy(level(30, 0), seed), { seed }).length);
  expect(alarms.filter((count) => count > 0).length / alarms.length).toBeLessThanOrEqual(0.03);
});

test('short and constant series have no steps', () => {
  expect(changePointsIn([0, 0, 0, 9, 9, 9, 9], { seed: 1 })).toEqual([]);
  expect(changePointsIn(level(30, 5), { seed: 1 })).toEqual([]);
});

test('the same seed gives the same result', () => {
  const values = noisy([...level(12, 0), ...level(12, 0.05)], 9);
  expect(changePointsIn(values, { seed: 3 })).toEqual(changePointsIn(values, { seed: 3 }));
});
