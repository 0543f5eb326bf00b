import { expect, test } from 'vitest';
import { iterationsIn, sumOfIterations } from './iterations.ts';

test('a summary tells the iterations that ran and those that could not', () => {
  const metrics = {
    iterations: { values: { count: 40, rate: 4 } },
    dropped_iterations: { values: { count: 2 } },
    http_req_connecting: { values: { avg: 2 } },
    http_req_receiving: { values: { avg: 1 } },
    http_req_waiting: { values: { avg: 9 } },
  };
  expect(iterationsIn(JSON.stringify({ metrics }))).toEqual({ counted: 40, dropped: 2, networkShare: 0.25 });
});

test('what a summary does not name did not happen', () => {
  expect(iterationsIn('{"metrics":{}}')).toEqual({ counted: 0, dropped: 0, networkShare: null });
});

test('several summaries add up, and none tell nothing', () => {
  const each = [
    { counted: 40, dropped: 2, networkShare: null },
    { counted: 1, dropped: 0, networkShare: 0.2 },
    { counted: 9, dropped: 5, networkShare: 0.1 },
  ];
  expect(sumOfIterations(each)).toEqual({ counted: 50, dropped: 7, networkShare: 0.2 });
  expect(sumOfIterations([])).toBeUndefined();
});
