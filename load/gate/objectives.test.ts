import { expect, test } from 'vitest';
import type { RunFigures } from '../../core/load-result.ts';
import type { LoadObjectives } from '../../fixtures/profile/load-schema.ts';
import { judgeObjectives, tooShortFor } from './objectives.ts';
import { healthyRun, spreadAround } from './test-result.ts';

const outcomesOf = (objectives: LoadObjectives, change: (figures: RunFigures) => void = () => {}) =>
  judgeObjectives(healthyRun(change), objectives).map(({ outcome }) => outcome);

test('each objective is reported with its figure', () => {
  const objectives = { latency: { 'POST /orders': { p95: 500, p99: 1000 } }, drainSeconds: 60 };
  expect(judgeObjectives(healthyRun(), objectives)).toEqual([
    {
      name: 'POST /orders p95',
      text: 'p95 of POST /orders at most 500 ms',
      limit: 500,
      actual: expect.closeTo(43.6, 1),
      unit: 'ms',
      samples: 12_000,
      outcome: 'pass',
    },
    expect.objectContaining({ name: 'POST /orders p99', outcome: 'pass' }),
    expect.objectContaining({ name: 'drainSeconds', limit: 60, actual: 3, unit: 's', outcome: 'pass' }),
  ]);
});

test.each<[string, LoadObjectives, (figures: RunFigures) => void]>([
  ['latency', { latency: { 'POST /orders': { p99: 42 } } }, () => {}],
  ['webhook', { webhook: { p95: 100 } }, () => {}],
  ['drain', { drainSeconds: 2 }, () => {}],
  ['fairness', { fairness: 0.995 }, () => {}],
  [
    'errors',
    { errorShare: 0.001 },
    ({ requests: [orders] }) => Object.assign(orders?.byStatus ?? {}, { 200: 11_970, 500: 20, 0: 10 }),
  ],
  [
    'stable rate',
    { stableRate: 300 },
    (figures) => Object.assign(figures, { stableRate: 200, steps: [{ stable: true }] }),
  ],
  ['no stable rate', { stableRate: 300 }, (figures) => Object.assign(figures, { steps: [{ stable: false }] })],
])('a missed objective of %s', (_, objectives, change) => {
  expect(outcomesOf(objectives, change)).toEqual(['fail']);
});

test.each([
  ['p50', 200],
  ['p90', 1000],
  ['p95', 2000],
  ['p99', 10_000],
  ['p999', 100_000],
] as const)('%s needs %i observations', (percentile, least) => {
  const of = (count: number) =>
    outcomesOf({ webhook: { [percentile]: 5000 } }, ({ webhooks }) => {
      webhooks.latencyMs = spreadAround(300, count);
    });
  expect(of(least - 1)).toEqual(['unverified']);
  expect(of(least)).toEqual(['pass']);
});

test('an objective without a figure is unverified', () => {
  expect(outcomesOf({ latency: { 'GET /coupons': { p50: 9 } } })).toEqual(['unverified']);
  expect(outcomesOf({ fairness: 0.9 }, (figures) => Object.assign(figures, { fairness: null }))).toEqual([
    'unverified',
  ]);
  expect(outcomesOf({ stableRate: 100 })).toEqual(['unverified']);
  expect(outcomesOf({ errorShare: 0.0001 })).toEqual(['unverified']);
  expect(outcomesOf({ errorShare: 0 })).toEqual(['pass']);
});

test('a profile without objectives has none judged', () => {
  expect(judgeObjectives(healthyRun(), {})).toEqual([]);
});

test('objectives with too few planned observations are found before the run', () => {
  const asked = { latency: { 'POST /orders': { p95: 500, p99: 1000 }, 'GET /orders/:id': { p90: 50 } } };
  const tooShort = (objectives: LoadObjectives, journeys: number, flows = 1) =>
    tooShortFor(objectives, { journeys, orders: 1, requests: 2, flows });
  expect(tooShort(asked, 10_000)).toEqual([]);
  expect(tooShort(asked, 9_500.5)).toEqual([
    { what: 'the p99 of POST /orders', unit: 'orders', needed: 10_000, planned: 9_690 },
  ]);
  expect(tooShort(asked, 100).map(({ needed, unit }) => [needed, unit])).toEqual([
    [2_000, 'orders'],
    [10_000, 'orders'],
    [1_000, 'requests'],
  ]);
  // one order may enter several flows
  expect(tooShort({ webhook: { p50: 900 } }, 100, 2)).toEqual([]);
  expect(tooShort({ webhook: { p50: 900 } }, 100)).toEqual([
    { what: 'the median of webhook', unit: 'notifications', needed: 200, planned: 102 },
  ]);
  expect(tooShort({ errorShare: 0.001 }, 5_000)).toEqual([]);
  expect(tooShort({ errorShare: 0.001 }, 1_000)).toEqual([
    { what: 'errorShare', unit: 'requests', needed: 10_000, planned: 2_040 },
  ]);
  expect(tooShort({ errorShare: 0 }, 1)).toEqual([]);
  expect(tooShort({}, 1)).toEqual([]);
});
