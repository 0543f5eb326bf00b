import { expect, test } from 'vitest';
import type { Drill } from '../../../core/load-result.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import { createRunRecord } from '../record/journals.ts';
import { drillFigures, notificationsOf } from './build-figures.ts';

const startedMs = 5_000_000;

/** The figures of one second. */
interface Second {
  delivered: number;
  backlog: number;
  attempts: number;
  latencyMs?: number;
}

const stretch = (count: number, second: Second): Second[] => Array.from({ length: count }, () => second);
const usual: Second = { delivered: 10, backlog: 2, attempts: 10 };

const figuresOf = (seconds: readonly Second[], [from, to]: readonly [number, number] = [10, 15]): Drill => {
  const { ledger, traffic, attempts } = createRunRecord({ timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 });
  const noPercentiles = { webhookP50: null, webhookP95: null, webhookP99: null };
  for (const [at, second] of seconds.entries()) {
    for (let count = 0; count < second.attempts; count += 1) attempts.arrived(startedMs + at * 1000, false);
    const request = ['POST /orders', startedMs + at * 1000, second.latencyMs ?? 10, 200] as const;
    traffic.journey(['j', 'measure', 'amber', 'completed', 0, [request], null]);
  }
  const drill: DrillRun = { kind: 'refusing', fromMs: startedMs + from * 1000, toMs: startedMs + to * 1000 };
  const series = seconds.map(({ delivered, backlog }, at) => ({ at, delivered, backlog, ...noPercentiles }));
  return drillFigures(drill, {
    traffic,
    notifications: { ...notificationsOf(ledger, { startedMs }), series },
    attempts,
    startedMs,
  });
};

/** Five seconds in which everything is refused, five in which the backlog drains, and usual ones around them. */
const failing = [
  ...stretch(10, usual),
  ...[12, 22, 32, 42, 52].map((backlog) => ({ delivered: 0, backlog, attempts: 30, latencyMs: 80 })),
  { delivered: 30, backlog: 32, attempts: 20 },
  { delivered: 20, backlog: 22, attempts: 40 },
  { delivered: 20, backlog: 12, attempts: 20 },
  { delivered: 20, backlog: 7, attempts: 20 },
  { delivered: 10, backlog: 2, attempts: 20 },
  ...stretch(5, usual),
];

test('the figures of a drill are from the seconds before, during and after it', () => {
  const drill = figuresOf(failing);
  expect(drill).toMatchObject({ kind: 'refusing', from: 10, to: 15, backlogPeak: 52, peakAfter: 4, drainRate: 20 });
  expect(drill.recoverySeconds).toBe(5);
});

test('the latency before is from the last five seconds, and that during only from the drill', () => {
  const [early, ...rest] = failing;
  const { latencyBefore, latencyDuring } = figuresOf([{ ...usual, ...early, latencyMs: 9_000 }, ...rest]);
  expect([latencyBefore.count, latencyDuring.count]).toEqual([5, 5]);
  expect(latencyBefore.max).toBeCloseTo(10, 0);
  expect(latencyDuring.min).toBeCloseTo(80, 0);
});

test.for([1, 2, 3])('deliveries with %i attempts each have that mean', (each) => {
  const seconds = failing.map((second) => ({ ...second, attempts: second.delivered * each }));
  expect(figuresOf(seconds).attemptsPerDelivery).toBe(each);
});

test('attempts refused during the drill count for the deliveries after it', () => {
  // 150 refused and 120 others, for 100 deliveries
  expect(figuresOf(failing).attemptsPerDelivery).toBeCloseTo(2.7, 9);
});

test('a backlog that never recovers has a drain rate but no recovery time', () => {
  const stuck = { delivered: 4, backlog: 90, attempts: 8 };
  expect(figuresOf([...stretch(10, usual), ...stretch(15, stuck)])).toMatchObject({
    backlogPeak: 90,
    recoverySeconds: null,
    drainRate: 4,
    attemptsPerDelivery: 2,
  });
});

test('the backlog recovers when it is back at its highest value before the drill', () => {
  const waiting = { delivered: 10, backlog: 30, attempts: 10 };
  const drill = figuresOf([
    ...stretch(10, waiting),
    ...stretch(5, { ...waiting, backlog: 80 }),
    ...stretch(3, waiting),
  ]);
  expect(drill.recoverySeconds).toBe(1);
});

test('a drill at the start of a run has no comparison', () => {
  const drill = figuresOf(stretch(10, usual), [0, 4]);
  expect(drill).toMatchObject({ from: 0, peakAfter: null, latencyBefore: { count: 0 } });
});

test('without deliveries, there are no attempts per delivery', () => {
  const nothing = { delivered: 0, backlog: 9, attempts: 3 };
  expect(figuresOf(stretch(30, nothing)).attemptsPerDelivery).toBeNull();
});

test('a run that ended with its drill has no figures after it', () => {
  const drill = figuresOf(failing.slice(0, 15));
  expect(drill).toMatchObject({ backlogPeak: 52, drainRate: null, recoverySeconds: null, peakAfter: 0 });
});
