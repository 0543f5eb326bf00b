import type { Comparison, Conservation, GateReason, LoadResult, Measure, Spread } from '../../core/load-result.ts';
import { chanceFrom, drawNormal } from '../gate/statistics/chance.ts';
import { LatencyRecorder } from '../gate/statistics/histogram.ts';
import { healthyRun } from '../gate/test-result.ts';
import { noConservation } from '../ledger/settlement.ts';
import { traceIdOf, traceparentOf } from '../trace.ts';
import { inWhole } from './figures.ts';
import { type SampleLoad, sampleSeries } from './test-load-series.ts';

/** This many latencies around a median in ms, with a long tail. */
export const sampleSpread = (observations: number, medianMs: number): Spread => {
  const chance = chanceFrom(observations);
  const recorder = new LatencyRecorder();
  const values = Math.min(observations, 4000);
  for (let index = 0; index < values; index++) {
    const times = Math.floor(((index + 1) * observations) / values) - Math.floor((index * observations) / values);
    recorder.record(medianMs * Math.exp(0.55 * drawNormal(chance)), times);
  }
  return recorder.spread();
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const rule = (id: string, text: string, judged: number, violations = 0): LoadResult['rules'][number] => ({
  rule: id,
  text,
  level: 'must',
  judged,
  violations,
  perMillion: (violations / judged) * 1_000_000,
});

/** The result of a run of this load that passes, with these changes. */
export const sampleLoadResult = (load: Partial<SampleLoad> = {}, changes: Partial<LoadResult> = {}): LoadResult => {
  const { rate, seconds, drainSeconds, drills } = { rate: 200, seconds: 120, drainSeconds: 8, drills: [], ...load };
  const { series, attemptsPerDelivery } = sampleSeries({ rate, seconds, drainSeconds, drills });
  const orders = sum(series.map((each) => each.orders));
  const attempts = sum(series.map((each) => each.attempts));
  const unanswered = Math.round(sum(series.map((each) => each.errors)) / 3);
  const pending = series.at(-1)?.backlog ?? 0;
  const request = (name: string, medianMs: number, success: string): LoadResult['requests'][number] => ({
    name,
    count: orders + unanswered,
    byStatus: { [success]: orders, ...(unanswered > 0 ? { 0: unanswered } : {}) },
    latencyMs: sampleSpread(orders + unanswered, medianMs),
  });
  const company = (name: string, medianMs: number): LoadResult['companies'][number] => {
    const own = Math.floor(orders / 2);
    return { name, failingReceiver: false, orders: own, webhookMs: sampleSpread(own, medianMs) };
  };
  const { run, plan, health, webhooks, ...healthy } = healthyRun();
  return {
    ...healthy,
    run: {
      ...run,
      id: 'b7e21c90',
      durationSeconds: seconds + drainSeconds,
      loadSeconds: seconds,
      script: 'mixed',
      seed: 42,
    },
    plan: { ...plan, rate, seconds, users: rate * 2, arrivals: 'jittered', companies: ['main', 'second'] },
    health: {
      ...health,
      journeys: orders,
      scheduleLagMs: sampleSpread(orders, 0.6),
      capture: { ...health.capture, received: attempts },
    },
    requests: [
      request('POST /orders', 12, '202'),
      request('GET /products', 5, '200'),
      request('PUT /orders/:id', 14, '200'),
    ],
    orders: { accepted: orders, refused: 0, ambiguous: 0, ambiguousFound: 0 },
    conservation: { ...noConservation, due: orders, deliveredOnce: orders - pending, pending },
    webhooks: { ...webhooks, latencyMs: sampleSpread(orders, 31), attempts, attemptsPerDelivery, drainSeconds: 2.1 },
    rules: [
      rule('PAS-1', 'Every answer with a body says that it is JSON', Math.round(orders / 10)),
      rule('PAS-16', 'Every notification shows the code, and the ids of coupon, order and company as UUIDs', attempts),
    ],
    readBack: { judged: 500, wrong: 0 },
    series,
    companies: [company('main', 30), company('second', 33)],
    objectives: [
      {
        name: 'orders-p95',
        text: 'p95 of POST /orders at most 500 ms',
        limit: 500,
        actual: 29.6,
        unit: 'ms',
        samples: orders,
        outcome: 'pass',
      },
    ],
    gate: {
      verdict: 'pass',
      message: 'pass: validity, correctness, objectives held',
      reasons: [
        { step: 'validity', outcome: 'pass', text: 'the generator kept its schedule and the capture kept up' },
        { step: 'correctness', outcome: 'pass', text: `all ${inWhole(orders)} notifications that were due arrived` },
        { step: 'objectives', outcome: 'pass', text: 'p95 of POST /orders at most 500 ms: 29.6 ms' },
        { step: 'comparison', outcome: 'unverified', text: 'no baseline was given' },
      ],
    },
    ...changes,
  };
};

const measure = (name: string, ratio: number, half: number, outcome: Measure['outcome'], morePairs = 0): Measure => ({
  name,
  ratio,
  low: ratio / half,
  high: ratio * half,
  pValue: outcome === 'worse' ? 0.002 : 0.31,
  minimumDetectableEffect: half ** 1.6,
  morePairs,
  outcome,
});

const sampleComparison: Comparison = {
  kind: 'pairs',
  baseline: '1.8.2',
  runs: 20,
  maxRegression: 1.1,
  control: [
    measure('p50 of POST /orders', 1.01, 1.04, 'same'),
    measure('p95 of POST /orders', 0.98, 1.09, 'same'),
    measure('p50 of the webhook latency', 1, 1.05, 'same'),
  ],
  measures: [
    measure('p50 of POST /orders', 1.24, 1.06, 'worse'),
    measure('p95 of POST /orders', 1.08, 1.22, 'inconclusive', 14),
    measure('p50 of the webhook latency', 0.99, 1.05, 'same'),
    measure('CPU a journey', 0.86, 1.04, 'better'),
  ],
};

const failingReasons = (conservation: Conservation): GateReason[] => [
  { step: 'validity', outcome: 'pass', text: 'no journey was dropped; the schedule lag p99 of 2.1 ms is below 20 ms' },
  { step: 'validity', outcome: 'pass', text: 'the capture answered every attempt; its loop delay p99 is 11.4 ms' },
  {
    step: 'correctness',
    outcome: 'fail',
    text: `${conservation.lost} notifications of ${inWhole(conservation.due)} were never sent, although their orders exist`,
    advice: 'find where a notification is lost: result.json lists the orders under examples.lost',
  },
  {
    step: 'correctness',
    outcome: 'fail',
    text: `${conservation.duplicated} notifications were sent again after they had been acknowledged`,
    advice: 'end a delivery at the first 2xx, even if a worker restarts',
  },
  {
    step: 'correctness',
    outcome: 'fail',
    text: '1 passive rule did not hold: PAS-5',
    advice: 'fix the answers that result.json lists under rules',
  },
  {
    step: 'objectives',
    outcome: 'unverified',
    text: 'also seen: p95 of the webhook latency at most 60 ms, but it was 78.2 ms',
    advice: 'make the target faster, or plan the rate that the objective is meant for',
  },
  {
    step: 'comparison',
    outcome: 'unverified',
    text: "also seen: p50 of POST /orders is 1.24 times the baseline's (1.17 to 1.31)",
    advice: 'find what became slower before you release it',
  },
];

/** The result of a breakpoint run that fails, with drills, steps and a comparison. */
export const sampleFailingLoadResult = (): LoadResult => {
  const refusing = { kind: 'refusing', from: 90, to: 120 } as const;
  const restart = { kind: 'restart', from: 240, to: 246 } as const;
  const result = sampleLoadResult({ rate: 220, seconds: 360, drainSeconds: 40, drills: [refusing, restart] });
  const { due } = result.conservation;
  const wrong = { duplicated: 37, pending: 4, retriesExhausted: 3, abandoned: 2, lost: 6, orderMissing: 1 };
  const conservation = { due, deliveredOnce: due - sum(Object.values(wrong)), ...wrong };
  const orderId = (index: number): string => `0f8fad5b-d9cb-469f-a165-7086${String(index).padStart(8, '0')}`;
  const externalId = (index: number): string => `selo-b7e21c90-measure-${index}`;
  return {
    ...result,
    run: { ...result.run, shape: 'breakpoint', merged: ['b7e21c90-1', 'b7e21c90-2'] },
    health: { ...result.health, errors: ['level=error msg="request failed" error="EOF"'] },
    slowest: Array.from({ length: 3 }, (_, index) => ({
      name: 'POST /orders',
      company: 'main',
      sentAt: '2026-11-21T10:04:01.007Z',
      ms: 1890 - 100 * index,
      status: 0,
      order: {
        externalId: externalId(52_800 + index),
        traceparent: traceparentOf(traceIdOf(externalId(52_800 + index)), 1),
      },
    })),
    orders: { ...result.orders, refused: 12, ambiguous: 9, ambiguousFound: 7 },
    conservation,
    irregularities: { ...result.irregularities, unexpected: 2, external: 14, lateRetry: 118, earlyRetry: 1 },
    examples: {
      lost: Array.from({ length: 6 }, (_, index) => ({
        order: orderId(index),
        what: 'accepted at 4:02, never sent',
        sent: {
          externalId: externalId(52_900 + index),
          company: 'main',
          sentAt: '2026-11-21T10:04:02.120Z',
          trace: traceIdOf(externalId(52_900 + index)),
        },
      })),
      duplicated: Array.from({ length: 10 }, (_, index) => ({
        order: orderId(100 + index),
        what: 'acknowledged at 4:06.120, sent again at 4:08.131',
      })),
      unexpected: [{ order: orderId(900), what: 'unexpected' }],
    },
    webhooks: { ...result.webhooks, drainSeconds: 33.4, backlogSlope: { perSecond: 1.8, low: 1.2, high: 2.4 } },
    rules: [
      ...result.rules,
      {
        ...rule('PAS-5', 'Every answer shows money as whole cents', 48_210, 7),
        example: { what: 'GET /products', pointer: '/data/0/price', expected: 'an integer', actual: '12.5' },
      },
      { ...rule('PAS-9', 'Every list shows how many there are in all', 3120), level: 'should' },
    ],
    readBack: { judged: 500, wrong: 1 },
    drills: [
      {
        ...refusing,
        backlogPeak: 6588,
        peakAfter: 5.2,
        drainRate: 188,
        recoverySeconds: 62,
        latencyBefore: sampleSpread(59_000, 9),
        latencyDuring: sampleSpread(19_800, 10.5),
        attemptsPerDelivery: 4.1,
      },
      {
        ...restart,
        backlogPeak: 410,
        peakAfter: null,
        drainRate: null,
        recoverySeconds: null,
        latencyBefore: sampleSpread(79_000, 9),
        latencyDuring: sampleSpread(790, 240),
        attemptsPerDelivery: null,
      },
    ],
    companies: [
      ...result.companies,
      { name: 'never answers', failingReceiver: true, orders: 400, webhookMs: sampleSpread(0, 1) },
    ],
    fairness: 0.93,
    steps: [50, 100, 150, 200, 250].map((rate, index) => {
      const stable = rate <= 200;
      const slope = stable ? 0.02 * index : 6.4;
      return {
        rate,
        from: index * 72,
        to: (index + 1) * 72,
        latencyP95: index === 0 ? null : 20 + index * 9,
        errors: stable ? 0 : 412,
        dropped: stable ? 0 : 31,
        slope,
        slopeLow: slope - 0.3 * (index + 1),
        slopeHigh: slope + 0.3 * (index + 1),
        stable,
        bottleneck: stable ? 'none' : 'target',
        served: stable ? null : { rate: 212, low: 208, high: 216 },
        reason: stable ? 'the backlog did not grow' : 'the backlog grew by 6.4 notifications a second',
      };
    }),
    stableRate: 200,
    unstableRate: 250,
    objectives: [
      ...result.objectives,
      {
        name: 'webhook-p95',
        text: 'p95 of the webhook latency at most 60 ms',
        limit: 60,
        actual: 78.2,
        unit: 'ms',
        samples: due,
        outcome: 'fail',
      },
      {
        name: 'correct-p999',
        text: 'p99.9 of PUT /orders/:id at most 2 s',
        limit: 2000,
        actual: null,
        unit: 'ms',
        samples: 8200,
        outcome: 'unverified',
      },
    ],
    gate: {
      verdict: 'fail',
      message: `fail: ${conservation.lost} notifications of ${inWhole(due)} were never sent, although their orders exist`,
      reasons: failingReasons(conservation),
      comparison: sampleComparison,
    },
  };
};
