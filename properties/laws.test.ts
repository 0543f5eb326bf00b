import { expect, test } from 'vitest';
import { levelFault } from '../suites/test-level-fault.ts';
import { lawSections } from './laws.ts';

test('the level of every law rests on its first statement', () => {
  const laws = lawSections.flatMap((section) => section.laws);
  expect(laws.map(levelFault).filter((fault) => fault !== undefined)).toEqual([]);
});

test('no id of a law is used twice, because recordings are kept by it', () => {
  const ids = lawSections.flatMap((section) => section.laws.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
