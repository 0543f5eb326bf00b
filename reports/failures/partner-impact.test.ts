import { expect, test } from 'vitest';
import { listedRules } from '../listed-rules.ts';
import { impactOf, rulesWithImpact } from './partner-impact.ts';

test('every rule says what breaks for partners', () => {
  const silent = listedRules.filter(({ id, section }) => impactOf({ rule: id, section }) === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every exception names a rule that exists', () => {
  const ids = new Set(listedRules.map(({ id }) => id));
  expect(rulesWithImpact.filter((id) => !ids.has(id))).toEqual([]);
});
