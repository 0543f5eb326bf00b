import { expect, test } from 'vitest';
import { shapeNames } from '../core/load-kinds.ts';
import { breakpointSteps, loadOf, type Segment, scenariosOf, secondsOf, usualLoads, warmUp } from './shapes.ts';

const stages = [
  { target: 50, seconds: 20 },
  { target: 50, seconds: 30 },
  { target: 200, seconds: 0 },
  { target: 200, seconds: 10 },
];

const peakOf = (segments: readonly Segment[] = []): number =>
  Math.max(...segments.flatMap(({ from, to }) => [from, to]));

test.for(shapeNames)('%s lasts as long and rises as high as it is asked to, after its warm-up', (shape) => {
  const { rate, seconds } = shape === 'stages' ? loadOf(stages) : usualLoads[shape];
  const [warming, main, ...others] = scenariosOf({ shape, rate, seconds, warmUpSeconds: 3, stages });
  expect(others).toEqual([]);
  expect([warming?.name, main?.name]).toEqual([warmUp, 'measure']);
  expect(secondsOf(main?.segments ?? [])).toBeCloseTo(seconds, 9);
  expect(peakOf(main?.segments)).toBeCloseTo(rate, 9);
  // neither together nor with a pause between
  expect(main?.startSeconds).toBe((warming?.startSeconds ?? 0) + secondsOf(warming?.segments ?? []));
  expect(peakOf(warming?.segments)).toBeLessThanOrEqual(rate);
});

test('a breakpoint run rises in equal steps of a tenth', () => {
  const [, main] = scenariosOf({ shape: 'breakpoint', rate: 1000, seconds: 100, warmUpSeconds: 3 });
  expect(main?.segments).toEqual(
    Array.from({ length: breakpointSteps }, (_, index) => ({
      from: 100 * (index + 1),
      to: 100 * (index + 1),
      seconds: 10,
    })),
  );
});

test('a spike comes from and goes back to the same lower rate', () => {
  const [, main] = scenariosOf({ shape: 'spike', rate: 400, seconds: 30, warmUpSeconds: 3 });
  expect(main?.segments.map(({ from, to, seconds }) => [from, to, seconds])).toEqual([
    [80, 80, 10],
    [400, 400, 5],
    [80, 80, 15],
  ]);
});

test('the warm-up sends something at the lowest of rates too', () => {
  const [warming] = scenariosOf({ shape: 'smoke', rate: 0.1, seconds: 10, warmUpSeconds: 3 });
  expect(peakOf(warming?.segments)).toBe(1);
});

test('stages rise evenly to their targets, jump where they take no time, and stretch to what is asked', () => {
  const main = scenariosOf({ shape: 'stages', rate: 400, seconds: 120, warmUpSeconds: 0, stages });
  expect(main.map(({ name, startSeconds }) => [name, startSeconds])).toEqual([['measure', 0]]);
  expect(main[0]?.segments).toEqual([
    { from: 1 / 60, to: 100, seconds: 40 },
    { from: 100, to: 100, seconds: 60 },
    { from: 400, to: 400, seconds: 20 },
  ]);
});
