import { expect, test } from 'vitest';
import { excerpt, printable, printableLines, wrapped } from './printable.ts';

test.each([
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['\u009b2J', '\\u{9b}2J'],
  ['abc\u202egpj.exe', 'abc\\u{202e}gpj.exe'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['line\u2028break', 'line\\u{2028}break'],
  ['two\r\nlines\t', 'two\\r\\nlines\\t'],
  ['thin\u2009space', 'thin\\u{2009}space'],
  ['\ud800', '\\u{d800}'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('letters of any script stay as they are', () => {
  expect(printable('Usuário não encontrado 用户 🎟')).toBe('Usuário não encontrado 用户 🎟');
});

test('lines of ours stay lines', () => {
  expect(printableLines('one\ntwo\u0007')).toBe('one\ntwo\\u{7}');
});

test('an excerpt says how long the text was', () => {
  expect(excerpt('x'.repeat(20), 5)).toBe('xxxxx… (20 characters)');
});

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
