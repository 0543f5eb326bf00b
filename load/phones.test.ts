import { expect, test } from 'vitest';
import { phoneAt, phonesOf } from './phones.ts';

test('each # is a digit, in any number of groups', () => {
  expect(phoneAt('+55 (##) 9####-####', 1_234_567_890)).toBe('+55 (12) 93456-7890');
  expect(phoneAt('+5511#########', 7)).toBe('+5511000000007');
  expect(phonesOf('+55 (##) 9####-####')).toBe(10 ** 10);
});

test('all phones of a pattern differ, and numbers beyond the last start over', () => {
  const pattern = '#-##-#';
  const phones = Array.from({ length: phonesOf(pattern) }, (_, number) => phoneAt(pattern, number));
  expect(new Set(phones).size).toBe(10_000);
  expect(phones.at(-1)).toBe('9-99-9');
  expect(phoneAt(pattern, 10_000)).toBe(phones[0]);
});

test('digits beyond the precision of a number are zeros on the left', () => {
  const pattern = '#'.repeat(20);
  expect(phonesOf(pattern)).toBe(10 ** 15);
  expect(phoneAt(pattern, 10 ** 15 - 1)).toBe(`00000${'9'.repeat(15)}`);
});
