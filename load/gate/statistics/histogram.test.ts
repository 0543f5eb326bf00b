import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { chanceFrom } from './chance.ts';
import { LatencyRecorder, latencyBinsOf, latencyEdgesMs, percentilesOf } from './histogram.ts';
import { decoded } from './test-histogram.ts';

const recorded = (durations: Iterable<number>): LatencyRecorder => {
  const recorder = new LatencyRecorder();
  for (const duration of durations) recorder.record(duration);
  return recorder;
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('figures are accurate to a thousandth', () => {
  const spread = recorded(upTo(10_000)).spread();
  const expected = {
    count: 10_000,
    min: 1,
    mean: 5000.5,
    max: 10_000,
    p50: 5000,
    p90: 9000,
    p95: 9500,
    p99: 9900,
    p999: 9990,
  };
  for (const [name, value] of Object.entries(expected)) {
    const found = spread[name as keyof typeof expected];
    expect(Math.abs((found ?? 0) / value - 1), name).toBeLessThan(0.001);
  }
});

test.each([
  ['p50', 20],
  ['p90', 100],
  ['p95', 200],
  ['p99', 1000],
  ['p999', 10_000],
] as const)('%s needs %i observations', (name, least) => {
  expect(recorded(upTo(least - 1)).spread()[name]).toBeNull();
  expect(recorded(upTo(least)).spread()[name]).not.toBeNull();
});

test('an empty sample has no figures', () => {
  const { histogram, ...figures } = new LatencyRecorder().spread();
  const none = {
    min: null,
    mean: null,
    max: null,
    p50: null,
    p90: null,
    p95: null,
    p99: null,
    p999: null,
    p99Between: null,
  };
  expect(figures).toEqual({ count: 0, ...none });
  expect(decoded([{ histogram }]).totalCount).toBe(0);
});

test('fractions of a millisecond are kept, and negative values count as 0', () => {
  const spread = recorded([0.25, -3]).spread();
  expect(spread.min).toBe(0);
  expect(spread.max).toBeCloseTo(0.25, 3);
});

test('the histograms of several samples add up', () => {
  const chance = chanceFrom(1);
  const durations = Array.from({ length: 5000 }, () => 1 / (chance() + 0.0001));
  const parts = [recorded(durations.slice(0, 1000)), recorded(durations.slice(1000)), new LatencyRecorder()];
  const together = decoded(parts.map((part) => part.spread()));
  const whole = recorded(durations).spread();
  expect(together.totalCount).toBe(whole.count);
  expect([50, 95, 99, 100].map((percent) => together.getValueAtPercentile(percent) / 1000)).toEqual([
    whole.p50,
    whole.p95,
    whole.p99,
    whole.max,
  ]);
});

/** Where the p99 lies by this many latencies of a target whose p99 is 990 ms. */
const drawnBetween = (seed: number, count: number) => {
  const chance = xoroshiro128plus(seed);
  const recorder = new LatencyRecorder();
  for (let index = 0; index < count; index += 1) recorder.record(1000 * uniformFloat64(chance));
  return recorder.spread().p99Between;
};

test('the interval contains the true p99 in about 95 of 100 samples', () => {
  const held = Array.from({ length: 300 }, (_, seed) => drawnBetween(seed + 1, 3000)).filter(
    (found) => found !== null && found.low <= 990 && found.high >= 990,
  );
  expect(held.length).toBeGreaterThan(0.91 * 300);
  expect(held.length).toBeLessThan(0.99 * 300);
});

test('a sample too small for the percentile has no interval', () => {
  expect(drawnBetween(1, 900)).toBeNull();
});

test('each latency is in the bin that ends above it, or in the last one', () => {
  const bins = latencyBinsOf([0, 0.99, 1, 4.9, 5, 9999, 10_000, 60_000]);
  expect(bins).toEqual([2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2].slice(0, latencyEdgesMs.length + 1));
});

test.each([
  [1, []],
  [2, ['p50']],
  [19, ['p50']],
  [20, ['p50', 'p95']],
  [99, ['p50', 'p95']],
  [100, ['p50', 'p95', 'p99']],
])('a second of %i latencies has the percentiles %j', (count, known) => {
  const percentiles = percentilesOf(Array.from({ length: count }, (_, index) => index));
  expect(Object.entries(percentiles).flatMap(([name, value]) => (value === null ? [] : [name]))).toEqual(known);
});
