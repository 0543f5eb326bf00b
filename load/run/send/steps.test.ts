import { expect, test } from 'vitest';
import { createLedger } from '../../ledger/ledger.ts';
import { attempt, timing } from '../../ledger/test-facts.ts';
import { level } from '../../shapes.ts';
import { createRunRecord } from '../record/journals.ts';
import { Traffic } from '../record/traffic.ts';
import {
  createStepJudge,
  growthBetween,
  isJudgeable,
  iterationsIn,
  judgeStep,
  judgeSteps,
  rangeOf,
  sumOfIterations,
  withEnd,
} from './steps.ts';

test('a summary has the iterations that ran, were dropped and crossed thresholds', () => {
  const metrics = {
    iterations: { values: { count: 40, rate: 4 } },
    dropped_iterations: { values: { count: 2 } },
    http_req_connecting: { values: { avg: 2 } },
    http_req_receiving: { values: { avg: 1 } },
    http_req_waiting: { values: { avg: 9 }, thresholds: { 'p(95)<5': { ok: false }, 'p(50)<20': { ok: true } } },
  };
  expect(iterationsIn(JSON.stringify({ metrics }))).toEqual({
    counted: 40,
    dropped: 2,
    networkShare: 0.25,
    thresholds: [
      { text: 'http_req_waiting p(95)<5', crossed: true },
      { text: 'http_req_waiting p(50)<20', crossed: false },
    ],
  });
});

test('counts that a summary lacks are 0', () => {
  expect(iterationsIn('{"metrics":{}}')).toEqual({
    counted: 0,
    dropped: 0,
    networkShare: null,
    thresholds: [],
  });
});

test('several summaries add up, and none give undefined', () => {
  const each = [
    { counted: 40, dropped: 2, networkShare: null, thresholds: [] },
    { counted: 1, dropped: 0, networkShare: 0.2, thresholds: [] },
    { counted: 9, dropped: 5, networkShare: 0.1, thresholds: [] },
  ];
  expect(sumOfIterations(each)).toEqual({ counted: 50, dropped: 7, networkShare: 0.2, thresholds: [] });
  expect(sumOfIterations([])).toBeUndefined();
});

const beganMs = 2_000_000;
const rate = 100;
const segments = [
  { from: rate, to: rate, seconds: 10 },
  { from: rate, to: rate, seconds: 10 },
];

const generator = { users: 500, cpuBetween: (): number | null => 0.1 };

const [first, second] = [
  { rate, from: 0, to: 10 },
  { rate, from: 10, to: 20 },
];

interface Driving {
  /** How long the request of a journey takes. */
  durationMs?: (index: number) => number;
  status?: (index: number) => number;
  hasBegun?: (index: number) => boolean;
  /** How long after the acceptance the notification is acknowledged; undefined for never. */
  acknowledgedAfterMs?: (index: number) => number | undefined;
}

/** Two steps with a journey every 10 ms, each with an order that is due one notification. */
const k6Run = ({
  durationMs = () => 10,
  status = () => 200,
  hasBegun = () => true,
  acknowledgedAfterMs = () => 50,
}: Driving) => {
  const traffic = new Traffic();
  const ledger = createLedger(timing);
  for (let index = 0; index < 20 * rate; index += 1) {
    if (!hasBegun(index)) continue;
    const atMs = beganMs + (index * 1000) / rate;
    const order = [`selo-r-measure-${index}`, `o${index}`, atMs, 1, 0, 'accepted'] as const;
    const request = ['POST /orders', atMs, durationMs(index), status(index)] as const;
    traffic.journey(['j', 'measure', 'amber', 'completed', 0, [request], order]);
    ledger.order('amber', order);
    const waitedMs = acknowledgedAfterMs(index);
    if (waitedMs !== undefined) ledger.arrival(attempt(atMs + waitedMs, 204, `o${index}`, `c${index}`));
  }
  return { traffic, ledger, beganMs, objectives: {}, generator };
};

/** Objectives with this limit, in ms, for the 95th percentile of sent orders. */
const under = (p95: number) => ({ latency: { 'POST /orders': { p95 } } });

const isInFirst = (index: number): boolean => index < 10 * rate;

test('a step is stable if nothing fails and notifications are acknowledged soon', () => {
  const step = judgeStep(second, k6Run({}));
  expect(step).toMatchObject({ rate, from: 10, to: 20, errors: 0, dropped: 0, stable: true });
  expect(step.latencyP95).toBeCloseTo(10, 1);
  expect(Math.abs(step.slope)).toBeLessThan(1);
});

test('the latency limit applies only to requests that send orders', () => {
  const options = k6Run({ hasBegun: (index) => index % 2 === 0 });
  for (let index = 1; index < 10 * rate; index += 2) {
    const atMs = beganMs + (index * 1000) / rate;
    options.traffic.journey(['j', 'measure', 'amber', 'read', 0, [['GET /orders', atMs, 900, 200]], null]);
  }
  expect(judgeStep(first, { ...options, objectives: under(100) })).toMatchObject({ stable: true });
});

test('without notifications, the backlog does not grow', () => {
  const step = judgeStep(first, { ...k6Run({}), ledger: createLedger(timing) });
  expect([step.slope, step.stable]).toEqual([0, true]);
});

test('a growing backlog makes a step unstable', () => {
  const step = judgeStep(second, k6Run({ acknowledgedAfterMs: (index) => (index % 2 === 0 ? 50 : undefined) }));
  expect(step.slope).toBeCloseTo(rate / 2, 0);
  expect(step.slopeLow).toBeGreaterThan(rate / 4);
  expect([step.stable, step.reason]).toEqual([false, expect.stringMatching(/^the backlog grew by \d+\.\d a second$/)]);
});

test('a high but constant backlog is stable', () => {
  const step = judgeStep(second, k6Run({ acknowledgedAfterMs: (index) => (index < 5 * rate ? undefined : 50) }));
  expect(step.stable).toBe(true);
});

test('a backlog that varies is stable', () => {
  const step = judgeStep(
    second,
    k6Run({ acknowledgedAfterMs: (index) => (Math.floor(index / rate) % 2 === 0 ? 50 : 900) }),
  );
  expect(step.slopeHigh).toBeGreaterThan(0.01 * rate);
  expect(step.stable).toBe(true);
});

test('a shrinking backlog is stable', () => {
  // what was accepted in the first step is acknowledged during the second
  const acknowledgedAfterMs = (index: number): number => (isInFirst(index) ? 10_000 : 50);
  const step = judgeStep(second, k6Run({ acknowledgedAfterMs }));
  expect(step.slope).toBeLessThan(-rate / 2);
  expect(step.stable).toBe(true);
});

test.for([
  [undefined, true],
  [299, false],
  [310, true],
] as const)('requests of 300 ms under a limit of %s', ([limit, stable]) => {
  const step = judgeStep(first, {
    ...k6Run({ durationMs: () => 300 }),
    objectives: limit === undefined ? {} : under(limit),
  });
  expect(step.stable).toBe(stable);
  if (!stable) expect(step.reason).toBe('p95 of POST /orders was 300 ms, over 299 ms');
});

test('a few slow requests do not affect the 95th percentile', () => {
  const durationMs = (index: number): number => (index % 25 === 0 ? 900 : 10);
  expect(judgeStep(first, { ...k6Run({ durationMs }), objectives: under(100) }).stable).toBe(true);
});

test.for([0, 500, 503])('one response with status %i makes a step unstable', (failed) => {
  const step = judgeStep(first, k6Run({ status: (index) => (index === 700 ? failed : 200) }));
  expect([step.stable, step.errors, step.reason]).toEqual([false, 1, '1 requests failed']);
});

test.for([
  [0.02, true, 0],
  [0.1, false, 80],
] as const)('a share of %f of the journeys did not begin', ([share, stable, dropped]) => {
  const step = judgeStep(first, k6Run({ hasBegun: (index) => index % 100 < 100 - share * 100 }));
  expect([step.stable, step.dropped]).toEqual([stable, dropped]);
  if (!stable) expect(step.reason).toBe('80 journeys did not begin, or did not end in time');
});

test('a step with its own k6 has its count of dropped journeys, even between whole seconds', () => {
  const { traffic, ...options } = k6Run({
    hasBegun: (index) => index === 0 || (index >= 3.4 * rate && index < 13.4 * rate),
  });
  const alone = { rate, from: 3.4, to: 13.4 };
  expect(judgeStep(alone, { ...options, traffic, dropped: 0 })).toMatchObject({ stable: true, dropped: 0 });
  expect(judgeStep(alone, { ...options, traffic, dropped: 7 })).toMatchObject({ bottleneck: 'generator', dropped: 7 });
});

test('all reasons are reported', () => {
  const { reason } = judgeStep(first, {
    ...k6Run({ durationMs: () => 300, status: () => 503, acknowledgedAfterMs: () => undefined }),
    objectives: under(100),
  });
  expect(reason.split(', ').length).toBe(4);
});

test('a step is judged only by its own time', () => {
  const options = {
    ...k6Run({
      status: (index) => (isInFirst(index) ? 503 : 200),
      durationMs: (index) => (isInFirst(index) ? 900 : 10),
      hasBegun: (index) => !isInFirst(index) || index % 2 === 0,
    }),
    objectives: under(100),
  };
  expect([judgeStep(first, options).stable, judgeStep(second, options).stable]).toEqual([false, true]);
});

test('steps are judged up to the first unstable one', () => {
  const judged = (failsAt: number | undefined) =>
    judgeSteps(segments, k6Run({ status: (index) => (index === failsAt ? 503 : 200) })).map(({ from, stable }) => [
      from,
      stable,
    ]);
  expect(judged(undefined)).toEqual([
    [0, true],
    [10, true],
  ]);
  expect(judged(5 * rate)).toEqual([[0, false]]);
  expect(judged(15 * rate)).toEqual([
    [0, true],
    [10, false],
  ]);
});

/** One server with this service time in ms. */
const queueing = (servingMs: number) => {
  let freeMs = 0;
  return k6Run({
    durationMs: (index) => {
      const atMs = (index * 1000) / rate;
      freeMs = Math.max(freeMs, atMs) + servingMs;
      return freeMs - atMs;
    },
  });
};

test('a saturated step has the served rate', () => {
  const step = judgeStep(second, queueing(12.5));
  expect(step).toMatchObject({ stable: false, bottleneck: 'target' });
  expect(step.served?.rate).toBeCloseTo(80, 0);
});

test('a busy generator is the bottleneck, not the target', () => {
  const options = { ...queueing(12.5), generator: { users: 500, cpuBetween: () => 0.95 } };
  expect(judgeStep(second, options)).toMatchObject({ stable: false, bottleneck: 'generator', served: null });
});

test('too few users are the bottleneck, not the target', () => {
  const slow = k6Run({ durationMs: () => 900, hasBegun: (index) => index % 10 < 9 });
  const step = judgeStep(second, { ...slow, generator: { users: 81, cpuBetween: () => 0.1 } });
  expect(step).toMatchObject({ stable: false, bottleneck: 'too few users' });
});

test('a short step stays undecided', () => {
  const step = judgeStep({ rate, from: 0, to: 2 }, k6Run({}));
  expect([step.stable, step.reason]).toEqual([null, expect.stringMatching(/it would take 20 s to say/)]);
});

test('journeys under way at the end of a step are awaited, at most for the timeout', () => {
  const quick = { timeoutSeconds: 30, longestMs: 200 };
  expect([isJudgeable({ dropped: 0 }, 0, quick), isJudgeable({ dropped: 4 }, 0, quick)]).toEqual([true, false]);
  expect([isJudgeable({ dropped: 4 }, 4_999, quick), isJudgeable({ dropped: 4 }, 5_000, quick)]).toEqual([false, true]);
  const slow = { timeoutSeconds: 30, longestMs: 9_000 };
  expect([isJudgeable({ dropped: 4 }, 17_999, slow), isJudgeable({ dropped: 4 }, 18_000, slow)]).toEqual([false, true]);
  expect(isJudgeable({ dropped: 4 }, 30_000, { ...slow, longestMs: 25_000 })).toBe(true);
});

test('the range is between the highest stable and the lowest unstable rate', () => {
  const steps = judgeSteps(segments, k6Run({ status: (index) => (index === 15 * rate ? 503 : 200) }));
  const [low, high] = steps.map((step, index) => ({ ...step, rate: 100 * (index + 1) }));
  if (low === undefined || high === undefined) throw new Error('two steps are planned');
  expect(rangeOf([low, high])).toEqual({ stableRate: 100, unstableRate: 200 });
  expect(rangeOf([{ ...low, stable: null }, high])).toEqual({ stableRate: null, unstableRate: 200 });
  expect(
    rangeOf([
      { ...low, stable: null },
      { ...high, stable: true },
    ]),
  ).toEqual({ stableRate: 200, unstableRate: null });
});

test('the summary of k6 decides the bottleneck of the last step', () => {
  const step = judgeStep(first, k6Run({ hasBegun: (index) => index % 2 === 0 }));
  expect(step.bottleneck).toBe('unknown');
  expect(withEnd(step, { dropped: 0, networkShare: 0.1 }).bottleneck).toBe('unknown');
  expect(withEnd(step, { dropped: 500, networkShare: 0.1 }).bottleneck).toBe('generator');
  const queue = judgeStep(second, queueing(12.5));
  expect(withEnd(queue, { dropped: 0, networkShare: 0.8 }).bottleneck).toBe('network');
});

test('growth is in notifications a second, and null for a few seconds', () => {
  const { ledger } = k6Run({ acknowledgedAfterMs: () => undefined });
  expect(growthBetween(ledger, beganMs, beganMs + 10_000)?.perSecond).toBeCloseTo(rate, 1);
  expect(growthBetween(ledger, beganMs, beganMs + 3_000)).toBeNull();
});

const judgeOptions = {
  plan: { users: 20, timeoutSeconds: 10 },
  record: createRunRecord(timing),
  objectives: {},
  cpuBetween: () => null,
};

test('the last step of a breakpoint run is judged when k6 ends', () => {
  const judge = createStepJudge([level(10, 5)], judgeOptions);
  const beganMs = Date.now() - 5_000;
  expect(judge(beganMs, false)).toBeUndefined();
  expect(judge(beganMs, true)).toMatchObject({ rate: 10, from: 0, to: 5 });
  expect(judge(beganMs, true)).toBeUndefined();
});

test('a step that k6 did not finish is not judged', () => {
  const judge = createStepJudge([level(10, 5)], judgeOptions);
  expect(judge(Date.now(), true)).toBeUndefined();
});
