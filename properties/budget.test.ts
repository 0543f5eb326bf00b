import { expect, test } from 'vitest';
import type { Depth } from '../core/result.ts';
import type { ProfileInput } from '../fixtures/profile/schema.ts';
import { testProfile } from '../fixtures/test-profile.ts';
import { limitsOf, openBudget } from './budget.ts';

test.each<[what: string, limits: ProfileInput['limits'], depth: Depth, seconds: number, requests: number]>([
  ['at quick depth', {}, 'quick', 60, 1000],
  ['at full depth', {}, 'full', 600, 10_000],
  ['under a rate limit', { requestsPerSecond: 20 }, 'quick', 60, 60],
  ['under a rate limit that is higher than what it needs', { requestsPerSecond: 5000 }, 'quick', 60, 1000],
  ['for as long as the profile says', { search: { seconds: 5 } }, 'full', 5, 10_000],
  ['under a rate limit in the time of the profile', { requestsPerSecond: 20, search: { seconds: 5 } }, 'full', 5, 5],
  ['as the profile says, whatever the rate', { requestsPerSecond: 1, search: { requests: 300 } }, 'quick', 60, 300],
])('%s a property has its share', (_, limits, depth, seconds, requests) => {
  const { profile } = testProfile('http://127.0.0.1:1', { limits });
  expect(limitsOf(profile, depth)).toEqual({ seconds, requests });
});

test('a budget is spent with its last request', () => {
  const budget = openBudget({ seconds: 60, requests: 3 }, () => 0);
  budget.spend(2);
  expect(budget.spent()).toBeUndefined();
  budget.spend(1);
  expect(budget.spent()).toBe('requests');
});

test('a budget is spent when its time is over', () => {
  let nowMs = 1000;
  const budget = openBudget({ seconds: 5, requests: 3 }, () => nowMs);
  nowMs = 6000;
  expect(budget.spent()).toBeUndefined();
  nowMs = 6001;
  expect(budget.spent()).toBe('time');
});
