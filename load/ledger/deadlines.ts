import type { Conservation } from '../../core/load-result.ts';
import type { Blackouts } from './blackouts.ts';
import { attemptsMax, latestNextMs, type Timing } from './retry-curve.ts';
import { states, type Tables } from './tables.ts';

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
