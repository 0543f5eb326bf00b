import { expect, test } from 'vitest';
import { startEmbedded } from '../embedded/start-embedded.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { describeVerdict, isRed, judgeTarget } from './judge-embedded.ts';

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
  await using target = await startEmbedded();
  const profile = { ...target.profile, resources: { ...target.profile.resources, ...resources } };
  const verdicts = await judgeTarget({ profile, secrets: target.secrets }, ({ depth }) => depth !== 'full');
  const accusing = verdicts.filter((verdict) => isRed(verdict) || verdict.outcome === 'error');
  expect(accusing.map(describeVerdict)).toEqual([]);
  expect(verdicts.some(({ outcome, cause }) => outcome === 'unverified' && cause === 'not-reached')).toBe(true);
});
