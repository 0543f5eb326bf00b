import { expect, test } from 'vitest';
import { adjustedByHolm } from './judge-measures.ts';

test('the smallest p-value is multiplied by the number of tests, and the order is kept', () => {
  expect(adjustedByHolm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
  expect(adjustedByHolm([0.5, 0.9])).toEqual([1, 1]);
  expect(adjustedByHolm([0.02])).toEqual([0.02]);
});
