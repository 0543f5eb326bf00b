import type { Stall } from '../fixtures/stalls/stall.ts';
import type { Chance } from './chance.ts';

/** The processes of a run: the checks, the capture server and the platform. */
export type Side = 'checks' | 'receiver' | 'platform';

export interface StallConditions {
  /** The average time between two stalls. */
  everyMs: number;
  maxMs: number;
}

/**
 * The processes that stall together: all of an embedded run, or one of our own processes. A platform that stalls alone is
 * just a slow target.
 */
const standingStill: readonly (readonly Side[])[] = [['checks', 'receiver', 'platform'], ['checks'], ['receiver']];

/** The stalls of a run. */
export interface StallTimeline {
  /** The stalls of one process that begin by then. */
  of(side: Side, untilMs: number): readonly Stall[];
}

/** Draws the stalls of a run, one after another, up to the latest requested time. */
export const drawStalls = (
  { everyMs, maxMs }: StallConditions,
  chance: Pick<Chance, 'random'>,
  startMs: number,
): StallTimeline => {
  const stalls: Record<Side, Stall[]> = { checks: [], receiver: [], platform: [] };
  let lastMs = startMs;
  return {
    of(side, untilMs) {
      while (lastMs <= untilMs) {
        const fromMs = lastMs + Math.ceil(-Math.log(1 - chance.random()) * everyMs);
        const toMs = fromMs + Math.ceil(chance.random() * maxMs);
        const sides = standingStill[Math.floor(chance.random() * standingStill.length)] ?? [];
        for (const each of sides) stalls[each].push({ fromMs, toMs });
        lastMs = toMs;
      }
      return stalls[side].filter(({ fromMs }) => fromMs <= untilMs);
    },
  };
};
