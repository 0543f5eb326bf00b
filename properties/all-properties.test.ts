import { expect, test } from 'vitest';
import { levelFault } from '../suites/test-level-fault.ts';
import { propertySections } from './all-properties.ts';

test('the level of every property rests on its first statement', () => {
  const properties = propertySections.flatMap((section) => section.properties);
  expect(properties.map(levelFault).filter((fault) => fault !== undefined)).toEqual([]);
});

test('no id of a property is used twice, because recordings are kept by it', () => {
  const ids = propertySections.flatMap((section) => section.properties.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
