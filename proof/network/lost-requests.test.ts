import { expect, test } from 'vitest';
import { missingFrom } from './lost-requests.ts';

test('what was there more often than it was recorded is missing as often', () => {
  expect(missingFrom(['a', 'b', 'a', 'a'], ['a', 'c', 'a'])).toEqual(['b', 'a']);
  expect(missingFrom(['a'], ['a', 'a'])).toEqual([]);
});
