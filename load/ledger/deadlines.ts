import { type DrillKind, drillOf } from '../../core/load-kinds.ts';
import type { Conservation } from '../../core/load-result.ts';
import { attemptsMax, latestNextMs, shortestCurveMs, type Timing } from './retry-curve.ts';
import { states, type Tables } from './tables.ts';

/** A drill that was carried out; in ms since the epoch. */
export interface Blackout {
  kind: DrillKind;
  fromMs: number;
  toMs: number;
}

/** What blackouts leave of the retry curve: how late an attempt may be, and whether all may have been made unseen. */
interface Blackouts {
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

/** Until when attempts are waited for, and what becomes of a notification that is not acknowledged by then. */
export interface Deadlines {
  /** When the first attempt for an order is overdue. */
  first(orderNumber: number): number;
  /** When the next attempt of a delivery is overdue. */
  next(number: number): number;
  /** What a delivery that was not acknowledged is. */
  classOfUndelivered(number: number, nowMs: number): keyof Conservation;
  /** What a notification that never came is. */
  classOfMissing(orderNumber: number, nowMs: number): keyof Conservation;
}

export const createDeadlines = (
  { order, delivery }: Tables,
  { overlapping, deadline, mayBeSpent }: Blackouts,
  timing: Timing,
): Deadlines => {
  const first = (orderNumber: number): number => deadline(order.acceptedMs.get(orderNumber), timing.dispatchMs);

  /** When the first attempt may have been made, where some before the last one may not have been seen; else undefined. */
  const hiddenSince = (number: number): number | undefined => {
    const acceptedMs = order.acceptedMs.get(delivery.order.get(number));
    const dark = overlapping(acceptedMs, delivery.lastMs.get(number));
    return dark && Math.min(delivery.firstMs.get(number), Math.max(acceptedMs, dark.fromMs));
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
      if (delivery.attempts.get(number) >= attemptsMax) return 'retriesExhausted';
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
