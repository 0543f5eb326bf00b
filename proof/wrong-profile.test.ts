import { expect, test } from 'vitest';
import type { Profile } from '../fixtures/profile/profile.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { describeVerdict, isRed } from './judge-embedded.ts';

type Resources = Profile['resources'];

const wrong: [what: string, resources: Resources][] = [
  ['the body of an order', { orders: { body: { unknown: '{phone}' } } }],
  ['the body of a customer', { customers: { create: { path: '/customers', body: { unknown: 1 } }, methods: ['GET'] } }],
  [
    'the body of a store',
    { stores: { create: { path: '/stores', body: { unknown: 1 } }, methods: ['GET', 'PUT', 'DELETE'] } },
  ],
  [
    'the path that makes products',
    { products: { create: { path: '/produtos', body: { name: '{name}' } }, methods: ['GET'] } },
  ],
  ['the path of a list', { orders: { body: {}, list: '/pedidos' } }],
];

test.for(wrong)('a profile that is wrong about %s makes no verdict against the target', async ([, resources]) => {
  const verdicts = await judgeSimulated({
    seed: 1,
    depth: 'quick',
    profile: (profile) => ({
      ...profile,
      resources: { ...profile.resources, ...resources },
      limits: { ...profile.limits, search: { cases: 2 } },
    }),
  });
  const wrongly = verdicts.filter((verdict) => isRed(verdict) || verdict.outcome === 'error');
  expect(wrongly.map(describeVerdict)).toEqual([]);
  expect(verdicts.some(({ outcome, cause }) => outcome === 'unverified' && cause === 'not-reached')).toBe(true);
});
