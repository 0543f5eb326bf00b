import { describe, expect, test } from 'vitest';
import type { Saturation } from '../../core/load-result.ts';
import { type Sender, saturationOf } from './saturation.ts';
import { around, judged, type Load, type Target } from './simulated-queue.ts';

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

describe('a target that falls behind is called saturated, with the rate that it serves', () => {
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

  test('a target that slows down until it no longer keeps up', () => {
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

  test.each([1.05, 1.1, 1.2])('a target at %d of its capacity is never said to keep up', (filled) => {
    const load = { rate: 100, seconds: 20 };
    const all = [...found(oneQueue(100 / filled), load), ...found(workers(100 / filled), load)];
    expect(share(all, 'none')).toBe(0);
    expect(share(all, 'target')).toBeGreaterThanOrEqual(filled < 1.1 ? 0.4 : 0.98);
  });

  test('the duration that a short run recommends is nearly always enough', () => {
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

describe('other bottlenecks', () => {
  const behind: Target = { workers: 1, serviceMs: around(13) };

  test('the generator, if it has no processor time left', () => {
    expect(judged(behind, { rate: 100, seconds: 20, cpu: 0.95 })).toMatchObject({
      bottleneck: 'generator',
      served: null,
    });
  });

  test('the generator, if journeys are dropped although users are free', () => {
    const occupancy = {
      slotSeconds: 0.25,
      underWay: [1, 2, 1, 2],
      begun: [9, 9, 9, 9],
      ended: [9, 9, 9, 9],
      firstDurationMs: 20,
      durationMs: [20, 20, 20, 20],
    };
    const sender: Sender = { from: 36, to: 36, users: 100, dropped: 5, cpu: 0.2, networkShare: null };
    expect(saturationOf(occupancy, sender).bottleneck).toBe('generator');
  });

  test('the network, if connecting and transferring take most of the time', () => {
    expect(judged(behind, { rate: 100, seconds: 20, networkShare: 0.8 }).bottleneck).toBe('network');
  });

  test('too few users for a target that is slow but keeps up', () => {
    const slow: Target = { workers: 100, serviceMs: () => 1, latencyMs: 3000 };
    expect(judged(slow, { rate: 100, seconds: 20, users: 150 }).bottleneck).toBe('too few users');
  });

  test('unknown, if nothing was observed', () => {
    expect(judged(behind, { rate: 100, seconds: 0 })).toMatchObject({ bottleneck: 'unknown', neededSeconds: 20 });
  });
});
