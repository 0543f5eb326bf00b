import { expect, test } from 'vitest';
import { traceIdOf, traceparentOf } from './trace.ts';

test('every journey has its own trace id', () => {
  const ids = Array.from({ length: 50_000 }, (_, index) => traceIdOf(`selo-a7ae2346-measure-${index}`));
  expect(new Set(ids).size).toBe(ids.length);
  expect(traceIdOf('selo-a7ae2346-measure-7')).toBe(ids[7]);
});

test('a traceparent has the form of W3C Trace Context', () => {
  const trace = traceIdOf('selo-r-measure-1');
  const [first, second] = [traceparentOf(trace, 1), traceparentOf(trace, 2)];
  for (const each of [first, second]) expect(each).toMatch(/^00-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-01$/);
  expect(first.split('-')[1]).toBe(second.split('-')[1]);
  expect(first).not.toBe(second);
});
