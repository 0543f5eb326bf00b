import { expect, test } from 'vitest';
import { loadResultSchema } from '../../core/load-result.ts';
import { sampleFailingLoadResult, sampleLoadResult } from './test-load-result.ts';

test.each([
  ['one that holds', sampleLoadResult()],
  ['one that fails', sampleFailingLoadResult()],
])('the sample of a run is a document of its schema: %s', (_, result) => {
  expect(loadResultSchema.parse(result)).toEqual(result);
});

test.each([
  ['one that holds', sampleLoadResult()],
  ['one that fails', sampleFailingLoadResult()],
])('every due notification of the sample is in one class: %s', (_, { conservation: { due, ...classes } }) => {
  expect(Object.values(classes).reduce((total, count) => total + count, 0)).toBe(due);
});
