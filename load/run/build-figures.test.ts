import { expect, test } from 'vitest';
import { saturationIn } from './build-figures.ts';
import { createTraffic } from './traffic.ts';

const beganMs = 2_000_000;
const rate = 40;
const seconds = 20;
const outage = { fromMs: beganMs + 15_000, toMs: beganMs + 21_000 };

/** Journeys of 20 ms each, those of the outage held back until it ends. */
const heldBack = () => {
  const traffic = createTraffic();
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
  ...{ plan: { rate, users: 400 }, k6: { cpuShare: 0.1 }, iterations: undefined },
  plateau: { fromMs: beganMs, toMs: beganMs + seconds * 1000 },
};

test('what a restart of the target holds back is no lack of capacity', () => {
  const drills = [{ kind: 'restart' as const, ...outage }];
  const found = saturationIn({ ...observed, record: { traffic: heldBack(), drills } }, observed.plateau);
  expect(found?.bottleneck).toBe('none');
});

test('the same without a drill is the target’s', () => {
  const found = saturationIn({ ...observed, record: { traffic: heldBack(), drills: [] } }, observed.plateau);
  expect(found?.bottleneck).toBe('target');
});
