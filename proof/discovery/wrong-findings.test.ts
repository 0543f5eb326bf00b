import { expect, test } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow, ProfileInput } from '../../fixtures/profile/schema.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { wrongIn } from './wrong-findings.ts';

const flow: DeclaredFlow = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
};
const customers = { create: { path: '/customers', body: { contact: { phone: '{phone}' } } }, list: '/customers/list' };

const profileWith = (said: Partial<ProfileInput>): Profile => testProfile('http://127.0.0.1', said).profile;
const withFlow = (flows: NonNullable<ProfileInput['companies'][number]['flows']>): Profile =>
  profileWith({ companies: [{ name: 'main', token: { env: 'TOKEN' }, flows }] });

const owner = profileWith({ resources: { customers, webhooks: { body: { hook: '{url}' }, idPointer: '/data/id' } } });

test.for<[what: string, Partial<ProfileInput>, wrong: string[]]>([
  ['nothing, where the same is found', { resources: { customers } }, []],
  ['nothing, where less is found', { resources: {} }, []],
  [
    'another list',
    { resources: { customers: { ...customers, list: '/people' } } },
    ['resources.customers.list is /people, not /customers/list'],
  ],
  [
    'another field',
    { resources: { customers: { create: { path: '/customers', body: { phone: '{phone}' } } } } },
    ['resources.customers.create.body: {phone} at /phone'],
  ],
  [
    'another pointer',
    { resources: { webhooks: { body: { hook: '{url}' }, idPointer: '/id' } } },
    ['resources.webhooks.idPointer is /id, not /data/id'],
  ],
])('what is wrong in a found profile: %s', ([, found, wrong]) => {
  expect(wrongIn(owner, profileWith(found))).toEqual(wrong);
});

test('a flow that differs from the owner’s is wrong, and so is one that shares its trigger', () => {
  const weekly: DeclaredFlow = { ...flow, runMode: 'once-per-customer' };
  expect(wrongIn(withFlow([flow]), withFlow([flow]))).toEqual([]);
  expect(wrongIn(withFlow([flow]), withFlow([weekly]))).toEqual([
    'runMode of the flow on completed of main: "once-per-customer", not "once-per-order"',
  ]);
  expect(wrongIn(withFlow([flow, flow]), withFlow([flow]))).toEqual(['flow on completed of main: there are 2']);
});
