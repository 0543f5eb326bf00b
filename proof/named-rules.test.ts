import { expect, test } from 'vitest';
import { isNamedBy } from './named-rules.ts';

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
