import { expect, test } from 'vitest';
import { iterationsIn, sumOfIterations } from './iterations.ts';

test('a summary has the iterations that ran, were dropped and crossed thresholds', () => {
  const metrics = {
    iterations: { values: { count: 40, rate: 4 } },
    dropped_iterations: { values: { count: 2 } },
    http_req_connecting: { values: { avg: 2 } },
    http_req_receiving: { values: { avg: 1 } },
    http_req_waiting: { values: { avg: 9 }, thresholds: { 'p(95)<5': { ok: false }, 'p(50)<20': { ok: true } } },
  };
  expect(iterationsIn(JSON.stringify({ metrics }))).toEqual({
    counted: 40,
    dropped: 2,
    networkShare: 0.25,
    thresholds: [
      { text: 'http_req_waiting p(95)<5', crossed: true },
      { text: 'http_req_waiting p(50)<20', crossed: false },
    ],
  });
});

test('counts that a summary lacks are 0', () => {
  expect(iterationsIn('{"metrics":{}}')).toEqual({
    counted: 0,
    dropped: 0,
    networkShare: null,
    thresholds: [],
  });
});

test('several summaries add up, and none give undefined', () => {
  const each = [
    { counted: 40, dropped: 2, networkShare: null, thresholds: [] },
    { counted: 1, dropped: 0, networkShare: 0.2, thresholds: [] },
    { counted: 9, dropped: 5, networkShare: 0.1, thresholds: [] },
  ];
  expect(sumOfIterations(each)).toEqual({ counted: 50, dropped: 7, networkShare: 0.2, thresholds: [] });
  expect(sumOfIterations([])).toBeUndefined();
});
