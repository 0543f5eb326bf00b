import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeNames } from '../core/load-kinds.ts';
import {
  breakpointSteps,
  isConstant,
  loadOf,
  plannedMs,
  type Segment,
  scenariosOf,
  secondsOf,
  usualLoads,
  warmUp,
} from './shapes.ts';

const stages = [
  { target: 50, seconds: 20 },
  { target: 50, seconds: 30 },
  { target: 200, seconds: 0 },
  { target: 200, seconds: 10 },
];

const peakOf = (segments: readonly Segment[] = []): number =>
  Math.max(...segments.flatMap(({ from, to }) => [from, to]));

test.for(shapeNames)('%s has the requested duration and rate, after its warm-up', (shape) => {
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

test('a spike starts at and returns to the same lower rate', () => {
  const [, main] = scenariosOf({ shape: 'spike', rate: 400, seconds: 30, warmUpSeconds: 3 });
  expect(main?.segments.map(({ from, to, seconds }) => [from, to, seconds])).toEqual([
    [80, 80, 10],
    [400, 400, 5],
    [80, 80, 15],
  ]);
});

test('the warm-up sends at least one journey a second', () => {
  const [warming] = scenariosOf({ shape: 'smoke', rate: 0.1, seconds: 10, warmUpSeconds: 3 });
  expect(peakOf(warming?.segments)).toBe(1);
});

test('stages change evenly, jump if they take 0 s, and are scaled to the request', () => {
  const main = scenariosOf({ shape: 'stages', rate: 400, seconds: 120, warmUpSeconds: 0, stages });
  expect(main.map(({ name, startSeconds }) => [name, startSeconds])).toEqual([['measure', 0]]);
  expect(main[0]?.segments).toEqual([
    { from: 1 / 60, to: 100, seconds: 40 },
    { from: 100, to: 100, seconds: 60 },
    { from: 400, to: 400, seconds: 20 },
  ]);
});

/** Arrivals up to a moment: the area under the rates, summed up in small steps. */
const arrivalsUntil = (segments: readonly Segment[], untilMs: number): number => {
  const steps = 20_000;
  const stepSeconds = untilMs / 1000 / steps;
  let area = 0;
  for (let step = 0; step < steps; step += 1) {
    let second = (step + 0.5) * stepSeconds;
    for (const { from, to, seconds } of segments) {
      if (second < seconds) {
        area += (from + ((to - from) * second) / seconds) * stepSeconds;
        break;
      }
      second -= seconds;
    }
  }
  return area;
};

const rate = fc.integer({ min: 1, max: 500 });
const segment = fc.record({ from: rate, to: rate, seconds: fc.integer({ min: 1, max: 60 }) });
const shapes = fc.array(segment, { minLength: 1, maxLength: 4 });
const areaOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { from, to, seconds }) => sum + ((from + to) / 2) * seconds, 0);

test('journeys of a constant rate are evenly spaced', () => {
  const segments = [{ from: 4, to: 4, seconds: 10 }];
  expect([0, 1, 2, 39, 40].map((index) => plannedMs(segments, index))).toEqual([0, 250, 500, 9750, 10_000]);
});

test('journeys of a rising rate get closer', () => {
  const segments = [{ from: 0, to: 10, seconds: 10 }];
  // the area t²/2 is 12.5 after 5 s
  expect(plannedMs(segments, 11.5)).toBeCloseTo(5000, 6);
  expect(plannedMs(segments, 49)).toBeCloseTo(10_000, 6);
});

test('a rate that falls to 0 starts its last journey at its end', () => {
  const segments = [{ from: 10, to: 0, seconds: 10 }];
  expect(plannedMs(segments, 36.5)).toBeCloseTo(5000, 6);
  expect(plannedMs(segments, 49)).toBeCloseTo(10_000, 6);
});

test('after a jump, the new rate counts', () => {
  const segments = [
    { from: 2, to: 2, seconds: 5 },
    { from: 20, to: 20, seconds: 1 },
    { from: 1, to: 1, seconds: 3 },
  ];
  expect([9, 11, 29, 30, 32].map((index) => plannedMs(segments, index))).toEqual([5000, 5100, 6000, 7000, 9000]);
});

test('a segment with rate 0 only delays later journeys', () => {
  const segments = [
    { from: 1, to: 1, seconds: 2 },
    { from: 0, to: 0, seconds: 7 },
    { from: 1, to: 1, seconds: 2 },
  ];
  expect(plannedMs(segments, 2)).toBe(10_000);
});

test('after the last segment, there is no planned start', () => {
  expect(plannedMs([{ from: 4, to: 4, seconds: 10 }], 41)).toBeUndefined();
  expect(plannedMs([], 0)).toBeUndefined();
});

test('k6 starts the first journey of a changing rate one arrival later than that of a constant rate', () => {
  const level = { from: 2, to: 2, seconds: 5 };
  expect([0, 1].map((index) => plannedMs([level], index))).toEqual([0, 500]);
  expect([0, 1].map((index) => plannedMs([level, { from: 8, to: 8, seconds: 5 }], index))).toEqual([500, 1000]);
});

test('for any rates, the area under them up to a start is the number of journeys that began', () => {
  fc.assert(
    fc.property(shapes, fc.double({ min: 0, max: 1, noNaN: true }), (segments, share) => {
      const first = isConstant(segments) ? 0 : 1;
      const count = Math.max(first, share * areaOf(segments));
      const atMs = plannedMs(segments, count - first);
      if (atMs === undefined) throw new Error('there is a moment for each count within the area');
      const off = Math.abs(arrivalsUntil(segments, atMs) - count);
      // a step at a jump counts whole: so the sum is off by at most one step
      expect(off).toBeLessThan(0.01 + (4 * 500 * atMs) / 1000 / 20_000);
    }),
    { numRuns: 60 },
  );
});

test('rounding does not move the last journey of a growing rate past its end', () => {
  expect(plannedMs([{ from: 0, to: 2, seconds: 49 }], 48)).toBe(49_000);
});

test('for any rates, later journeys start later, and all within the duration', () => {
  fc.assert(
    fc.property(shapes, (segments) => {
      const journeys = Math.floor(areaOf(segments));
      let beforeMs = -1;
      for (let index = 0; index < journeys; index += Math.ceil(journeys / 200)) {
        const atMs = plannedMs(segments, index) ?? Number.NaN;
        expect(atMs).toBeGreaterThan(beforeMs);
        expect(atMs).toBeLessThanOrEqual(secondsOf(segments) * 1000);
        beforeMs = atMs;
      }
    }),
  );
});
