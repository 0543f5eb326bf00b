import { mean, sampleStandardDeviation } from 'simple-statistics';
import { expect, test } from 'vitest';
import { chanceFrom, drawNormal } from './chance.ts';

test('the same seed gives the same numbers, another gives others', () => {
  const drawn = (seed: number) => Array.from({ length: 5 }, chanceFrom(seed));
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});

test('numbers are uniform, and normal draws have mean 0 and deviation 1', () => {
  const chance = chanceFrom(3);
  const even = Array.from({ length: 20_000 }, chance);
  expect(mean(even)).toBeCloseTo(0.5, 1);
  expect(even.every((value) => value >= 0 && value < 1)).toBe(true);
  const normal = Array.from({ length: 20_000 }, () => drawNormal(chance));
  expect(mean(normal)).toBeCloseTo(0, 1);
  expect(sampleStandardDeviation(normal)).toBeCloseTo(1, 1);
});
