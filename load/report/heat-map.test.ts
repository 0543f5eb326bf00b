import { expect, test } from 'vitest';
import type { Second } from '../../core/load-result.ts';
import { emptySecond } from '../run/figures/build-figures.ts';
import { secondsAPoint, thin } from './heat-map.ts';

const second = (at: number, changes: Partial<Second> = {}): Second => ({ ...emptySecond(at), ...changes });

test('a short run keeps its seconds', () => {
  const series = Array.from({ length: 600 }, (_, at) => second(at, { requests: at }));
  expect(secondsAPoint(series)).toBe(1);
  expect(thin(series, 1)).toEqual(series);
});

test.each([601, 4000, 86_400])('a run of %i seconds has at most 600 points', (seconds) => {
  const series = Array.from({ length: seconds }, (_, at) => second(at));
  expect(thin(series, secondsAPoint(series)).length).toBeLessThanOrEqual(600);
});

test('counts become averages, percentiles and the backlog the highest values, and null stays null', () => {
  const series = [
    second(0, { errors: 3, latencyP95: 20, backlog: 5 }),
    second(1, { errors: 0, backlog: 9 }),
    second(2, { errors: 1, latencyP95: 12 }),
  ];
  const [first, last] = thin(series, 2);
  expect(first).toMatchObject({ at: 0, errors: 1.5, latencyP95: 20, latencyP99: null, backlog: 9 });
  expect(last).toMatchObject({ at: 2, errors: 1, latencyP95: 12, backlog: 0 });
});
