import { expect, test } from 'vitest';
import { scriptNames } from '../../../core/load-kinds.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { ProfileInput } from '../../../fixtures/profile/schema.ts';
import { testProfile } from '../../../fixtures/test-profile.ts';
import { usualWeights } from '../../journey-weights.ts';
import { curveMs, latestNextMs } from '../../ledger/retry-curve.ts';
import type { LoadPlan } from '../../plan.ts';
import { LoadError } from '../load-error.ts';
import {
  companiesUnderLoad,
  drainSecondsOf,
  followsWebhooks,
  type LoadRequest,
  planOf,
  refuseTimes,
  timingOf,
} from './prepare-plan.ts';

const request: LoadRequest = { script: 'mixed', shape: 'steady', rate: 50, seconds: 20, seed: 7, jitter: false };
const places = { runId: 'r', summaryFile: '/summary.json' };

const flow = (trigger: 'completed' | 'on-hold', active: boolean) =>
  ({ trigger, step: { kind: 'giftback', percent: 10 }, runMode: 'once-per-order', active }) as const;

const profileOf = (said: Partial<ProfileInput> = {}): Profile =>
  testProfile('http://127.0.0.1:1', {
    companies: [{ name: 'main', token: { env: 'TOKEN' }, flows: [flow('completed', true)] }],
    resources: { orders: { body: { total: '{total}' }, list: '/orders' } },
    ...said,
  }).profile;

const plan = (said: Partial<ProfileInput> = {}, asked: Partial<LoadRequest> = {}): LoadPlan =>
  planOf(profileOf(said), { ...request, ...asked }, places);

test.for<[string, Partial<ProfileInput>, RegExp]>([
  [
    'names an unknown journey',
    { load: { weights: { completed: 1, buy: 2 } } },
    /names "buy", which is no journey.*completed, on-hold/,
  ],
  ['gives every journey no weight', { load: { weights: { completed: 0, pay: 0 } } }, /every journey a weight of 0/],
  [
    'leaves only journeys that the target does not support',
    { load: { weights: { 'list-created': 3 } }, resources: { orders: { body: {} } } },
    /every journey a weight of 0/,
  ],
  ['names an unknown company', { load: { companies: ['main', 'shop'] } }, /load\.companies.*"shop"/],
  [
    'has only flows that are not active',
    {
      companies: [{ name: 'main', token: { env: 'TOKEN' }, flows: [flow('completed', false), flow('on-hold', true)] }],
    },
    /no active flow for completed orders of main.*script "orders"/,
  ],
  ['declares no flows', { companies: [{ name: 'main', token: { env: 'TOKEN' } }] }, /no active flow/],
])('a profile that %s is an error', ([, said, message]) => {
  expect(() => plan(said)).toThrow(LoadError);
  expect(() => plan(said)).toThrow(message);
});

test('the script orders makes no notification due and needs no flow', () => {
  expect(plan({ companies: [{ name: 'main', token: { env: 'TOKEN' } }] }, { script: 'orders' }).companies).toEqual([
    { name: 'main', tokenEnv: 'TOKEN', flows: { completed: 0, onHold: 0 } },
  ]);
  expect(plan({}, { script: 'orders' }).companies[0]?.flows).toEqual({ completed: 0, onHold: 0 });
  expect(scriptNames.map((script) => [script, followsWebhooks(script)])).toEqual([
    ['orders', false],
    ['webhooks', true],
    ['mixed', true],
  ]);
});

test('an order is due one notification for each active flow with its trigger', () => {
  const flows = [flow('completed', true), flow('completed', true), flow('completed', false), flow('on-hold', true)];
  expect(plan({ companies: [{ name: 'main', token: { env: 'TOKEN' }, flows }] }).companies[0]?.flows).toEqual({
    completed: 2,
    onHold: 1,
  });
});

test('the load is for the named companies in their order, or for all', () => {
  const companies = ['main', 'other', 'third'].map((name) => ({ name, token: { env: 'TOKEN' } }));
  const namesOf = (load: ProfileInput['load']) =>
    companiesUnderLoad(profileOf({ companies, ...(load && { load }) })).map(({ name }) => name);
  expect(namesOf(undefined)).toEqual(['main', 'other', 'third']);
  expect(namesOf({ companies: ['third', 'main'] })).toEqual(['third', 'main']);
});

test('the profile can change the weights of a script, except those of webhooks', () => {
  const load = { weights: { completed: 1, read: 1 } };
  expect(plan().weights).toEqual(usualWeights.mixed);
  expect(plan({ load }).weights).toEqual(load.weights);
  expect(plan({ load }, { script: 'webhooks' }).weights).toEqual(usualWeights.webhooks);
});

test('a target without a list of orders is sent no list requests', () => {
  const { weights, ordersList } = plan({ resources: { orders: { body: {} } } });
  expect([weights['list-created'], weights['list-updated'], ordersList]).toEqual([0, 0, undefined]);
  expect(weights.completed).toBe(usualWeights.mixed.completed);
  expect(plan().ordersList).toBe('/orders');
});

test('users depend on the rate, the duration of journeys and jitter, and are at least 20', () => {
  const usersOf = (asked: Partial<LoadRequest>, journeySeconds = 1): number =>
    plan({ load: { journeySeconds } }, asked).users;
  expect(usersOf({ rate: 1 })).toBe(20);
  // as many as are under way at once, and half as many again
  expect(usersOf({ rate: 100 })).toBe(150);
  expect(usersOf({ rate: 200 })).toBe(300);
  expect(usersOf({ rate: 100 }, 3)).toBe(450);
  expect(usersOf({ rate: 100, jitter: true })).toBe(300);
  // three pauses of two seconds in a journey of one
  expect(plan({ load: { journeySeconds: 1, thinkSeconds: 2 } }, { rate: 100 }).users).toBe(1050);
});

test('the plan contains no secret', () => {
  const sent = JSON.stringify(plan());
  expect(sent).not.toMatch(/access-value|token-value/);
  expect(plan().accessHeader).toEqual({ name: 'service-access', env: 'ACCESS' });
});

test('the plan has the run id, files, seed and arrivals of the request', () => {
  const asked = { ...request, jitter: true };
  expect(planOf(profileOf(), asked, places)).toMatchObject({ ...places, seed: 7, jitter: true });
});

const timedProfileOf = (said: Partial<ProfileInput>) => testProfile('http://127.0.0.1:1', said).profile;

test('documented seconds are scaled, but not the slack of the machine', () => {
  const profile = timedProfileOf({ timeScale: 0.1, tolerances: { dispatchSeconds: 20, slackMs: 300 } });
  const { timeScale, dispatchMs, timeoutMs } = timingOf(profile);
  expect(timeScale).toBe(0.1);
  expect(dispatchMs).toBeCloseTo(2_300, 9);
  expect(timeoutMs).toBeCloseTo(500, 9);
});

test('the dispatch time under load replaces the general tolerance', () => {
  const tolerances = { dispatchSeconds: 20, slackMs: 300 };
  expect(timingOf(timedProfileOf({ tolerances, load: { dispatchSeconds: 3 } })).dispatchMs).toBeCloseTo(3_300, 9);
});

const drainOf = (said: Partial<ProfileInput>) => {
  const profile = timedProfileOf(said);
  const timing = timingOf(profile);
  const refusedFirst = Array.from({ length: refuseTimes }, (_, index) => latestNextMs(timing, index + 1, true));
  const overdueMs = refusedFirst.reduce((sum, ms) => sum + ms, timing.dispatchMs);
  return { seconds: drainSecondsOf(profile, timing), overdueSeconds: overdueMs / 1000, timing };
};

test('the profile can set the drain', () => {
  expect(drainOf({ load: { drainSeconds: 2.5 } }).seconds).toBe(2.5);
});

test('the drain is at least ten seconds', () => {
  expect(drainOf({ timeScale: 0.001, load: { dispatchSeconds: 1 }, tolerances: { slackMs: 10 } }).seconds).toBe(10);
});

test('all ten attempts are awaited if they take at most a minute', () => {
  const { seconds, timing } = drainOf({ timeScale: 0.02, load: { dispatchSeconds: 30 }, tolerances: { slackMs: 100 } });
  expect(seconds).toBeCloseTo(curveMs(timing) / 1000, 9);
  expect(seconds).toBeLessThan(60);
});

test('the drain is a minute if ten attempts take longer', () => {
  expect(drainOf({ load: { dispatchSeconds: 5 }, tolerances: { slackMs: 100 } }).seconds).toBe(60);
});

test('a delivery that was refused first is awaited until it is overdue', () => {
  const { seconds, overdueSeconds } = drainOf({ load: { dispatchSeconds: 120 }, tolerances: { slackMs: 100 } });
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeGreaterThanOrEqual(overdueSeconds);
});

test('more capture processes refuse more attempts, so the drain is longer', () => {
  const secondsWith = (captureProcesses: number): number =>
    drainOf({ load: { dispatchSeconds: 120, captureProcesses }, tolerances: { slackMs: 100 } }).seconds;
  expect(secondsWith(2)).toBeGreaterThan(secondsWith(1) + 2 * 120);
  // no delivery has more than nine refusals to wait for
  expect(secondsWith(20)).toBe(secondsWith(5));
});
