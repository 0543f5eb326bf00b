import type { ScenarioPlan } from './plan.ts';
import type { Segment } from './schedule.ts';

export const shapeNames = ['smoke', 'steady', 'breakpoint', 'search', 'spike', 'soak'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** How load arrives where the command does not say. */
export const usualLoads: Readonly<Record<ShapeName, { rate: number; seconds: number }>> = {
  smoke: { rate: 20, seconds: 10 },
  steady: { rate: 150, seconds: 25 },
  breakpoint: { rate: 1000, seconds: 100 },
  search: { rate: 1000, seconds: 120 },
  spike: { rate: 400, seconds: 30 },
  soak: { rate: 100, seconds: 3600 },
};

/** Steps of a breakpoint run, each a tenth of the highest rate more. */
export const breakpointSteps = 10;
/** In less, the growth of a backlog cannot be told from its swings. */
export const shortestStepSeconds = 5;
const spikeShare = 5;
export const warmUpSeconds = 3;

export const level = (rate: number, seconds: number): Segment => ({ from: rate, to: rate, seconds });

const segmentsOf: Readonly<Record<ShapeName, (rate: number, seconds: number) => Segment[]>> = {
  smoke: (rate, seconds) => [level(rate, seconds)],
  steady: (rate, seconds) => [level(rate, seconds)],
  soak: (rate, seconds) => [level(rate, seconds)],
  // each of its steps is planned when the one before is judged
  search: (rate, seconds) => [level(rate, seconds)],
  breakpoint: (rate, seconds) =>
    Array.from({ length: breakpointSteps }, (_, index) =>
      level((rate * (index + 1)) / breakpointSteps, seconds / breakpointSteps),
    ),
  spike: (rate, seconds) => [
    level(rate / spikeShare, seconds / 3),
    level(rate, seconds / 6),
    level(rate / spikeShare, seconds / 2),
  ],
};

export const warmUp = 'warmup';
const measured = 'measure';

/** A warm-up, whose orders are followed and whose latencies are not counted, then the shape itself. */
export const scenariosOf = (shape: ShapeName, rate: number, seconds: number): ScenarioPlan[] => {
  const segments = segmentsOf[shape](rate, seconds);
  const warmRate = Math.max(1, Math.min(...segments.map(({ from }) => from)));
  return [
    { name: warmUp, startSeconds: 0, segments: [level(warmRate, warmUpSeconds)] },
    { name: measured, startSeconds: warmUpSeconds, segments },
  ];
};
