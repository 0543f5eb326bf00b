import { expect, test } from 'vitest';
import type { DeclaredFlow, ProfileInput } from '../fixtures/profile/schema.ts';
import { testProfile } from '../fixtures/test-profile.ts';
import {
  allCapabilities,
  companiesWithFlow,
  companyWithFlow,
  flowAlone,
  missingCapabilities,
  quietStatus,
  sharedCompanies,
} from './capability.ts';

const profileOf = (said: Partial<ProfileInput> = {}) => testProfile('http://127.0.0.1:1', said).profile;
const flow = (said: Partial<DeclaredFlow> = {}): DeclaredFlow => ({
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
  ...said,
});
const companyNamed = (name: string, flows: DeclaredFlow[], takeOver = false) => ({
  name,
  token: { env: 'TOKEN' },
  flows,
  webhook: { takeOver },
});

test('a profile that says nothing offers nothing but reading coupons-config and probing the edge, and each advice names a key', () => {
  const missing = missingCapabilities(profileOf(), allCapabilities);
  const offered = allCapabilities.filter((capability) => !missing.some((one) => one.capability === capability));
  expect(offered).toEqual(['coupons config', 'edge probes', 'many edge probes']);
  for (const { capability, cause, advice } of missing) {
    expect([capability, cause]).toEqual([capability, 'not-declared']);
    expect(advice).toMatch(/writes|resources\.|companies|capture|internalError/);
  }
});

test('what the profile denies is not offered, and what it leaves out is not declared', () => {
  const denied = profileOf({
    writes: true,
    resources: { stores: false, webhooks: false, couponsConfig: false, orders: false },
  });
  const causes = missingCapabilities(denied, [
    'create stores',
    'list orders',
    'webhooks',
    'coupons config',
    'create carts',
  ]);
  expect(causes.map(({ capability, cause }) => [capability, cause])).toEqual([
    ['create stores', 'not-offered'],
    ['list orders', 'not-offered'],
    ['webhooks', 'not-offered'],
    ['coupons config', 'not-offered'],
    ['create carts', 'not-declared'],
  ]);
});

test('without writes what reads is still offered, and what writes is not', () => {
  const resources: ProfileInput['resources'] = {
    products: { create: { path: '/p', body: {} }, list: '/p', methods: ['GET', 'PUT', 'DELETE'] },
  };
  const missing = missingCapabilities(profileOf({ resources }), [
    'create products',
    'read products',
    'update products',
    'delete products',
  ]);
  expect(missing.map(({ capability, advice }) => [capability, advice])).toEqual([
    ['create products', 'writes: true'],
    ['update products', 'writes: true'],
    ['delete products', 'writes: true'],
  ]);
});

test('only an active flow that fits offers its kind', () => {
  const profile = profileOf({ companies: [companyNamed('main', [flow({ active: false })])] });
  expect(missingCapabilities(profile, ['giftback flow', 'inactive flow']).map(({ capability }) => capability)).toEqual([
    'giftback flow',
  ]);
});

test('a flow whose trigger another active flow shares cannot be distinguished from it', () => {
  const [shared] = profileOf({
    companies: [companyNamed('main', [flow(), flow({ runMode: 'once-per-customer' })])],
  }).companies;
  expect(shared && flowAlone(shared, () => true)).toBeUndefined();
  const [apart] = profileOf({ companies: [companyNamed('main', [flow(), flow({ active: false })])] }).companies;
  expect(apart && flowAlone(apart, ({ active }) => active)).toEqual(flow());
});

test('companies whose notifications the run receives come first', () => {
  const profile = profileOf({
    companies: [companyNamed('deaf', [flow()]), companyNamed('hearing', [flow()], true)],
  });
  expect(companiesWithFlow(profile, 'giftback flow').map(({ company }) => company.name)).toEqual(['hearing', 'deaf']);
  expect(companyWithFlow(profile, 'giftback flow')?.company.name).toBe('hearing');
  expect([...sharedCompanies(profile)].map(({ name }) => name)).toEqual(['hearing']);
});

test('flows on `canceled` and `delivered` do not count as flows that orders of a partner start', () => {
  const flows = [flow({ trigger: 'canceled' }), flow({ trigger: 'delivered' })];
  const profile = profileOf({ companies: [companyNamed('main', flows)] });
  const missing = missingCapabilities(profile, ['giftback flow', 'once per order flow', 'delivered flow']);
  expect(missing.map(({ capability }) => capability)).toEqual(['giftback flow', 'once per order flow']);
});

test.for<[triggers: DeclaredFlow['trigger'][], inactive: DeclaredFlow['trigger'][], quiet: string | undefined]>([
  [['completed'], [], 'on-hold'],
  [['completed', 'on-hold'], [], 'canceled'],
  [['completed'], ['on-hold'], 'canceled'],
  [['completed', 'canceled'], ['on-hold'], 'on-hold'],
  [['on-hold', 'canceled'], [], 'completed'],
  [['completed', 'on-hold', 'canceled'], [], undefined],
  [['delivered'], [], 'on-hold'],
])('of active flows on %s and inactive ones on %s the quiet status is %s', ([triggers, inactive, quiet]) => {
  const flows = [
    ...triggers.map((trigger) => flow({ trigger })),
    ...inactive.map((trigger) => flow({ trigger, active: false })),
  ];
  const [company] = profileOf({ companies: [companyNamed('main', flows)] }).companies;
  expect(company && quietStatus(company, flow({ trigger: triggers[0] ?? 'completed' }))).toBe(quiet);
});

test('a company in which orders can wait for a flow comes before one in which they cannot', () => {
  const loud = [flow(), flow({ trigger: 'on-hold' }), flow({ trigger: 'canceled' })];
  const profile = profileOf({ companies: [companyNamed('loud', loud, true), companyNamed('quiet', [flow()], true)] });
  expect(companyWithFlow(profile, 'completed flow')?.company.name).toBe('quiet');
});
