import { expect, test } from 'vitest';
import { inSampleOrder, visibleDefects, visibleSections } from './visible-defects.ts';

test('no defect of flows, registrations or deliveries is visible to a tool that only sends requests', () => {
  const prefixes = new Set(visibleDefects.map(({ rule }) => rule.slice(0, rule.indexOf('-'))));
  expect([...prefixes].filter((prefix) => ['FLOW', 'HOOK', 'DLV'].includes(prefix))).toEqual([]);
  expect(visibleDefects.filter(({ rule }) => ['PAS-15', 'PAS-16', 'PAS-17'].includes(rule))).toEqual([]);
});

test('the sample order has every visible defect once, and its first quarter touches every section', () => {
  const ordered = inSampleOrder(visibleDefects, 1);
  expect(new Set(ordered)).toEqual(new Set(visibleDefects));
  expect(ordered).toHaveLength(visibleDefects.length);
  const quarter = ordered.slice(0, ordered.length / 4);
  expect(new Set(quarter.map(({ section }) => section))).toEqual(new Set(visibleSections));
});

test('the sample order depends on the seed alone', () => {
  const rules = (seed: number) => inSampleOrder(visibleDefects, seed).map(({ rule, text }) => `${rule} ${text}`);
  expect(rules(1)).toEqual(rules(1));
  expect(rules(1)).not.toEqual(rules(2));
});
