import { expect, test } from 'vitest';
import { loadResultSchema } from '../../core/load-result.ts';
import { sampleFailingLoadResult, sampleLoadResult } from './test-load-result.ts';

test.each([
  ['one that holds', sampleLoadResult()],
  ['one that fails', sampleFailingLoadResult()],
])('the sample matches its schema: %s', (_, result) => {
  expect(loadResultSchema.parse(result)).toEqual(result);
});

test.each([
  ['one that holds', sampleLoadResult()],
  ['one that fails', sampleFailingLoadResult()],
])('the classes of the sample add up: %s', (_, { conservation: { due, ...classes } }) => {
  expect(Object.values(classes).reduce((total, count) => total + count, 0)).toBe(due);
});
