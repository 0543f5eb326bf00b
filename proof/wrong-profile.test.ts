import { expect, test } from 'vitest';
import type { Result } from '../core/result.ts';
import { isUnverified } from '../core/verdict.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { judgeSelected } from '../properties/rule-judges.ts';
import { adviceOn } from '../reports/failures/describe-fault.ts';
import { consoleReport } from '../reports/formats/console-report.ts';
import { plain } from '../reports/kit/printable.ts';
import { type SimulationOptions, simulate } from '../simulation/simulated-run.ts';
import { describeVerdict, isFalsePositive } from './judge-embedded.ts';
import { resultOf } from './recordings/verify-recording.ts';

type Resources = Profile['resources'];

/** Judges a target by every rule, and makes the document of the run. */
const judgedWith = (
  change: (profile: Profile) => Profile,
  options: Partial<SimulationOptions> = {},
  /** Properties fail for what rules fail for. */
  isSelected = ({ id }: { id: string }): boolean => !id.startsWith('LAW-'),
): Promise<{ result: Result; wrongly: string[] }> =>
  simulate(
    {
      seed: 1,
      depth: 'quick',
      ...options,
      profile: (profile) => ({ ...change(profile), limits: { ...profile.limits, search: { cases: 2 } } }),
    },
    async (session) => {
      const verdicts = await judgeSelected(session, isSelected);
      return { wrongly: verdicts.filter(isFalsePositive).map(describeVerdict), result: resultOf(session, verdicts) };
    },
  );

const withResources =
  (resources: Resources) =>
  (profile: Profile): Profile => ({ ...profile, resources: { ...profile.resources, ...resources } });

/** Rules that were tried and could not be judged, and are not held back by the wrong key. */
const otherwiseHeldBack = ({ verdicts }: Result): string[] =>
  verdicts
    .filter(isUnverified)
    .filter((verdict) => verdict.cause === 'not-reached' && adviceOn(verdict).who === 'platform')
    .map(({ rule, reason }) => `${rule}: ${reason}`);

const wrong: [what: string, resources: Resources, key: string, request: RegExp, status: number][] = [
  [
    'the body of an order',
    { orders: { body: { unknown: '{phone}' } } },
    'resources.orders.body',
    /^POST \/orders$/,
    400,
  ],
  [
    'the body of a customer',
    { customers: { create: { path: '/customers', body: { unknown: 1 } }, methods: ['GET'] } },
    'resources.customers.create.body',
    /^POST \/customers$/,
    400,
  ],
  [
    'the body of a store',
    { stores: { create: { path: '/stores', body: { unknown: 1 } }, methods: ['GET', 'PUT', 'DELETE'] } },
    'resources.stores.create.body',
    /^POST \/stores$/,
    400,
  ],
  [
    'the path that makes products',
    { products: { create: { path: '/produtos', body: { name: '{name}' } }, methods: ['GET'] } },
    'resources.products.create.path',
    /^POST \/produtos$/,
    404,
  ],
  [
    'the body of a webhook',
    { webhooks: { body: { wrongField: '{url}' }, idPointer: '/id' } },
    'resources.webhooks.body',
    /^POST \/webhooks$/,
    400,
  ],
];

test.for(wrong)(
  'a profile that is wrong about %s is reported once, with its key and what was answered',
  async ([, resources, key, request, status]) => {
    const { result, wrongly } = await judgedWith(withResources(resources));
    expect(wrongly).toEqual([]);
    expect(otherwiseHeldBack(result)).toEqual([]);
    const [fault, ...others] = result.profileFaults ?? [];
    expect(others).toEqual([]);
    expect(fault?.key).toBe(key);
    expect(`${fault?.refused?.method} ${fault?.refused?.path}`).toMatch(request);
    expect(fault?.refused).toMatchObject({ status, body: expect.stringContaining('{') });
    const report = consoleReport(result, 'folder', plain).join('\n');
    expect(report.split(`! ${key}`)).toHaveLength(2);
    expect(report).toMatch(new RegExp(`sent {6}${fault?.refused?.method} .+\\{[^]+answer {4}${status} `));
    const heldBack = result.verdicts.filter(isUnverified).filter(({ cause }) => cause === 'profile');
    expect(heldBack.map(({ rule }) => rule)).toEqual(fault?.rules);
    for (const verdict of heldBack) {
      expect(verdict.reason).toBe(`needs \`${key}\`, which the target refused`);
      expect(adviceOn(verdict)).toEqual({ who: 'profile', what: `correct \`${key}\` in the profile, then run again` });
    }
  },
);

test('a profile that is wrong about the path of a list makes no verdict against the target', async () => {
  const { result, wrongly } = await judgedWith(
    withResources({ orders: { body: {}, list: '/pedidos' } }),
    {},
    () => true,
  );
  expect(wrongly).toEqual([]);
  expect(result.profileFaults?.map(({ key }) => key)).toContain('resources.orders.list');
});

test('a receiver that nobody reaches is reported once, and no rule blames the target', async () => {
  const { result, wrongly } = await judgedWith(
    (profile) => ({ ...profile, capture: { publicUrl: 'http://capture.simulated' } }),
    { network: { deliveries: { latencyMs: [1, 1], accidents: { drop: 1 } } } },
  );
  expect(wrongly).toEqual([]);
  expect(otherwiseHeldBack(result)).toEqual([]);
  expect(result.profileFaults).toMatchObject([
    { key: 'capture.publicUrl', message: expect.stringContaining('none of our own 32 test requests') },
  ]);
  expect(result.profileFaults?.[0]?.rules.length).toBeGreaterThan(20);
});

test('what was accepted once is described rightly: its refusal elsewhere is not the profile’s', async () => {
  let creations = 0;
  const { result } = await judgedWith((profile) => profile, {
    platform: {
      wrap: (handle) => (call) =>
        call.method === 'POST' && call.path === '/stores' && ++creations > 3
          ? { status: 422, body: { message: 'no more stores' } }
          : handle(call),
    },
  });
  expect(result.profileFaults).toEqual([]);
});
