import { type DrillKind, drillOf } from '../../core/load-kinds.ts';
import { latestNextMs, shortestCurveMs, type Timing } from './retry-curve.ts';

/** A drill that was carried out; in ms since the epoch. */
export interface Blackout {
  kind: DrillKind;
  fromMs: number;
  toMs: number;
}

/** What blackouts leave of the retry curve: how late an attempt may be, and whether all may have been made unseen. */
export interface Blackouts {
  /** Notes a drill, if it hid attempts or kept the platform from making any. */
  add(drill: Blackout): void;
  overlapping(fromMs: number, toMs: number): Blackout | undefined;
  /** Until when an attempt that is expected so long after a moment may come. */
  deadline(sinceMs: number, allowedMs: number): number;
  /** Whether all ten attempts may have been made, some of them unseen: of a first and a last one, and what may follow it. */
  mayBeSpent(firstMs: number, lastMs: number, nextMs: number): boolean;
}

export const createBlackouts = (timing: Timing): Blackouts => {
  const blackouts: Blackout[] = [];
  return {
    add(drill) {
      if (drillOf(drill.kind).hidesAttempts) blackouts.push(drill);
    },

    overlapping: (fromMs, toMs) => blackouts.find((blackout) => blackout.fromMs <= toMs && blackout.toMs >= fromMs),

    // attempts that nobody saw have made the next distance longer: at most by as much as has passed and the first
    // distance, since the distances double
    deadline(sinceMs, allowedMs) {
      let untilMs = sinceMs + allowedMs;
      for (const { fromMs, toMs } of blackouts) {
        if (fromMs > untilMs || toMs < sinceMs) continue;
        untilMs = Math.max(untilMs, toMs + (toMs - sinceMs) + latestNextMs(timing, 1, true) + allowedMs);
      }
      return untilMs;
    },

    mayBeSpent: (firstMs, lastMs, nextMs) =>
      blackouts.some(
        ({ kind, fromMs, toMs }) =>
          drillOf(kind).receivers !== undefined &&
          toMs >= firstMs &&
          fromMs <= lastMs + nextMs &&
          Math.max(lastMs, toMs) - firstMs >= shortestCurveMs(timing),
      ),
  };
};
