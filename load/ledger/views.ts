import type { Deadlines } from './deadlines.ts';
import { maxAttempts } from './retry-curve.ts';
import { states, type Tables } from './tables.ts';

export interface DeliveryView {
  attempts: number;
  firstMs: number;
  /** When it was first acknowledged; undefined if it was not. */
  acknowledgedMs: number | undefined;
}

export interface OrderView {
  id: string;
  company: string;
  acceptedMs: number;
  due: number;
  may: number;
}

/** Orders and deliveries as a run reads them, while it goes on and after it. */
export interface LedgerViews {
  /** Ids of notified orders that no journey reported, at most this many. */
  strangers(limit: number): string[];
  /** Whether an attempt arrived for this order. */
  hasArrived(id: string): boolean;
  /** Accepted orders whose first attempt is overdue, at most this many. */
  unnotified(nowMs: number, limit: number): { id: string; company: string }[];
  /** Whether an attempt may still come, and is not overdue, to one of these companies. */
  expectsAttempts(nowMs: number, isAwaited: (company: string) => boolean): boolean;
  /** Visits every order with a due notification. */
  eachOrder(visit: (order: OrderView) => void): void;
  /** Visits the deliveries of such an order, at most as many as are due, in the order of their first attempts. */
  eachDelivery(visit: (delivery: DeliveryView, order: OrderView) => void): void;
}

export const createViews = (tables: Tables, deadlines: Deadlines): LedgerViews => {
  const { orders, order, deliveries, delivery, isAcknowledged, companyOf } = tables;

  const isUnnotified = (number: number): boolean =>
    order.state.get(number) === states.accepted && order.deliveries.get(number) < order.due.get(number);

  const viewOf = (number: number): OrderView => ({
    get id() {
      return orders.idAt(number);
    },
    company: companyOf(number),
    acceptedMs: order.acceptedMs.get(number),
    due: order.due.get(number),
    may: order.may.get(number),
  });

  return {
    strangers(limit) {
      const found: string[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (order.state.get(number) === states.unknown) found.push(orders.idAt(number));
      }
      return found;
    },

    hasArrived(id) {
      const number = orders.find(id);
      return number !== undefined && order.deliveries.get(number) > 0;
    },

    unnotified(nowMs, limit) {
      const found: { id: string; company: string }[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (!isUnnotified(number) || nowMs <= deadlines.first(number)) continue;
        found.push({ id: orders.idAt(number), company: companyOf(number) });
      }
      return found;
    },

    expectsAttempts(nowMs, isAwaited) {
      const isExpected = (orderNumber: number, deadlineMs: number): boolean =>
        nowMs <= deadlineMs && isAwaited(companyOf(orderNumber));
      for (let number = 0; number < orders.size; number += 1) {
        if (isUnnotified(number) && isExpected(number, deadlines.first(number))) return true;
      }
      for (let number = 0; number < deliveries.size; number += 1) {
        if (isAcknowledged(number) || delivery.attempts.get(number) >= maxAttempts) continue;
        if (isExpected(delivery.order.get(number), deadlines.next(number))) return true;
      }
      return false;
    },

    eachOrder(visit) {
      for (let number = 0; number < orders.size; number += 1) {
        if (order.due.get(number) > 0) visit(viewOf(number));
      }
    },

    eachDelivery(visit) {
      tables.eachRanked((number, orderNumber, rank) => {
        if (rank >= order.due.get(orderNumber)) return;
        visit(
          {
            attempts: delivery.attempts.get(number),
            firstMs: delivery.firstMs.get(number),
            acknowledgedMs: isAcknowledged(number) ? delivery.acknowledgedMs.get(number) : undefined,
          },
          viewOf(orderNumber),
        );
      });
    },
  };
};
