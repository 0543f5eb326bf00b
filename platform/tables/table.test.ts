import { expect, test } from 'vitest';
import type { StoredRecord } from './records.ts';
import { createTable } from './table.ts';

interface Named extends StoredRecord {
  name: string;
}

const record = (id: string, name: string): Named => ({
  id,
  name,
  companyId: 'company',
  externalId: null,
  createdAt: 0,
  updatedAt: 0,
});

const newTable = (rankOf: (position: number) => number = Math.random) =>
  createTable<Named, 'name'>({ name: ({ name }) => name }, rankOf);

test('two records in a list never change places, whatever is added or removed between', () => {
  const table = newTable();
  for (let number = 0; number < 50; number += 1) table.insert(record(`old-${number}`, 'old'));
  const before = table.list().map(({ id }) => id);
  for (let number = 0; number < 50; number += 1) table.insert(record(`new-${number}`, 'new'));
  const seventh = table.byId('old-7');
  if (seventh !== undefined) table.remove(seventh);
  const after = table.list().map(({ id }) => id);
  expect(after).toHaveLength(99);
  expect(after.filter((id) => id.startsWith('old-'))).toEqual(before.filter((id) => id !== 'old-7'));
});

test('the rank decides the order of the list', () => {
  const table = newTable((position) => -position);
  for (const id of ['first', 'second', 'third']) table.insert(record(id, id));
  expect(table.list().map(({ id }) => id)).toEqual(['third', 'second', 'first']);
});

test('an update moves a record from its old key to its new one', () => {
  const table = newTable();
  const moved = record('one', 'before');
  table.insert(moved);
  table.update(moved, { name: 'after' });
  expect(table.by('name', 'before')).toEqual([]);
  expect(table.by('name', 'after')).toEqual([moved]);
});

test('a removed record is found nowhere', () => {
  const table = newTable();
  const gone = record('one', 'gone');
  table.insert(gone);
  table.list();
  table.remove(gone);
  expect(table.byId('one')).toBeUndefined();
  expect(table.by('name', 'gone')).toEqual([]);
  expect(table.list()).toEqual([]);
});
