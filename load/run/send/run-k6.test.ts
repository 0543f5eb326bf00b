import { expect, test } from 'vitest';
import { testProfile } from '../../../fixtures/test-profile.ts';
import type { RequestFact } from '../../facts.ts';
import { Traffic } from '../record/traffic.ts';
import { hookEnvironment, watchForCollapse } from './run-k6.ts';

/** Journeys with a request each, and a look after them. */
const watching = () => {
  const traffic = new Traffic();
  const collapsed = watchForCollapse(traffic, 15_000);
  collapsed(0);
  return (journeys: number, failed: number, status = 503): string | undefined => {
    for (let number = 0; number < journeys; number += 1) {
      const request: RequestFact = ['POST /orders', 1_000_000, 5, number < failed ? status : 200];
      traffic.journey(['j', 'measure', 'amber', 'completed', 0, [request], null]);
    }
    return collapsed(0)?.endedBy;
  };
};

test.for([
  [50, 50, true],
  [49, 49, false],
  [100, 50, true],
  [101, 50, false],
  [1_000, 490, false],
  [0, 0, false],
] as const)('of %i journeys, %i fail: a collapse is %s', ([journeys, failed, isCollapse]) => {
  expect(watching()(journeys, failed) !== undefined).toBe(isCollapse);
});

test('a collapse is described', () => {
  expect(watching()(80, 60)).toBe('the target collapsed: 60 of the latest requests failed, in 80 journeys');
});

test('requests without a response fail, refused ones do not', () => {
  expect(watching()(100, 100, 0)).toBeDefined();
  expect(watching()(100, 100, 422)).toBeUndefined();
});

test('failures of several looks add up', () => {
  const look = watching();
  expect([look(20, 20), look(20, 20), look(20, 20)].map((found) => found !== undefined)).toEqual([false, false, true]);
});

test('only recent failures count', () => {
  const look = watching();
  look(5_000, 0);
  for (let looks = 0; looks < 10; looks += 1) expect(look(10, 0)).toBeUndefined();
  expect(look(45, 45)).toBeUndefined();
  for (let looks = 0; looks < 10; looks += 1) expect(look(5, 0)).toBeUndefined();
  expect(look(45, 45)).toBeUndefined();
  expect(look(45, 45)).toMatch(/^the target collapsed: 90 /);
});

test('a target that answers nearly everything with 429 ends the run', () => {
  expect(watching()(100, 89, 429)).toBeUndefined();
  expect(watching()(100, 90, 429)).toMatch(/^the target limits the rate: 90 of the latest requests were answered 429/);
});

test('a target hangs if no journey ends for the given time', () => {
  const traffic = new Traffic();
  const collapsed = watchForCollapse(traffic, 15_000);
  const request: RequestFact = ['POST /orders', 1_000_000, 5, 200];
  expect(collapsed(0)).toBeUndefined();
  traffic.journey(['j', 'measure', 'amber', 'completed', 0, [request], null]);
  expect([collapsed(1_000), collapsed(15_900)]).toEqual([undefined, undefined]);
  expect(collapsed(16_000)).toEqual({
    ended: 'aborted',
    endedBy: 'the target hangs: no journey ended for 15 s',
    hung: true,
  });
});

test('a hook inherits the environment without any secret of the profile', () => {
  const restore = { url: 'https://shop.example/in', bearerToken: { env: 'SECOND' } };
  const { profile } = testProfile('https://partners.example', {
    companies: [{ name: 'main', token: { env: 'TOKEN' }, webhook: { takeOver: true, restore } }],
  });
  const ours = { PATH: '/bin', KUBECONFIG: '/cluster', ACCESS: 'a secret', TOKEN: 'a secret', SECOND: 'a secret' };
  expect(hookEnvironment(profile, ours)).toEqual({ PATH: '/bin', KUBECONFIG: '/cluster' });
});
