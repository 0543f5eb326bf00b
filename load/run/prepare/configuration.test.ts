import { expect, test } from 'vitest';
import type { ProfileInput } from '../../../fixtures/profile/schema.ts';
import { testProfile } from '../../../fixtures/test-profile.ts';
import type { LoadPlan } from '../../plan.ts';
import { configurationOf, machineOf } from './prepare.ts';
import { type LoadRequest, type PlannedDrill, planOf } from './prepare-plan.ts';

const request: LoadRequest = { script: 'mixed', shape: 'steady', rate: 50, seconds: 20, seed: 1, jitter: false };

const flow = { trigger: 'completed', step: { kind: 'giftback', percent: 10 }, runMode: 'once-per-order' } as const;
const company = (name: string, flows = 1) => ({
  name,
  token: { env: 'TOKEN' },
  flows: Array.from({ length: flows }, () => ({ ...flow, active: true })),
});

type Change = {
  request?: Partial<LoadRequest>;
  profile?: Partial<ProfileInput>;
  plan?: Partial<LoadPlan>;
  drill?: PlannedDrill;
  failingReceivers?: string[];
};

const digestOf = ({
  request: asked,
  profile: said,
  plan: changed,
  drill,
  failingReceivers = [],
}: Change = {}): string => {
  const { profile } = testProfile('http://127.0.0.1:1', {
    companies: [company('main')],
    resources: { orders: { body: { total: '{total}' }, list: '/orders' } },
    ...said,
  });
  const plan = planOf(profile, { ...request, ...asked }, { runId: 'one', summaryFile: '/one' });
  return configurationOf({ ...plan, ...changed }, profile, { drill, failingReceivers });
};

test.for<[string, Change]>([
  ['nothing', {}],
  ['the seed', { request: { seed: 2 } }],
  ['the run', { plan: { runId: 'two', summaryFile: '/two' } }],
  ['the order in which the profile names its weights', { profile: { load: { weights: { pay: 1, completed: 4 } } } }],
])('runs that differ in %s have the same configuration', ([, change]) => {
  const base: Change = change.profile === undefined ? {} : { profile: { load: { weights: { completed: 4, pay: 1 } } } };
  expect(digestOf(change)).toBe(digestOf(base));
});

test.for<[string, Change]>([
  ['rate', { request: { rate: 51 } }],
  ['duration', { request: { seconds: 21 } }],
  ['shape', { request: { shape: 'spike' } }],
  ['script', { request: { script: 'orders' } }],
  ['arrivals', { request: { jitter: true } }],
  ['weights', { profile: { load: { weights: { completed: 1 } } } }],
  ['sampling', { profile: { load: { sampleEvery: 3 } } }],
  ['refused deliveries', { profile: { load: { refuseEvery: 3 } } }],
  ['objectives', { profile: { load: { objectives: { latency: { 'POST /orders': { p95: 100 } } } } } }],
  ['time scale', { profile: { timeScale: 0.5 } }],
  ['flows', { profile: { companies: [company('main', 2)] } }],
  ['number of companies', { profile: { companies: [company('main'), company('other')] } }],
  ['drill', { drill: { kind: 'gone', afterSeconds: 8, seconds: 5 } }],
  ['failing receiver', { failingReceivers: ['main'] }],
  ['bodies', { profile: { resources: { orders: { body: { total: '{total}', note: 'x' }, list: '/orders' } } } }],
])('runs that differ in %s have different configurations', ([, change]) => {
  expect(digestOf(change)).not.toBe(digestOf());
});

test('the digest has twelve hexadecimal digits', () => {
  expect(digestOf()).toMatch(/^[0-9a-f]{12}$/);
});

test('the machine is described by platform, processor and memory', () => {
  const { platform, cpu, cores, memoryGiB } = machineOf();
  expect([platform, cpu].every((text) => text !== '')).toBe(true);
  expect([cores, memoryGiB].every((number) => Number.isInteger(number) && number > 0)).toBe(true);
});
