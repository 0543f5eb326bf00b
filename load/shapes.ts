import type { ShapeName } from '../core/load-kinds.ts';

/** Arrivals over a stretch of time: from one rate to another, in journeys a second, evenly rising or falling. */
export interface Segment {
  from: number;
  to: number;
  seconds: number;
}

/** One stretch of arrivals; its name stands in the ids of what it creates. */
export interface ScenarioPlan {
  name: string;
  /** Seconds after the start of the run. */
  startSeconds: number;
  segments: readonly Segment[];
}

/** When the area under the rates reaches this count; undefined where it never does. */
const reachedMs = (segments: readonly Segment[], count: number): number | undefined => {
  let before = 0;
  let startedMs = 0;
  for (const { from, to, seconds } of segments) {
    const within = count - before;
    const area = ((from + to) / 2) * seconds;
    if (within <= area && area > 0) {
      const growth = (to - from) / seconds;
      // the root of growth/2·t² + from·t = within, in a form that also holds where the growth is zero
      const root = Math.sqrt(Math.max(0, from * from + 2 * growth * within));
      const reachedSeconds = within === 0 ? 0 : (2 * within) / (from + root);
      // the root is rounded, and may lie past the end by as little
      return startedMs + Math.min(reachedSeconds, seconds) * 1000;
    }
    before += area;
    startedMs += seconds * 1000;
  }
  return undefined;
};

/** Whether the rate never changes: k6 has an executor of its own for that. */
export const isConstant = (segments: readonly Segment[]): boolean =>
  segments.length === 1 && segments.every(({ from, to }) => from === to);

/**
 * When the journey with this index (from 0) is to begin, in milliseconds after the start of the segments; undefined past
 * the last of them. k6 begins the first journey of a constant rate at once, and the first of a rate that changes when
 * the area under the rates has reached 1.
 */
export const plannedMs = (segments: readonly Segment[], index: number): number | undefined =>
  reachedMs(segments, isConstant(segments) ? index : index + 1);

export const secondsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);

/** A stage of the profile: the rate reaches the target evenly. */
export interface Stage {
  target: number;
  seconds: number;
}

/** How load arrives where neither the command nor the profile says. */
export const usualLoads: Readonly<Record<Exclude<ShapeName, 'stages'>, { rate: number; seconds: number }>> = {
  smoke: { rate: 20, seconds: 10 },
  steady: { rate: 150, seconds: 25 },
  breakpoint: { rate: 1000, seconds: 100 },
  search: { rate: 1000, seconds: 120 },
  spike: { rate: 400, seconds: 30 },
  soak: { rate: 100, seconds: 3600 },
};

/** Steps of a breakpoint run, each a tenth of the highest rate more. */
export const breakpointSteps = 10;
/** In less, the growth of a backlog cannot be distinguished from its swings. */
export const shortestStepSeconds = 5;
const spikeShare = 5;

export const level = (rate: number, seconds: number): Segment => ({ from: rate, to: rate, seconds });

/** What stages come to: the highest rate that they reach, and how long they take. */
export const loadOf = (stages: readonly Stage[]): { rate: number; seconds: number } => ({
  rate: Math.max(...stages.map(({ target }) => target)),
  seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
});

/** k6 counts a rate by the minute, and begins no load at none. */
const lowestRate = 1 / 60;

/** The stages, stretched to this highest rate and this time. */
const segmentsOfStages = (stages: readonly Stage[], rate: number, seconds: number): Segment[] => {
  const planned = loadOf(stages);
  return stages.flatMap(({ target, seconds: each }, index) => {
    const before = stages[index - 1]?.target;
    const from = before === undefined ? lowestRate : (before * rate) / planned.rate;
    return each === 0
      ? []
      : [{ from, to: (target * rate) / planned.rate, seconds: (each * seconds) / planned.seconds }];
  });
};

const segmentsOf: Readonly<Record<Exclude<ShapeName, 'stages'>, (rate: number, seconds: number) => Segment[]>> = {
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

/** How load arrives over time. */
export interface Arrivals {
  shape: ShapeName;
  /** Journeys a second at the highest. */
  rate: number;
  seconds: number;
  warmUpSeconds: number;
  /** Of the shape of that name. */
  stages?: readonly Stage[] | undefined;
}

/** A warm-up, whose orders are followed and whose latencies are not counted, then the shape itself. */
export const scenariosOf = ({ shape, rate, seconds, warmUpSeconds, stages = [] }: Arrivals): ScenarioPlan[] => {
  const segments = shape === 'stages' ? segmentsOfStages(stages, rate, seconds) : segmentsOf[shape](rate, seconds);
  const warmRate = Math.max(1, Math.min(...segments.map(({ from }) => from)));
  const main = { name: measured, startSeconds: warmUpSeconds, segments };
  if (warmUpSeconds === 0) return [main];
  return [{ name: warmUp, startSeconds: 0, segments: [level(warmRate, warmUpSeconds)] }, main];
};
