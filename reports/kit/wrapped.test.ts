import { expect, test } from 'vitest';
import { wrapped } from './wrapped.ts';

test('lines break between words and are no wider than asked for', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('a word that is wider is broken itself', () => {
  expect(wrapped('a abcdefghij b', 4)).toEqual(['a', 'abcd', 'efgh', 'ij b']);
});

test('a text that fits, an empty one too, is one line', () => {
  expect(wrapped('fits', 9)).toEqual(['fits']);
  expect(wrapped('', 9)).toEqual(['']);
});
