import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyTable } from './key-table.ts';
import { createColumn } from './tables.ts';

/** Mostly random UUIDs, some consecutive ones, and a few other texts. */
const idOf = (number: number): string => {
  if (number % 50 === 0) return `ordem nº ${number} "ção"`;
  return number % 10 === 0 ? `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` : randomUUID();
};

test('50,000 ids have the same numbers as in a Map', () => {
  const ids = Array.from({ length: 50_000 }, (_, number) => idOf(number));
  const table = createKeyTable();
  const known = new Map<string, number>();
  // compared as sums: an expectation each would take longer than the table
  let wrong = 0;
  for (const [at, id] of ids.entries()) {
    // every fifth comes again
    for (const each of at % 5 === 0 ? [id, ids[at >> 1] ?? id] : [id]) {
      if (!known.has(each)) known.set(each, known.size);
      if (table.place(each) !== known.get(each)) wrong += 1;
    }
  }
  for (const [id, number] of known) if (table.find(id) !== number || table.idAt(number) !== id) wrong += 1;
  expect([wrong, table.size]).toEqual([0, known.size]);
  expect([randomUUID(), 'selo-50001', ''].map((id) => table.find(id))).toEqual([undefined, undefined, undefined]);
});

test('an empty table finds nothing, and finding adds nothing', () => {
  const table = createKeyTable();
  expect(table.find(randomUUID())).toBeUndefined();
  expect(table.size).toBe(0);
});

test('the UUID of zeros, the empty string and capitals are valid ids', () => {
  const table = createKeyTable();
  const zeros = '00000000-0000-0000-0000-000000000000';
  expect([zeros, '', zeros, ''].map((id) => table.place(id))).toEqual([0, 1, 0, 1]);
  expect([table.idAt(0), table.idAt(1)]).toEqual([zeros, '']);
  const upper = '0F0E0D0C-0B0A-4009-8008-070605040302';
  expect(table.place(upper)).toBe(table.place(upper.toLowerCase()));
});

test('a column has the written values, and 0 elsewhere', () => {
  const column = createColumn(Float64Array);
  expect([column.get(0), column.get(1_000_000)]).toEqual([0, 0]);
  column.set(5_000, 1.5);
  column.set(0, 2);
  column.set(1_000_000, 3);
  expect([0, 1, 5_000, 1_000_000, 1_000_001].map(column.get)).toEqual([2, 0, 1.5, 3, 0]);
});
