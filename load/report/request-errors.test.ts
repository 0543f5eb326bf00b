import { expect, test } from 'vitest';
import { errorsOf, statusesInWords } from './figures.ts';

test('no answer and 500 and above are errors; a refusal is an answer', () => {
  expect(errorsOf({ 0: 2, 200: 90, 404: 5, 429: 3, 500: 4, 503: 1 })).toBe(7);
});

test('answers are reported most frequent first', () => {
  expect(statusesInWords({ 0: 2, 202: 9000 })).toBe('202 × 9,000, no answer × 2');
});
