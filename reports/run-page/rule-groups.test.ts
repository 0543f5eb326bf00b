import { expect, test } from 'vitest';
import { compare } from './rule-groups.ts';

const marked = (expected: string, actual: string): [string, string] => {
  const { expected: left, actual: right } = compare(expected, actual);
  return [`${left.before}[${left.differs}]${left.after}`, `${right.before}[${right.differs}]${right.after}`];
};

test.each([
  ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', ['2026-11-21T[10]:00:00Z', '2026-11-21T[11]:00:00Z']],
  ['at most 50 records', 'at most 51 records', ['at most [50] records', 'at most [51] records']],
  ['a b', 'a b c', ['a b[]', 'a b[ c]']],
  ['a a', 'a', ['a[ a]', 'a[]']],
])('of texts that are alike the part that differs is marked: %s, %s', (expected, actual, said) => {
  expect(marked(expected, actual)).toEqual(said);
});

test('single values are marked whole, though they have nothing in common', () => {
  expect(marked('422', '200')).toEqual(['[422]', '[200]']);
  expect(marked('"Pedido não encontrado"', '"Order not found"')).toEqual([
    '"[Pedido não encontrado]"',
    '"[Order not found]"',
  ]);
});

test('an assertion in words is not compared with a value', () => {
  expect(marked('one: it was accepted', '4')).toEqual(['one: it was accepted[]', '4[]']);
});

test('whatever is compared is there in full', () => {
  const texts = ['', 'a', 'a b', '\u{1f600}\u{1f601}', '\ud83d', '{"a": [1, 2]}', 'x'.repeat(1000)];
  for (const left of texts) {
    for (const right of texts) {
      const { expected, actual } = compare(left, right);
      expect(expected.before + expected.differs + expected.after).toBe(left);
      expect(actual.before + actual.differs + actual.after).toBe(right);
    }
  }
});
