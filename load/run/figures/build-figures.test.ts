import { expect, test } from 'vitest';
import type { Step } from '../../../core/load-result.ts';
import { attempt, timing } from '../../ledger/test-facts.ts';
import type { Segment } from '../../shapes.ts';
import { createRunRecord, type RunRecord } from '../record/run-record.ts';
import { judgeSteps } from '../send/steps.ts';
import { figuresOf, jainFairness } from './build-figures.ts';

/** Not on a whole second of the epoch, which must not matter. */
const beganMs = 2_000_640;
const rate = 100;

/** A journey every 10 ms, with a request of this duration and a notification that is acknowledged as much later. */
const recorded = (seconds: number, durationMs: (index: number) => number, acknowledgedAfterMs = 50): RunRecord => {
  const record = createRunRecord(timing);
  for (let index = 0; index < seconds * rate; index += 1) {
    const atMs = beganMs + (index * 1000) / rate;
    const order = [`selo-r-measure-${index}`, `o${index}`, atMs, 1, 0, 'accepted'] as const;
    const request = ['POST /orders', atMs, durationMs(index), 200] as const;
    record.traffic.journey(['j', 'measure', 'amber', 'completed', 0, [request], order]);
    record.ledger.order('amber', order);
    record.ledger.arrival(attempt(atMs + acknowledgedAfterMs, 204, `o${index}`, `c${index}`));
    record.attempts.arrived(atMs + acknowledgedAfterMs, false);
  }
  return record;
};

const noCapture = {
  processes: 0,
  received: 0,
  overloaded: 0,
  turnedAway: 0,
  unreadable: 0,
  loopDelayP99Ms: 0,
  memoryMiB: 0,
};

const figuresFrom = (
  record: RunRecord,
  shape: 'steady' | 'breakpoint',
  segments: readonly Segment[],
  steps: Step[] = [],
) =>
  figuresOf({
    run: {
      id: 'r',
      startedAt: new Date(beganMs).toISOString(),
      script: 'webhooks',
      shape,
      seed: 1,
      ended: 'complete',
      selo: 's',
      k6: 'k',
      node: 'n',
      configuration: 'c',
      machine: { platform: 'p', cpu: 'c', cores: 1, memoryGiB: 1 },
    },
    target: { name: 't', baseUrl: 'http://target.example', isEmbedded: true, timeScale: 1 },
    plan: {
      rate,
      seconds: 20,
      warmUpSeconds: 0,
      users: 500,
      arrivals: 'even',
      companies: ['amber'],
      weights: {},
      sampleEvery: 0,
      refuseEvery: 0,
    },
    record,
    settlement: record.ledger.settle(beganMs + 60_000),
    captureHealth: noCapture,
    failingReceivers: [],
    sent: { steps, drills: [] },
    ambiguousFound: 0,
    k6: { code: 0, errors: [], cpuShare: 0.1, cpuBetween: () => 0.1 },
    iterations: { counted: 20 * rate, dropped: 0, networkShare: 0.05, thresholds: [] },
    mainMs: beganMs,
    segments,
  });

const level = { from: rate, to: rate, seconds: 10 };

test('the load time excludes the wait for notifications', () => {
  const { run } = figuresFrom(
    recorded(10, () => 10, 20_000),
    'steady',
    [level],
  );
  expect([run.loadSeconds, run.durationSeconds]).toEqual([10, 30]);
});

test('attempts are counted in seconds of the run', () => {
  const { series } = figuresFrom(
    recorded(10, () => 10, 20),
    'steady',
    [level],
  );
  expect(series.slice(0, 10).map(({ attempts }) => attempts)).toEqual([
    98, 100, 100, 100, 100, 100, 100, 100, 100, 100,
  ]);
  expect(series.slice(0, 10).map(({ delivered }) => delivered)).toEqual([
    98, 100, 100, 100, 100, 100, 100, 100, 100, 100,
  ]);
});

test('latencies exclude the overloaded step of a breakpoint run', () => {
  const segments = [level, level];
  const record = recorded(20, (index) => (index < 10 * rate ? 10 : 10 + (index - 10 * rate) * 4));
  const options = { traffic: record.traffic, ledger: record.ledger, beganMs, objectives: {} };
  const steps = judgeSteps(segments, { ...options, generator: { users: 500, cpuBetween: () => 0.1 } });
  expect(steps.map(({ stable }) => stable)).toEqual([true, false]);
  const [request] = figuresFrom(record, 'breakpoint', segments, steps).requests;
  expect(request?.count).toBe(20 * rate);
  expect(request?.latencyMs.count).toBe(10 * rate);
  expect(request?.latencyMs.max).toBeLessThan(11);
});

test('the series has journeys under way and the processor time of the generator', () => {
  const { series } = figuresFrom(
    recorded(10, () => 900),
    'steady',
    [level],
  );
  expect(series[5]).toMatchObject({ generatorCpu: 0.1 });
  expect(series[5]?.underWay).toBeGreaterThan(85);
  expect(series[5]?.underWay).toBeLessThan(120);
});

test.each<[number[], number | null]>([
  [[3, 3, 3], 1],
  [[1, 0, 0, 0], 0.25],
  [[0, 0], 1],
  [[1, 2], 0.9],
  [[5], null],
  [[], null],
])('the fairness of %j is %f', (shares, index) => {
  const found = jainFairness(shares);
  if (index === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(index, 10);
});
