import { expect, test } from 'vitest';
import { isNamedBy, oneOf, seedsOf } from './command-line.ts';

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

test('a seed that is not a whole number is refused', () => {
  expect(() => seedsOf({ from: '1', seeds: 'ten' })).toThrow('A seed is a whole number, not "ten"');
  expect(() => seedsOf({ seed: '1.5', from: '1', seeds: '1' })).toThrow('not "1.5"');
});

test('an option takes only its own values', () => {
  expect(oneOf('depth', ['full', 'quick'], 'quick')).toBe('quick');
  expect(() => oneOf('depth', ['full', 'quick'], 'deep')).toThrow('--depth takes full, quick, not "deep"');
});
