import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import type { Saturation } from '../result.ts';
import { createOccupancyRecorder } from '../run/occupancy.ts';
import { type Sender, saturationOf } from './saturation.ts';

/** A target of known capacity: workers that take journeys in their order, each for some time. */
interface Target {
  workers: number;
  /** Time of one journey in ms, at this second of the run. */
  serviceMs: (second: number, draw: () => number) => number;
  /** Beside the work, without occupying a worker. */
  latencyMs?: number;
  /** Nothing is served in the seconds for which it is true. */
  isPaused?: (second: number) => boolean;
}

interface Load {
  rate: number;
  seconds: number;
  users?: number;
  cpu?: number;
  networkShare?: number;
  seed?: number;
}

/** Sends journeys at an even rate, as long as a user is free, and tells what bounded it. */
const judged = ({ workers, serviceMs, latencyMs = 0, isPaused = () => false }: Target, load: Load): Saturation => {
  const { rate, seconds, users = rate * 10, cpu = 0.1, networkShare = 0.05, seed = 1 } = load;
  const chance = xoroshiro128plus(seed);
  const draw = (): number => uniformFloat64(chance);
  const occupancy = createOccupancyRecorder();
  const freeMs = Array.from({ length: workers }, () => 0);
  let ends: number[] = [];
  let dropped = 0;
  for (let index = 0; index < rate * seconds; index += 1) {
    const beganMs = (index * 1000) / rate;
    if (ends.length >= users) ends = ends.filter((endMs) => endMs > beganMs);
    if (ends.length >= users) {
      dropped += 1;
      continue;
    }
    const worker = freeMs.indexOf(Math.min(...freeMs));
    let startMs = Math.max(beganMs, freeMs[worker] ?? 0);
    while (isPaused(startMs / 1000)) startMs += 50;
    const doneMs = startMs + serviceMs(startMs / 1000, draw);
    freeMs[worker] = doneMs;
    const endedMs = doneMs + latencyMs * (0.8 + 0.4 * draw());
    ends.push(endedMs);
    occupancy.journey(beganMs, endedMs);
  }
  const sender: Sender = { rate, users, dropped, cpu, networkShare };
  return saturationOf(occupancy.between(warmUpMs, seconds * 1000), sender);
};

/** A run begins before its plateau. */
const warmUpMs = 3000;
/** Service times as real ones: mostly alike, some much longer. */
const around = (meanMs: number) => (_: number, draw: () => number) => meanMs * (draw() < 0.1 ? 3 : 0.778);
const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const share = (found: readonly Saturation[], bottleneck: Saturation['bottleneck']): number =>
  found.filter((one) => one.bottleneck === bottleneck).length / found.length;

describe('a target that keeps up is never called saturated', () => {
  test.each<[string, Target]>([
    ['one queue', { workers: 1, serviceMs: around(6) }],
    ['several workers', { workers: 8, serviceMs: around(60) }],
    ['slow at any rate', { workers: 1, serviceMs: around(2), latencyMs: 1500 }],
    ['a pause every five seconds', { workers: 2, serviceMs: around(8), isPaused: (second) => second % 5 < 0.4 }],
    ['a pause at the end', { workers: 4, serviceMs: around(15), isPaused: (second) => second > 19.2 && second < 19.9 }],
  ])('%s', (_, target) => {
    const found = seeds(17).map((seed) => judged(target, { rate: 100, seconds: 20, seed }));
    expect(share(found, 'none')).toBe(1);
  });
});

describe('a target that falls behind is, with the rate that it serves', () => {
  test.each<[string, Target, number, number?]>([
    ['one queue at 130 %', { workers: 1, serviceMs: around(13) }, 1000 / 13],
    ['one queue at 115 %', { workers: 1, serviceMs: around(11.5) }, 1000 / 11.5],
    ['several workers', { workers: 8, serviceMs: around(100) }, 80],
    ['a rate limiter that makes wait', { workers: 1, serviceMs: () => 20 }, 50],
    ['until every user waits', { workers: 1, serviceMs: around(16) }, 1000 / 16, 75],
    ['pauses that cost what it lacks', { workers: 1, serviceMs: around(9), isPaused: (s) => s % 2 < 0.6 }, 78],
  ])('%s', (_, target, capacity, users = 5000) => {
    const found = seeds(17).map((seed) => judged(target, { rate: 100, seconds: 30, users, seed }));
    expect(share(found, 'target')).toBeGreaterThanOrEqual(0.98);
    for (const { served } of found) expect(Math.abs((served?.rate ?? 0) - capacity)).toBeLessThan(capacity * 0.1);
  });

  test('a slow leak, once it no longer keeps up', () => {
    const leaking: Target = { workers: 1, serviceMs: (second, draw) => around(5 + second * 0.45)(second, draw) };
    const found = seeds(17).map((seed) => judged(leaking, { rate: 100, seconds: 20, seed }));
    expect(share(found, 'target')).toBe(1);
  });
});

describe('near the capacity', () => {
  const oneQueue = (capacity: number): Target => ({ workers: 1, serviceMs: around(1000 / capacity) });
  const workers = (capacity: number): Target => ({ workers: 8, serviceMs: around(8000 / capacity) });
  const found = (target: Target, load: Load): Saturation[] =>
    seeds(60).map((seed) => judged(target, { ...load, seed }));

  test.each([0.85, 0.9, 0.95, 0.98])('a target at %d of its capacity is not called saturated', (filled) => {
    for (const load of [
      { rate: 100, seconds: 20 },
      { rate: 10, seconds: 10 },
    ]) {
      const all = [...found(oneQueue(load.rate / filled), load), ...found(workers(load.rate / filled), load)];
      expect(share(all, 'target')).toBe(0);
    }
  });

  test.each([1.05, 1.1, 1.2])('a target at %d of its capacity is not said to keep up', (filled) => {
    const load = { rate: 100, seconds: 20 };
    const all = [...found(oneQueue(100 / filled), load), ...found(workers(100 / filled), load)];
    expect(share(all, 'none')).toBe(0);
    expect(share(all, 'target')).toBeGreaterThanOrEqual(filled < 1.1 ? 0.4 : 0.98);
  });

  test('a run that is too short names a length that is enough, nearly always', () => {
    const longer = [0.9, 1.2].flatMap((filled) => {
      const target = oneQueue(10 / filled);
      return found(target, { rate: 10, seconds: 10 }).flatMap(({ bottleneck, neededSeconds }, index) => {
        if (bottleneck !== 'unknown') return [];
        const again = judged(target, { rate: 10, seconds: neededSeconds ?? 0, seed: 1000 + index });
        return [again.bottleneck === (filled < 1 ? 'none' : 'target')];
      });
    });
    expect(longer.length).toBeGreaterThan(20);
    expect(longer.filter(Boolean).length).toBeGreaterThanOrEqual(0.9 * longer.length);
  });
});

describe('who else may stand in the way', () => {
  const behind: Target = { workers: 1, serviceMs: around(13) };

  test('the generator, when it has no processor time left', () => {
    expect(judged(behind, { rate: 100, seconds: 20, cpu: 0.95 })).toMatchObject({
      bottleneck: 'generator',
      served: null,
    });
  });

  test('the generator, when journeys are dropped although users are free', () => {
    const occupancy = {
      slotSeconds: 0.25,
      underWay: [1, 2, 1, 2],
      ended: [9, 9, 9, 9],
      firstDurationMs: 20,
      durationMs: [20, 20, 20, 20],
    };
    const sender: Sender = { rate: 36, users: 100, dropped: 5, cpu: 0.2, networkShare: null };
    expect(saturationOf(occupancy, sender).bottleneck).toBe('generator');
  });

  test('the network, when most of the time goes into connecting and transferring', () => {
    expect(judged(behind, { rate: 100, seconds: 20, networkShare: 0.8 }).bottleneck).toBe('network');
  });

  test('too few users for a target that is slow but keeps up', () => {
    const slow: Target = { workers: 100, serviceMs: () => 1, latencyMs: 3000 };
    expect(judged(slow, { rate: 100, seconds: 20, users: 150 }).bottleneck).toBe('too few users');
  });

  test('nobody knows, where nothing was seen', () => {
    expect(judged(behind, { rate: 100, seconds: 0 })).toMatchObject({ bottleneck: 'unknown', neededSeconds: 20 });
  });
});
