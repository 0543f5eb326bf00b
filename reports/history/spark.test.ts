import { expect, test } from 'vitest';
import { spark } from './console-report.ts';

test.each<[values: (number | undefined)[], line: string]>([
  [[0, 0.5, 1], '▁▅█'],
  [[3, undefined, 4], '▁·█'],
  [[7, 7], '▅▅'],
  [[undefined], '·'],
  [[], ''],
])('%j is drawn as %s', (values, line) => {
  expect(spark(values)).toBe(line);
});
