import { expect, test } from 'vitest';
import { groupNames, groupsOf, namedInGroups } from './groups.ts';
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

test('every group has rules, and every exception is a rule', () => {
  const ids = new Set(listedRules.map(({ id }) => id));
  expect(namedInGroups.filter((id) => !ids.has(id))).toEqual([]);
  const used = new Set(listedRules.flatMap((rule) => groupsOf(rule)));
  expect(groupNames.filter((group) => !used.has(group))).toEqual([]);
});
