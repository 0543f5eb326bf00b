import { expect, test } from 'vitest';
import { groupNames, groupsOf, impactOf, namedRules } from './groups.ts';
import { listedRules } from './listed-rules.ts';

test('every rule and every property is in a group', () => {
  expect(listedRules.filter((rule) => groupsOf(rule).length === 0).map(({ id }) => id)).toEqual([]);
});

test('a new rule is in the groups of its section', () => {
  expect(groupsOf({ id: 'COUP-9999', section: 'coupons' })).toEqual(['money']);
  expect(groupsOf({ id: 'ORD-9999', section: 'orders' })).toEqual(['data-safety', 'sync']);
});

test('an exception joins the groups of its section', () => {
  expect(groupsOf({ id: 'ORD-26', section: 'orders' })).toEqual(['money', 'data-safety', 'sync']);
});

test('every rule says what breaks for partners', () => {
  const silent = listedRules.filter(({ id, section }) => impactOf({ rule: id, section }) === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every exception names a rule that exists', () => {
  const ids = new Set(listedRules.map(({ id }) => id));
  expect(namedRules.filter((id) => !ids.has(id))).toEqual([]);
});

test('every group has rules', () => {
  const used = new Set(listedRules.flatMap((rule) => groupsOf(rule)));
  expect(groupNames.filter((group) => !used.has(group))).toEqual([]);
});
