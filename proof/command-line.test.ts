import { expect, test } from 'vitest';
import { isNamedBy, seedsOf } from './command-line.ts';

test.for<[names: string[], id: string, isNamed: boolean]>([
  [[], 'LAW-1', true],
  [['LAW-1'], 'LAW-1', true],
  [['LAW-1'], 'LAW-11', false],
  [['PAG-2', 'LAW'], 'LAW-11', true],
  [['PAG-2', 'LAW'], 'PAG-21', false],
  [['LA'], 'LAW-1', false],
])('%j names %s: %s', ([names, id, isNamed]) => {
  expect(isNamedBy(names, id)).toBe(isNamed);
});

test('seeds are counted from the first one, and one seed can be repeated', () => {
  expect(seedsOf({ from: '3', seeds: '2' })).toEqual([3, 4]);
  expect(seedsOf({ seed: '7', from: '3', seeds: '2' })).toEqual([7]);
});
