import { type DrillKind, drillOf } from '../../core/load-kinds.ts';
import type { Conservation } from '../../core/load-result.ts';
import { latestNextMs, maxAttempts, shortestCurveMs, type Timing } from './retry-curve.ts';
import { states, type Tables } from './tables.ts';

/** A finished drill; times in ms since the epoch. */
export interface DrillRun {
  kind: DrillKind;
  fromMs: number;
  toMs: number;
}

/** How blackouts change what the retry curve requires: in one, nobody sees attempts or the platform makes none. */
export interface Blackouts {
  /** Adds a drill if it is a blackout. */
  add(drill: DrillRun): void;
  overlapping(fromMs: number, toMs: number): DrillRun | undefined;
  /** The latest time of an attempt that is allowed this long after a moment. */
  deadline(sinceMs: number, allowedMs: number): number;
  /** Whether all ten attempts may have been made, some of them unseen. */
  mayBeSpent(firstMs: number, lastMs: number, nextMs: number): boolean;
}

export const createBlackouts = (timing: Timing): Blackouts => {
  const blackouts: DrillRun[] = [];
  return {
    add(drill) {
      if (drillOf(drill.kind).hidesAttempts) blackouts.push(drill);
    },

    overlapping: (fromMs, toMs) => blackouts.find((blackout) => blackout.fromMs <= toMs && blackout.toMs >= fromMs),

    // unseen attempts made the next delay longer: since delays double, by at most the time that has passed and the first
    // delay
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

/** When attempts are overdue, and the class of a notification that is not acknowledged. */
export interface Deadlines {
  /** When the first attempt of an order is overdue. */
  first(orderNumber: number): number;
  /** When the next attempt of a delivery is overdue. */
  next(number: number): number;
  classOfUndelivered(number: number, nowMs: number): keyof Conservation;
  /** The class of a notification that never arrived. */
  classOfMissing(orderNumber: number, nowMs: number): keyof Conservation;
}

export const createDeadlines = (
  { order, delivery }: Tables,
  { overlapping, deadline, mayBeSpent }: Blackouts,
  timing: Timing,
): Deadlines => {
  const first = (orderNumber: number): number => deadline(order.acceptedMs.get(orderNumber), timing.dispatchMs);

  /** When the first attempt may have been made, if a blackout may have hidden some; undefined otherwise. */
  const hiddenSince = (number: number): number | undefined => {
    const acceptedMs = order.acceptedMs.get(delivery.order.get(number));
    const blackout = overlapping(acceptedMs, delivery.lastMs.get(number));
    return blackout && Math.min(delivery.firstMs.get(number), Math.max(acceptedMs, blackout.fromMs));
  };

  const allowedMs = (number: number): number =>
    latestNextMs(timing, delivery.attempts.get(number), delivery.lastStatus.get(number) > 0);

  const next = (number: number): number => {
    const lastMs = delivery.lastMs.get(number);
    return deadline(lastMs, allowedMs(number) + lastMs - (hiddenSince(number) ?? lastMs));
  };

  return {
    first,
    next,

    classOfUndelivered(number, nowMs) {
      if (delivery.attempts.get(number) >= maxAttempts) return 'retriesExhausted';
      if (nowMs <= next(number)) return 'pending';
      const firstMs = hiddenSince(number) ?? delivery.firstMs.get(number);
      return mayBeSpent(firstMs, delivery.lastMs.get(number), allowedMs(number)) ? 'retriesExhausted' : 'abandoned';
    },

    classOfMissing(orderNumber, nowMs) {
      if (order.state.get(orderNumber) === states.missing) return 'orderMissing';
      if (nowMs <= first(orderNumber)) return 'pending';
      const acceptedMs = order.acceptedMs.get(orderNumber);
      return mayBeSpent(acceptedMs, acceptedMs, timing.dispatchMs) ? 'retriesExhausted' : 'lost';
    },
  };
};
