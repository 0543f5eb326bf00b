import { type LoadResult, loadResultVersion, type RunFigures, type Spread } from '../../core/load-result.ts';
import { noConservation, noIrregularities } from '../ledger/settlement.ts';
import { LatencyRecorder } from './statistics/histogram.ts';

/** Durations between 90 and 110 % of this one. */
export const spreadAround = (milliseconds: number, count: number): Spread => {
  const recorder = new LatencyRecorder();
  for (let index = 0; index < count; index++) recorder.record(milliseconds * (0.9 + (0.2 * (index + 0.5)) / count));
  return recorder.spread();
};

const orderLatency = spreadAround(40, 12_000);
const webhookLatency = spreadAround(300, 9000);
const lag = spreadAround(1, 12_000);

/** The figures of a healthy run, with these changes. */
export const healthyRun = (change: (figures: RunFigures) => void = () => {}): RunFigures => {
  const figures: RunFigures = {
    schema: loadResultVersion,
    run: {
      id: 'r1',
      startedAt: '2026-11-21T10:00:00.000Z',
      durationSeconds: 62,
      loadSeconds: 60,
      script: 'orders',
      shape: 'steady',
      seed: 1,
      ended: 'complete',
      selo: '0.1.0',
      k6: '2.2.0',
      node: '24.1.0',
      machine: { platform: 'linux x64', cpu: 'Example 3000', cores: 8, memoryGiB: 16 },
      configuration: 'c0ffee',
    },
    target: { name: 'staging', baseUrl: 'https://partners.example', isEmbedded: false, timeScale: 1 },
    plan: {
      rate: 200,
      seconds: 60,
      warmUpSeconds: 3,
      users: 300,
      arrivals: 'even',
      companies: ['main', 'other'],
      weights: { completed: 1 },
      sampleEvery: 10,
      refuseEvery: 100,
    },
    health: {
      journeys: 12_000,
      dropped: 0,
      interrupted: 0,
      scheduleLagMs: lag,
      generatorCpu: 0.3,
      errors: [],
      capture: {
        processes: 1,
        received: 9090,
        overloaded: 0,
        turnedAway: 0,
        unreadable: 0,
        loopDelayP99Ms: 2,
        memoryMiB: 90,
      },
    },
    requests: [
      { name: 'POST /orders', count: 12_000, byStatus: { 200: 12_000 }, latencyMs: orderLatency },
      { name: 'GET /orders/:id', count: 3000, byStatus: { 200: 3000 }, latencyMs: spreadAround(20, 3000) },
    ],
    slowest: [],
    orders: { accepted: 12_000, refused: 0, ambiguous: 0, ambiguousFound: 0 },
    conservation: { ...noConservation, due: 9000, deliveredOnce: 9000 },
    irregularities: { ...noIrregularities },
    examples: {},
    webhooks: {
      latencyMs: webhookLatency,
      attempts: 9090,
      attemptsPerDelivery: [8910, 90],
      drainSeconds: 3,
      backlogSlope: { perSecond: 0.1, low: -0.4, high: 0.6 },
    },
    rules: [
      {
        rule: 'PAS-3',
        text: 'What the API answers is JSON',
        level: 'must',
        judged: 1200,
        violations: 0,
        perMillion: 0,
      },
      { rule: 'PAS-9', text: 'Every date is in UTC', level: 'should', judged: 300, violations: 0, perMillion: 0 },
    ],
    readBack: { judged: 100, wrong: 0 },
    series: [],
    drills: [],
    companies: ['main', 'other'].map((name) => ({
      name,
      failingReceiver: false,
      orders: 6000,
      webhookMs: spreadAround(300, 4500),
    })),
    fairness: 0.99,
    saturation: { bottleneck: 'none', rate: 200, served: null, neededSeconds: null, underWayFirst: 6, underWayLast: 6 },
    steps: [],
    stableRate: null,
    unstableRate: null,
  };
  change(figures);
  return figures;
};

/** A healthy run whose measures are multiplied by a factor. */
export const runAt = (factor: number, change: (figures: RunFigures) => void = () => {}): LoadResult => ({
  ...healthyRun((figures) => {
    const [orders] = figures.requests;
    if (orders) orders.latencyMs = spreadAround(40 * factor, 200);
    figures.webhooks.latencyMs = spreadAround(300 * factor, 200);
    change(figures);
  }),
  objectives: [],
  gate: { verdict: 'pass', message: '', reasons: [] },
});
