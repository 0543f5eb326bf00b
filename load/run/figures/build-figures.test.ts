import { expect, test } from 'vitest';
import type { Step } from '../../../core/load-result.ts';
import type { OrderFact } from '../../facts.ts';
import { createLedger } from '../../ledger/ledger.ts';
import { attempt, attempts, ledgerOf, sent, type TestFact, timing } from '../../ledger/test-facts.ts';
import type { Segment } from '../../shapes.ts';
import { createRunRecord, type RunRecord } from '../record/journals.ts';
import { judgeSteps } from '../send/steps.ts';
import { figuresOf, jainFairness, type Notifications, notificationsOf } from './build-figures.ts';

const startMs = 10_000;

const figuresOfFacts = (...facts: readonly TestFact[]): Notifications =>
  notificationsOf(ledgerOf(facts), { startedMs: startMs });

test('latency is the time from acceptance to the first attempt, even if that is refused', () => {
  const { latency } = figuresOfFacts(
    sent({ number: 1, atMs: startMs + 100 }),
    attempt(startMs + 150, 503, 'o1', 'c1'),
    attempt(startMs + 2_150, 204, 'o1', 'c1'),
    sent({ number: 2, atMs: startMs + 100 }),
    attempt(startMs + 300, 204, 'o2', 'c2'),
  );
  const { count, min, max } = latency.spread();
  expect(count).toBe(2);
  expect(min).toBeCloseTo(50, 0);
  expect(max).toBeCloseTo(200, 0);
});

test('a notification before the response to its order has latency 0', () => {
  const { latency, series } = figuresOfFacts(
    ...[1, 2].flatMap((number) => [
      sent({ number, atMs: startMs + 100 }),
      attempt(startMs + 80, 204, `o${number}`, `c${number}`),
    ]),
  );
  expect(latency.spread()).toMatchObject({ count: 2, max: 0 });
  expect(series[0]?.webhookP50).toBe(0);
});

test.for([
  ['with two due notifications', { due: 2 }],
  ['with an allowed further notification', { may: 1 }],
] as const)('an order %s has no latency, because its cause is not certain', ([, due]) => {
  const { latency, byCompany, series } = figuresOfFacts(
    sent({ atMs: startMs, ...due }),
    attempt(startMs + 100, 204, 'o1', 'c1'),
    attempt(startMs + 200, 204, 'o1', 'c2'),
  );
  expect([latency.count, byCompany.size, series[0]?.webhookP50]).toEqual([0, 0, null]);
});

test('deliveries are counted by number of attempts', () => {
  const { attemptsPerDelivery } = figuresOfFacts(
    ...[1, 2, 3].map((number) => sent({ number, atMs: startMs })),
    ...attempts([204], 'o1', 'c1', startMs),
    ...attempts([503, 0, 503, 204], 'o2', 'c2', startMs),
    ...attempts([204], 'o3', 'c3', startMs),
  );
  expect(attemptsPerDelivery).toEqual([2, 0, 0, 1]);
  expect(figuresOfFacts(sent()).attemptsPerDelivery).toEqual([]);
});

test('the drain is the time from the last accepted order to the last acknowledged notification', () => {
  const facts = [
    sent({ number: 1, atMs: startMs }),
    sent({ number: 2, atMs: startMs + 4_000 }),
    attempt(startMs + 100, 204, 'o1', 'c1'),
  ];
  expect(figuresOfFacts(...facts).drainSeconds).toBe(0);
  const retried = [sent({ number: 3, atMs: startMs }), attempt(startMs + 6_500, 204, 'o3', 'c3')];
  expect(figuresOfFacts(...retried, ...facts).drainSeconds).toBe(2.5);
  expect(figuresOfFacts(...facts, attempt(startMs + 6_500, 204, 'o2', 'c2')).drainSeconds).toBe(2.5);
  expect(figuresOfFacts(...facts, attempt(startMs + 6_500, 503, 'o2', 'c2')).drainSeconds).toBe(0);
  expect(figuresOfFacts(sent()).drainSeconds).toBeNull();
});

test('the backlog counts unacknowledged due notifications at the end of every second', () => {
  const { series } = figuresOfFacts(
    sent({ number: 1, atMs: startMs - 500 }),
    sent({ number: 2, atMs: startMs + 200, due: 2 }),
    sent({ number: 3, atMs: startMs + 1_999 }),
    attempt(startMs + 900, 503, 'o2', 'c2'),
    attempt(startMs + 1_000, 204, 'o1', 'c1'),
    attempt(startMs + 4_100, 204, 'o2', 'c2'),
    attempt(startMs + 4_200, 204, 'o2', 'c3'),
    attempt(startMs + 5_000, 204, 'o3', 'c4'),
  );
  expect(series.map(({ at, delivered, backlog }) => [at, delivered, backlog])).toEqual([
    [0, 0, 3],
    [1, 1, 3],
    [2, 0, 3],
    [3, 0, 3],
    [4, 2, 1],
    [5, 1, 0],
  ]);
});

test('notifications that are not due do not count', () => {
  const { attemptsPerDelivery, series, latency } = figuresOfFacts(
    sent({ atMs: startMs }),
    attempt(startMs + 10, 204, 'o1', 'c1'),
    attempt(startMs + 20, 204, 'o1', 'c2'),
    attempt(startMs + 30, 204, 'another', 'c3'),
  );
  expect([attemptsPerDelivery, series[0]?.delivered, series[0]?.backlog, latency.count]).toEqual([[1], 1, 0, 1]);
});

test('the percentiles of a second are of the first attempts in it', () => {
  const { series } = figuresOfFacts(
    ...Array.from({ length: 100 }, (_, number) => [
      sent({ number, atMs: startMs }),
      attempt(startMs + 2_100 - number, 503, `o${number}`, `c${number}`),
    ]).flat(),
  );
  expect(series[1]).toMatchObject({ webhookP50: null, webhookP95: null, webhookP99: null });
  expect(series[2]?.webhookP50).toBeCloseTo(2_050.5, 0);
  expect(series[2]?.webhookP99).toBeCloseTo(2_099.5, 0);
});

test('each company has its own orders and latencies, even without notifications', () => {
  const ledger = createLedger(timing);
  const order = (id: string): OrderFact => [`selo-r-measure-${id}`, id, startMs, 1, 0, 'accepted'];
  ledger.order('amber', order('o1'));
  ledger.order('amber', order('o2'));
  ledger.order('birch', order('o3'));
  ledger.order('silent', order('o4'));
  ledger.order('undue', ['selo-r-measure-o5', 'o5', startMs, 0, 0, 'accepted']);
  for (const [number, waitedMs] of [100, 200, 4_000].entries()) {
    ledger.arrival(attempt(startMs + waitedMs, 204, `o${number + 1}`, `c${number + 1}`));
  }
  const { ordersByCompany, byCompany } = notificationsOf(ledger, { startedMs: startMs });
  expect(Object.fromEntries(ordersByCompany)).toEqual({ amber: 2, birch: 1, silent: 1 });
  expect([...byCompany].map(([name, { count }]) => [name, count])).toEqual([
    ['amber', 2],
    ['birch', 1],
  ]);
  expect(byCompany.get('birch')?.spread().min).toBeCloseTo(4_000, -1);
});

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
