import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { blockMean } from './block-mean.ts';

/** Values around 10, each with half of the deviation of the one before. */
const drawn = (seed: number, count: number): number[] => {
  const chance = xoroshiro128plus(seed);
  let deviation = 0;
  return Array.from({ length: count }, () => {
    deviation = 0.5 * deviation + uniformFloat64(chance) - 0.5;
    return 10 + deviation;
  });
};

test('the interval contains the true mean in about 98 of 100 series', () => {
  const held = Array.from({ length: 500 }, (_, seed) => blockMean(drawn(seed + 1, 200))).filter(
    (found) => found !== null && found.low <= 10 && found.high >= 10,
  );
  expect(held.length).toBeGreaterThan(470);
  expect(held.length).toBeLessThan(500);
});

test('the interval of a constant series has no width', () => {
  expect(blockMean(Array.from({ length: 25 }, () => 4))).toEqual({ estimate: 4, low: 4, high: 4 });
});

test('fewer than ten values have no interval', () => {
  expect(blockMean([1, 2, 3])).toBeNull();
});
