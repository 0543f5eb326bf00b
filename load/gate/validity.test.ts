import { expect, test } from 'vitest';
import type { RunFigures } from '../../core/load-result.ts';
import { healthyRun, spreadAround } from './test-result.ts';
import { validityOf } from './validity.ts';

const textsOf = (change: (figures: RunFigures) => void): string[] =>
  validityOf(healthyRun(change)).map(({ text }) => text);

const step = (rate: number, stable: boolean, dropped: number): RunFigures['steps'][number] => ({
  rate,
  from: 0,
  to: 10,
  latencyP95: 50,
  errors: stable ? 0 : 40,
  dropped,
  slope: 0,
  slopeLow: -1,
  slopeHigh: 1,
  stable,
  bottleneck: stable ? 'none' : 'target',
  served: null,
  reason: '',
});

const answers = (figures: RunFigures, byStatus: Record<string, number>): void => {
  const [orders] = figures.requests;
  if (orders) orders.byStatus = byStatus;
};

test('a healthy run is reliable', () => {
  expect(validityOf(healthyRun())).toEqual([]);
});

const injected: [string, (figures: RunFigures) => void, RegExp][] = [
  [
    'interrupted',
    ({ run }) => Object.assign(run, { ended: 'interrupted', endedBy: 'SIGINT' }),
    /was interrupted: SIGINT/,
  ],
  ['aborted', ({ run }) => Object.assign(run, { ended: 'aborted', endedBy: 'disk full' }), /was aborted: disk full/],
  ['dropped', ({ health }) => Object.assign(health, { dropped: 3 }), /3 journeys were not begun/],
  ['cut off', ({ health }) => Object.assign(health, { interrupted: 1 }), /1 journey was cut off/],
  [
    'late',
    ({ health }) => Object.assign(health, { scheduleLagMs: spreadAround(30, 2000) }),
    /one journey in a hundred/,
  ],
  [
    'late, few',
    ({ health }) => Object.assign(health, { scheduleLagMs: spreadAround(30, 50) }),
    /the latest began 33 ms/,
  ],
  ['busy', ({ health }) => Object.assign(health, { generatorCpu: 0.93 }), /the generator used 93 %/],
  ['errors', ({ health }) => Object.assign(health, { errors: ['TypeError: x'] }), /logged an error: TypeError: x/],
  ['loop', ({ health }) => Object.assign(health.capture, { loopDelayP99Ms: 80 }), /the capture was 80 ms behind/],
  ['overloaded', ({ health }) => Object.assign(health.capture, { overloaded: 2 }), /too busy for 2 notifications/],
  ['turned away', ({ health }) => Object.assign(health.capture, { turnedAway: 1 }), /turned 1 connection away/],
  ['no requests', (figures) => Object.assign(figures, { requests: [] }), /no request was made/],
  ['no order', ({ orders }) => Object.assign(orders, { accepted: 0 }), /no order was accepted/],
  ['limited', (figures) => answers(figures, { 200: 11_000, 429: 1000 }), /1,000 requests were answered 429/],
  [
    'nothing answered',
    (figures) => {
      figures.requests = figures.requests.slice(0, 1);
      answers(figures, { 0: 12_000 });
    },
    /no request was answered/,
  ],
];

test.each(injected)('%s: one reason, with advice', (_, inject, text) => {
  const reasons = validityOf(healthyRun(inject));
  expect(reasons).toHaveLength(1);
  expect(reasons[0]?.text).toMatch(text);
  expect(reasons[0]?.advice).toBeTruthy();
});

test('the allowed lag depends on the time between arrivals and the measured latencies', () => {
  const lagging = (lagMs: number, rate: number, p95: number) =>
    textsOf((figures) => {
      figures.plan.rate = rate;
      for (const request of figures.requests) request.latencyMs = spreadAround(p95, 12_000);
      figures.health.scheduleLagMs = spreadAround(lagMs, 2000);
    }).length;
  expect([lagging(30, 200, 40), lagging(30, 20, 40), lagging(30, 200, 600)]).toEqual([1, 0, 0]);
});

test('too few users are reported with the setting to change', () => {
  const reasons = validityOf(
    healthyRun((figures) => {
      figures.health.dropped = 900;
      figures.saturation = {
        bottleneck: 'too few users',
        rate: 200,
        served: null,
        neededSeconds: null,
        underWayFirst: 290,
        underWayLast: 300,
      };
    }),
  );
  expect(reasons.map(({ text, advice }) => `${text}; ${advice}`)).toEqual([
    expect.stringMatching(/all 300 virtual users waited .*; set load\.journeySeconds of the profile to 3 or more/),
  ]);
});

test('a breakpoint step whose rate the generator did not reach does not judge the target', () => {
  const ending = (bottleneck: 'generator' | 'too few users') =>
    textsOf((figures) => {
      figures.run.shape = 'breakpoint';
      figures.saturation = null;
      figures.steps = [step(100, true, 0), { ...step(200, false, 50), bottleneck }];
      Object.assign(figures.health, { dropped: 50, interrupted: 9 });
    });
  expect(ending('generator')).toEqual([expect.stringMatching(/although virtual users were free/)]);
  expect(ending('too few users')).toEqual([
    expect.stringMatching(/all 300 virtual users waited for answers of a target/),
  ]);
});

test('figures at their limits are reliable', () => {
  const atLimits = textsOf(({ health }) => {
    Object.assign(health, { generatorCpu: 0.8, scheduleLagMs: spreadAround(18, 2000) });
    health.capture.loopDelayP99Ms = 50;
  });
  expect(atLimits).toEqual([]);
});

test('journeys that a breakpoint run drops above the stable rate are expected', () => {
  const dropping = (lastIsStable: boolean) =>
    textsOf((figures) => {
      figures.run.shape = 'breakpoint';
      figures.steps = [step(100, true, 0), step(200, lastIsStable, 50)];
      Object.assign(figures.health, { dropped: 50, scheduleLagMs: spreadAround(400, 2000) });
    });
  expect(dropping(false)).toEqual([]);
  // how late the others began is no longer known
  expect(dropping(true)).toHaveLength(1);
});

test('a collapsed target is judged, unless the capture was overloaded', () => {
  const collapsed = (overloaded: number) =>
    textsOf((figures) => {
      Object.assign(figures.run, { ended: 'aborted', endedBy: 'more than half of the requests failed' });
      Object.assign(figures.health, { dropped: 900, interrupted: 30, errors: ['request timeout'] });
      figures.health.capture.overloaded = overloaded;
      answers(figures, { 200: 2000, 500: 3000 });
    });
  expect(collapsed(0)).toEqual([]);
  expect(collapsed(1)).toHaveLength(1);
});

test('a target that refused every order is judged', () => {
  const none = { accepted: 0, refused: 12_000 };
  expect(textsOf(({ orders }) => Object.assign(orders, none))).toEqual([]);
});
