import type { ShapeName } from '../core/load-kinds.ts';

/** A part of a load whose rate changes evenly, in journeys a second. */
export interface Segment {
  from: number;
  to: number;
  seconds: number;
}

/** A scenario of k6. The ids of what it creates contain its name. */
export interface ScenarioPlan {
  name: string;
  /** Seconds after the start of the run. */
  startSeconds: number;
  segments: readonly Segment[];
}

/** When the area under the rates reaches this count; undefined if it never does. */
const reachedMs = (segments: readonly Segment[], count: number): number | undefined => {
  let before = 0;
  let startedMs = 0;
  for (const { from, to, seconds } of segments) {
    const within = count - before;
    const area = ((from + to) / 2) * seconds;
    if (within <= area && area > 0) {
      const growth = (to - from) / seconds;
      // the root of growth/2·t² + from·t = within, in a form that also works without growth
      const root = Math.sqrt(Math.max(0, from * from + 2 * growth * within));
      const reachedSeconds = within === 0 ? 0 : (2 * within) / (from + root);
      // by rounding, the root may lie just past the end
      return startedMs + Math.min(reachedSeconds, seconds) * 1000;
    }
    before += area;
    startedMs += seconds * 1000;
  }
  return undefined;
};

/** Whether the rate never changes, for which k6 has its own executor. */
export const isConstant = (segments: readonly Segment[]): boolean =>
  segments.length === 1 && segments.every(({ from, to }) => from === to);

/**
 * The planned start of the journey with this index, from 0, in ms after the start of the segments. Undefined past their
 * end. k6 begins the first journey of a constant rate at once. For a rate that changes, it waits until the area under
 * the rates is 1.
 */
export const plannedMs = (segments: readonly Segment[], index: number): number | undefined =>
  reachedMs(segments, isConstant(segments) ? index : index + 1);

export const secondsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);

/** A stage of the profile: the rate changes evenly to the target. */
export interface Stage {
  target: number;
  seconds: number;
}

/** The loads if neither the command nor the profile plans one. */
export const usualLoads: Readonly<Record<Exclude<ShapeName, 'stages'>, { rate: number; seconds: number }>> = {
  smoke: { rate: 20, seconds: 10 },
  steady: { rate: 150, seconds: 25 },
  breakpoint: { rate: 1000, seconds: 100 },
  search: { rate: 1000, seconds: 120 },
  spike: { rate: 400, seconds: 30 },
  soak: { rate: 100, seconds: 3600 },
};

export const breakpointSteps = 10;
/** In a shorter step, a growing backlog cannot be distinguished from one that varies. */
export const minStepSeconds = 5;
const spikeFactor = 5;

export const level = (rate: number, seconds: number): Segment => ({ from: rate, to: rate, seconds });

/** The highest rate and the duration of stages. */
export const loadOf = (stages: readonly Stage[]): { rate: number; seconds: number } => ({
  rate: Math.max(...stages.map(({ target }) => target)),
  seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
});

/** The lowest rate of k6, which takes whole journeys a minute. */
const minRate = 1 / 60;

/** The stages, scaled to this highest rate and duration. */
const segmentsOfStages = (stages: readonly Stage[], rate: number, seconds: number): Segment[] => {
  const planned = loadOf(stages);
  return stages.flatMap(({ target, seconds: each }, index) => {
    const before = stages[index - 1]?.target;
    const from = before === undefined ? minRate : (before * rate) / planned.rate;
    return each === 0
      ? []
      : [{ from, to: (target * rate) / planned.rate, seconds: (each * seconds) / planned.seconds }];
  });
};

const segmentsOf: Readonly<Record<Exclude<ShapeName, 'stages'>, (rate: number, seconds: number) => Segment[]>> = {
  smoke: (rate, seconds) => [level(rate, seconds)],
  steady: (rate, seconds) => [level(rate, seconds)],
  soak: (rate, seconds) => [level(rate, seconds)],
  // the search plans each step after it judged the one before
  search: (rate, seconds) => [level(rate, seconds)],
  breakpoint: (rate, seconds) =>
    Array.from({ length: breakpointSteps }, (_, index) =>
      level((rate * (index + 1)) / breakpointSteps, seconds / breakpointSteps),
    ),
  spike: (rate, seconds) => [
    level(rate / spikeFactor, seconds / 3),
    level(rate, seconds / 6),
    level(rate / spikeFactor, seconds / 2),
  ],
};

export const warmUp = 'warmup';
const measured = 'measure';

/** How load arrives over time. */
export interface Arrivals {
  shape: ShapeName;
  /** The highest rate, in journeys a second. */
  rate: number;
  seconds: number;
  warmUpSeconds: number;
  /** For the shape `stages`. */
  stages?: readonly Stage[] | undefined;
}

/** A warm-up, whose latencies do not count, then the shape itself. */
export const scenariosOf = ({ shape, rate, seconds, warmUpSeconds, stages = [] }: Arrivals): ScenarioPlan[] => {
  const segments = shape === 'stages' ? segmentsOfStages(stages, rate, seconds) : segmentsOf[shape](rate, seconds);
  const warmRate = Math.max(1, Math.min(...segments.map(({ from }) => from)));
  const main = { name: measured, startSeconds: warmUpSeconds, segments };
  if (warmUpSeconds === 0) return [main];
  return [{ name: warmUp, startSeconds: 0, segments: [level(warmRate, warmUpSeconds)] }, main];
};
