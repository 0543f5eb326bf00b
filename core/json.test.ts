import { expect, test } from 'vitest';
import { isObject, show, valueAt } from './json.ts';

test('a pointer leads through objects and arrays, and to undefined if there is no value', () => {
  const root = { a: [{ 'b/c': 1, 'd~e': 2 }], empty: null };
  expect(valueAt(root, '')).toBe(root);
  expect(valueAt(root, '/a/0/b~1c')).toBe(1);
  expect(valueAt(root, '/a/0/d~0e')).toBe(2);
  for (const nowhere of ['/a/1', '/a/x', '/a/0/b', '/empty/a', '/toString', '/a/length']) {
    expect([nowhere, valueAt(root, nowhere)]).toEqual([nowhere, undefined]);
  }
  expect(valueAt(undefined, '/a')).toBeUndefined();
});

test('an array and null are not objects', () => {
  expect([{}, [], null, 'a', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});

test('a value is shown as JSON, undefined as nothing, and a long value is cut with its length', () => {
  expect(show({ a: null })).toBe('{"a":null}');
  expect(show(undefined)).toBe('nothing');
  const long = show('x'.repeat(1000));
  expect(long).toMatch(/^"x+… \(1002 characters\)$/);
  expect(long.length).toBeLessThan(330);
});
