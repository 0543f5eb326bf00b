import { expect, test } from 'vitest';
import { around, serve, type Target } from '../../gate/simulated-queue.ts';
import { plannedMs, type Segment, scenariosOf, secondsOf } from '../../shapes.ts';
import { Traffic } from '../record/traffic.ts';
import { saturationIn } from './build-figures.ts';

const beganMs = 2_000_000;
const rate = 40;
const seconds = 20;
const outage = { fromMs: beganMs + 15_000, toMs: beganMs + 21_000 };

/** Journeys of 20 ms each, those of the outage held back until it ends. */
const heldBack = () => {
  const traffic = new Traffic();
  for (let index = 0; index < seconds * rate; index += 1) {
    const atMs = beganMs + (index * 1000) / rate;
    const isHeld = atMs >= outage.fromMs && atMs < outage.toMs;
    const durationMs = isHeld ? outage.toMs - atMs + 20 : 20;
    const order = [`selo-r-measure-${index}`, `o${index}`, atMs, 1, 0, 'accepted'] as const;
    traffic.journey(['j', 'measure', 'amber', 'completed', 0, [['POST /orders', atMs, durationMs, 200]], order]);
  }
  return traffic;
};

const observed = {
  plan: { users: 400 },
  k6: { cpuBetween: () => 0.1 },
  iterations: undefined,
  mainMs: beganMs,
  segments: [{ from: rate, to: rate, seconds }],
};

test('what a restart of the target holds back is no lack of capacity', () => {
  const drills = [{ kind: 'restart' as const, ...outage }];
  const found = saturationIn({ ...observed, record: { traffic: heldBack() }, sent: { drills } });
  expect(found?.bottleneck).toBe('none');
});

test('the same without a drill is the target’s', () => {
  const found = saturationIn({ ...observed, record: { traffic: heldBack() }, sent: { drills: [] } });
  expect(found?.bottleneck).toBe('target');
});

/** Sends what these segments plan to a target, and judges it. */
const sent = (target: Target, segments: readonly Segment[], { users = 5000, cpu = 0.1 } = {}) => {
  const traffic = new Traffic();
  const arrivals = function* (): Generator<number> {
    for (let index = 0; ; index += 1) {
      const atMs = plannedMs(segments, index);
      if (atMs === undefined || atMs >= secondsOf(segments) * 1000) return;
      yield atMs;
    }
  };
  const dropped = serve(target, arrivals(), { users, draw: () => 0.5 }, (fromMs, endedMs) =>
    traffic.journey(['j', 'measure', 'amber', 'read', 0, [['GET', beganMs + fromMs, endedMs - fromMs, 200]], null]),
  );
  return saturationIn({
    record: { traffic },
    sent: { drills: [] },
    plan: { users },
    k6: { cpuBetween: () => cpu },
    mainMs: beganMs,
    segments,
    iterations: { dropped, networkShare: 0.05 },
  });
};

const spike = scenariosOf({ shape: 'spike', rate: 400, seconds: 30, warmUpSeconds: 3 }).at(-1)?.segments ?? [];
const serving = (capacity: number): Target => ({ workers: 4, serviceMs: around((4 * 1000) / (capacity * 0.778)) });

test('a target that serves all of a spike kept up with it', () => {
  expect(sent(serving(600), spike)).toMatchObject({ bottleneck: 'none', rate: 400 });
});

test('a target that a spike outruns is saturated, and how long its queue takes is reported', () => {
  const found = sent(serving(200), spike);
  expect(found).toMatchObject({ bottleneck: 'target', rate: 400 });
  expect(found?.served?.rate).toBeCloseTo(200, -1);
  // 5 s of 200 too many, at 120 a second to spare
  expect(found?.recoverySeconds).toBeGreaterThan(7);
  expect(found?.recoverySeconds).toBeLessThan(10);
});

test('a queue that a spike leaves for good is reported as such', () => {
  const worn: Target = { ...serving(200), serviceMs: (second) => (second < 15 ? 20 : 60) };
  expect(sent(worn, spike)).toMatchObject({ bottleneck: 'target', recoverySeconds: null });
});

test('users that only a spike lacks are reported with its rate', () => {
  const slow: Target = { workers: 2000, serviceMs: () => 800 };
  expect(sent(slow, spike, { users: 200 })).toMatchObject({ bottleneck: 'too few users', rate: 400 });
});

test('a rate after the spike that the target no longer stands is what is reported, although the spike was served', () => {
  const worn: Target = { workers: 4, serviceMs: (second) => (second < 16 ? 5 : 80) };
  expect(sent(worn, spike)).toMatchObject({ bottleneck: 'target', rate: 80 });
});

const ramp = [
  { from: 20, to: 200, seconds: 20 },
  { from: 200, to: 200, seconds: 10 },
];

test('a target that keeps up while the rate rises and where it stays is healthy', () => {
  expect(sent({ workers: 500, serviceMs: () => 900 }, ramp)).toMatchObject({ bottleneck: 'none', rate: 200 });
});

test('a target that a rising rate overtakes is saturated with what it serves', () => {
  const found = sent(serving(100), ramp);
  expect(found?.bottleneck).toBe('target');
  expect(found?.served?.rate).toBeCloseTo(100, -1);
});
