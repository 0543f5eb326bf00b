import { expect, test } from 'vitest';
import { assertion } from './assertion.ts';

test.each([
  ['a text that looks like another value', '10.5', '"10.5"'],
  ['a text that looks like true', 'true', '"true"'],
  ['another text', 'not a date', 'not a date'],
  ['a number', 10.5, '10.5'],
  ['no value', undefined, 'nothing'],
])('%s is shown so that its type is seen', (_, actual, shown) => {
  expect(assertion('/amount', 'a number', actual, false).actual).toBe(shown);
});
