import type { Stall } from '../fixtures/stalls/stall.ts';
import type { Chance } from './chance.ts';

/** The processes of a run: one that judges, the capture server, the platform. */
export type Side = 'checks' | 'receiver' | 'platform';

/** How often a process stands still, and for how long. */
export interface StallConditions {
  /** From the end of one stall to the next, on average. */
  everyMs: number;
  longestMs: number;
}

/**
 * What stands still at the same time: all of an embedded run when its process is stopped, or one of our own processes. A
 * platform that stands still by itself is late, as any other target that is late.
 */
const standingStill: readonly (readonly Side[])[] = [['checks', 'receiver', 'platform'], ['checks'], ['receiver']];

/** When processes stand still, from the beginning of a run on. */
export interface StallTimeline {
  /** Of one process, those that begin by then. */
  of(side: Side, untilMs: number): readonly Stall[];
}

/** Draws the stalls of a run as far as they are asked for, one after another. */
export const drawStalls = (
  { everyMs, longestMs }: StallConditions,
  chance: Pick<Chance, 'random'>,
  startMs: number,
): StallTimeline => {
  const stalls: Record<Side, Stall[]> = { checks: [], receiver: [], platform: [] };
  let lastMs = startMs;
  return {
    of(side, untilMs) {
      while (lastMs <= untilMs) {
        const fromMs = lastMs + Math.ceil(-Math.log(1 - chance.random()) * everyMs);
        const toMs = fromMs + Math.ceil(chance.random() * longestMs);
        const sides = standingStill[Math.floor(chance.random() * standingStill.length)] ?? [];
        for (const each of sides) stalls[each].push({ fromMs, toMs });
        lastMs = toMs;
      }
      return stalls[side].filter(({ fromMs }) => fromMs <= untilMs);
    },
  };
};
