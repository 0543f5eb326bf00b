import { expect, test } from 'vitest';
import { type Segment, secondsOf } from './schedule.ts';
import { breakpointSteps, scenariosOf, shapeNames, usualLoads, warmUp } from './shapes.ts';

const peakOf = (segments: readonly Segment[] = []): number =>
  Math.max(...segments.flatMap(({ from, to }) => [from, to]));

test.for(shapeNames)('%s lasts as long and rises as high as it is asked to, after its warm-up', (shape) => {
  const { rate, seconds } = usualLoads[shape];
  const [warming, main, ...others] = scenariosOf(shape, rate, seconds);
  expect(others).toEqual([]);
  expect([warming?.name, main?.name]).toEqual([warmUp, 'measure']);
  expect(secondsOf(main?.segments ?? [])).toBeCloseTo(seconds, 9);
  expect(peakOf(main?.segments)).toBeCloseTo(rate, 9);
  // neither together nor with a pause between
  expect(main?.startSeconds).toBe((warming?.startSeconds ?? 0) + secondsOf(warming?.segments ?? []));
  expect(peakOf(warming?.segments)).toBeLessThanOrEqual(rate);
});

test('a breakpoint run rises in equal steps of a tenth', () => {
  const [, main] = scenariosOf('breakpoint', 1000, 100);
  expect(main?.segments).toEqual(
    Array.from({ length: breakpointSteps }, (_, index) => ({
      from: 100 * (index + 1),
      to: 100 * (index + 1),
      seconds: 10,
    })),
  );
});

test('a spike comes from and goes back to the same lower rate', () => {
  const [, main] = scenariosOf('spike', 400, 30);
  expect(main?.segments.map(({ from, to, seconds }) => [from, to, seconds])).toEqual([
    [80, 80, 10],
    [400, 400, 5],
    [80, 80, 15],
  ]);
});

test('the warm-up sends something at the lowest of rates too', () => {
  const [warming] = scenariosOf('smoke', 0.1, 10);
  expect(peakOf(warming?.segments)).toBe(1);
});
