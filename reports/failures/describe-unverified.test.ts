import { expect, test } from 'vitest';
import type { Cause } from '../../core/outcome.ts';
import type { Verdict } from '../../core/verdict.ts';
import { plain } from '../kit/paint.ts';
import { sampleVerdict } from '../test-samples.ts';
import { describeNotJudged, describeUnverified } from './describe-unverified.ts';

const unverified = (rule: string, cause: Cause, reason: string): Verdict =>
  sampleVerdict({ rule, outcome: 'unverified', cause, reason });

test('rules that lack the same thing stand together, with the key to declare', () => {
  const lacking = 'create stores: resources.stores.create (path and body)';
  const lines = describeUnverified(
    [unverified('STORE-1', 'not-declared', lacking), unverified('STORE-2', 'not-declared', lacking)],
    plain,
  );
  expect(lines).toEqual([
    `? unverified, not-declared  ${lacking}`,
    '    STORE-1 STORE-2',
    "    to do     the profile's owner: add to the profile: resources.stores.create (path and body), then run again",
  ]);
});

test('a target that gave no answer is one entry, whatever was asked', () => {
  const lines = describeUnverified(
    [
      unverified('ORD-1', 'unavailable', 'GET /orders/1 answered 503'),
      unverified('ORD-2', 'unavailable', 'GET /orders/2?page=1 answered 503'),
    ],
    plain,
  );
  expect(lines[0]).toBe('? unverified, unavailable  GET /orders/1 answered 503 (and the like)');
  expect(lines[2]).toContain('to do     the target gave no answer to judge: run again later');
});

test('different causes stay apart', () => {
  const verdicts = [unverified('A-1', 'not-offered', 'x'), unverified('A-2', 'not-observable', 'x')];
  expect(describeUnverified(verdicts, plain).filter((line) => line.startsWith('?'))).toHaveLength(2);
});

test('long lists of rules are wrapped at 100 columns', () => {
  const many = Array.from({ length: 60 }, (_, index) => unverified(`ORD-${index}`, 'not-declared', 'x'));
  expect(Math.max(...describeUnverified(many, plain).map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('what the profile lacks stands by its keys, the one that holds back most rules first', () => {
  const stores = 'create stores: resources.stores.create (path and body)';
  const second = 'second company: a second entry in companies';
  const lines = describeNotJudged(
    [
      unverified('A-1', 'not-declared', second),
      unverified('A-2', 'not-declared', `${stores}; ${second}`),
      unverified('A-3', 'not-declared', second),
      unverified('A-4', 'unavailable', 'no answer'),
    ],
    plain,
  );
  expect(lines).toEqual([
    '? unverified, not-declared  3 rules, by the key that the profile lacks',
    '       3  a second entry in companies',
    '       1  resources.stores.create (path and body)',
    "    to do     the profile's owner: declare a key, the first one first; --verbose names the rules",
    '? unverified, unavailable  no answer',
    '    A-4',
    expect.stringContaining('run again later'),
  ]);
});
