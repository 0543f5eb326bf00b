import type { ArrivalFact, DeliveryUnconfirmedFact, OrderFact, OrderState } from '../facts.ts';
import { createBlackouts, createDeadlines, type DrillRun } from './deadlines.ts';
import { attemptsMax, attemptsMaxAtMost, earliestNextMs, type Timing } from './retry-curve.ts';
import { keepExample, type Settlement, settle } from './settlement.ts';
import { type Column, createColumn, createTables, mostInByte, states } from './tables.ts';

/** The states that journeys reported, by external id. An id that ends in a number takes one byte. */
interface OrderStates {
  note(externalId: string, state: OrderState): void;
  stateOf(externalId: string): OrderState | undefined;
}

/** By their numbers in a column, in which 0 is an order that no journey reported. */
const reportedStates = [undefined, 'accepted', 'refused', 'ambiguous'] as const;
const counting = /^(.*-)(\d{1,8})$/s;

export const createOrderStates = (): OrderStates => {
  const columns = new Map<string, Column>();
  const others = new Map<string, OrderState>();

  return {
    note(externalId, state) {
      const [, prefix, number] = counting.exec(externalId) ?? [];
      if (prefix === undefined) {
        others.set(externalId, state);
        return;
      }
      const column = columns.get(prefix) ?? createColumn(Uint8Array);
      columns.set(prefix, column);
      column.set(Number(number), reportedStates.indexOf(state));
    },

    stateOf(externalId) {
      const [, prefix, number] = counting.exec(externalId) ?? [];
      if (prefix === undefined) return others.get(externalId);
      return reportedStates[columns.get(prefix)?.get(Number(number)) ?? 0];
    },
  };
};

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

/** An order whose id no response had, and that may have notifications. */
interface UnidentifiedOrder {
  company: string;
  order: OrderFact;
}

/**
 * Follows every order to its notifications by its id. The order of facts does not matter. A million orders with a
 * delivery each take about 120 MB.
 */
export interface Ledger {
  order(company: string, order: OrderFact): void;
  /** Returns the number of the attempt within its delivery, from 1. */
  arrival(arrival: ArrivalFact): number;
  deliveryUnconfirmed(deliveryUnconfirmed: DeliveryUnconfirmedFact): void;
  /** Attempts that are missing or late because of this drill are no faults. */
  drilled(drill: DrillRun): void;
  /** Accepted or ambiguous orders whose id is unknown, by external id. */
  readonly unidentified: ReadonlyMap<string, UnidentifiedOrder>;
  /** Sets the id of such an order; undefined if the target does not have the order. */
  identify(externalId: string, id: string | undefined): void;
  /** The state that a journey reported; undefined if none did. */
  reportedState(externalId: string): OrderState | undefined;
  /** Ids of notified orders that no journey reported, at most this many. */
  strangers(limit: number): string[];
  /** The order is not of this run, or of a journey that was interrupted. */
  external(id: string): void;
  /** The order was refused but exists. */
  refused(id: string): void;
  /** Whether an attempt arrived for this order. */
  hasArrived(id: string): boolean;
  /** Accepted orders whose first attempt is overdue, at most this many. */
  unnotified(nowMs: number, limit: number): { id: string; company: string }[];
  /** The order was accepted but does not exist. */
  orderMissing(id: string): void;
  /** When the last expected attempt is overdue; undefined if none is expected. */
  openUntil(nowMs: number, isCounted: (company: string) => boolean): number | undefined;
  settle(nowMs: number): Settlement;
  /** Due notifications so far, and acknowledged deliveries. */
  progress(): { due: number; delivered: number };
  /** Visits every order with a due notification. */
  eachOrder(visit: (order: OrderView) => void): void;
  /** Visits the deliveries of such an order, at most as many as are due, in the order of their first attempts. */
  eachDelivery(visit: (delivery: DeliveryView, order: OrderView) => void): void;
}

const acknowledges = (status: number): boolean => status >= 200 && status < 300;

/** The coupon's id; a delivery without one is known by its order. */
const deliveryKey = (company: string, orderId: string | null, couponId: string | null): string =>
  couponId ?? `${company} without a coupon ${orderId}`;

export const createLedger = (timing: Timing): Ledger => {
  const tables = createTables();
  const { orders, order, deliveries, delivery } = tables;
  const blackouts = createBlackouts(timing);
  const deadlines = createDeadlines(tables, blackouts, timing);
  const progress = { due: 0, delivered: 0 };
  const companies: string[] = [];
  const unidentified = new Map<string, UnidentifiedOrder>();
  const reported = createOrderStates();
  const curve = { lateRetry: 0, earlyRetry: 0, beyondLast: 0 };
  const curveExamples: Settlement['examples'] = {};

  const companyNumber = (name: string): number => {
    const known = companies.indexOf(name);
    return known === -1 ? companies.push(name) - 1 : known;
  };

  const place = (company: string, fact: OrderFact, id: string): void => {
    const [, , acceptedMs, due, may, state] = fact;
    const number = orders.place(id);
    order.state.set(number, states[state]);
    order.acceptedMs.set(number, acceptedMs);
    order.due.set(number, state === 'accepted' ? due : 0);
    order.may.set(number, state === 'accepted' ? may : due + may);
    order.company.set(number, companyNumber(company));
    progress.due += order.due.get(number);
  };

  const judgeRetry = (number: number, arrivedMs: number, attempts: number): void => {
    const lastMs = delivery.lastMs.get(number);
    const gapMs = arrivedMs - lastMs;
    const count = (kind: keyof typeof curve): void => {
      curve[kind] += 1;
      keepExample(curveExamples, kind, () => orders.idAt(delivery.order.get(number)));
    };
    if (gapMs < earliestNextMs(timing, attempts)) count('earlyRetry');
    else if (arrivedMs > deadlines.next(number) && blackouts.overlapping(lastMs, arrivedMs) === undefined)
      count('lateRetry');
    if (attempts + 1 > attemptsMaxAtMost) count('beyondLast');
  };

  const isMissing = (number: number): boolean => order.state.get(number) === states.accepted;

  const viewOfOrder = (number: number): OrderView => ({
    get id() {
      return orders.idAt(number);
    },
    company: companies[order.company.get(number)] ?? '',
    acceptedMs: order.acceptedMs.get(number),
    due: order.due.get(number),
    may: order.may.get(number),
  });

  return {
    unidentified,

    order(company, fact) {
      const [externalId, id, , due, may, state] = fact;
      reported.note(externalId, state);
      if (id !== null) place(company, fact, id);
      else if (state === 'ambiguous' || due + may > 0) unidentified.set(externalId, { company, order: fact });
    },

    arrival([, arrivedMs, company, orderId, couponId, status]) {
      const number = deliveries.place(deliveryKey(company, orderId, couponId));
      const attempts = delivery.attempts.get(number);
      if (attempts === 0) {
        const orderNumber = orders.place(orderId ?? `${company} without an order`);
        if (order.state.get(orderNumber) === states.unknown) order.company.set(orderNumber, companyNumber(company));
        // the flow of a customer, not of an order
        if (orderId === null) order.state.set(orderNumber, states.external);
        order.deliveries.set(orderNumber, Math.min(mostInByte, order.deliveries.get(orderNumber) + 1));
        delivery.order.set(number, orderNumber);
        delivery.firstMs.set(number, arrivedMs);
      }
      const acknowledged = delivery.acknowledged.get(number);
      // the journals of several processes are read in turn, so an older attempt may follow a newer one
      const isLatest = arrivedMs >= delivery.lastMs.get(number);
      if (attempts > 0 && acknowledged === 0 && isLatest) judgeRetry(number, arrivedMs, attempts);
      delivery.attempts.set(number, Math.min(mostInByte, attempts + 1));
      delivery.firstMs.set(number, Math.min(arrivedMs, delivery.firstMs.get(number)));
      if (isLatest) {
        delivery.lastMs.set(number, arrivedMs);
        delivery.lastStatus.set(number, status);
      }
      if (acknowledges(status)) {
        if (acknowledged === 0 && delivery.uncertain.get(number) === 0) progress.delivered += 1;
        delivery.acknowledgedMs.set(
          number,
          acknowledged === 0 ? arrivedMs : Math.min(arrivedMs, delivery.acknowledgedMs.get(number)),
        );
        delivery.acknowledged.set(number, Math.min(mostInByte, acknowledged + 1));
      } else if (acknowledged > 0 && arrivedMs > delivery.acknowledgedMs.get(number)) {
        delivery.repeated.set(number, Math.min(mostInByte, delivery.repeated.get(number) + 1));
      }
      return attempts + 1;
    },

    deliveryUnconfirmed([, , company, orderId, couponId]) {
      const number = deliveries.find(deliveryKey(company, orderId, couponId));
      if (number === undefined) return;
      const acknowledged = Math.max(0, delivery.acknowledged.get(number) - 1);
      delivery.acknowledged.set(number, acknowledged);
      delivery.lastStatus.set(number, 0);
      delivery.uncertain.set(number, 1);
      if (acknowledged === 0) delivery.repeated.set(number, 0);
    },

    drilled: blackouts.add,

    identify(externalId, id) {
      const known = unidentified.get(externalId);
      if (known === undefined) return;
      unidentified.delete(externalId);
      if (id !== undefined) return place(known.company, known.order, id);
      if (known.order[5] !== 'accepted') return;
      // accepted, but the target does not have it: follow it by its external id
      place(known.company, known.order, externalId);
      order.state.set(orders.place(externalId), states.missing);
    },

    reportedState: reported.stateOf,

    strangers(limit) {
      const found: string[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (order.state.get(number) === states.unknown) found.push(orders.idAt(number));
      }
      return found;
    },

    external(id) {
      order.state.set(orders.place(id), states.external);
    },

    refused(id) {
      order.state.set(orders.place(id), states.refused);
    },

    hasArrived(id) {
      const number = orders.find(id);
      return number !== undefined && order.deliveries.get(number) > 0;
    },

    unnotified(nowMs, limit) {
      const found: { id: string; company: string }[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (!isMissing(number) || order.deliveries.get(number) >= order.due.get(number)) continue;
        if (nowMs <= deadlines.first(number)) continue;
        found.push({ id: orders.idAt(number), company: viewOfOrder(number).company });
      }
      return found;
    },

    orderMissing(id) {
      const number = orders.find(id);
      if (number !== undefined) order.state.set(number, states.missing);
    },

    openUntil(nowMs, isCounted) {
      let until: number | undefined;
      const consider = (orderNumber: number, overdueMs: number): void => {
        if (overdueMs < nowMs || !isCounted(companies[order.company.get(orderNumber)] ?? '')) return;
        until = Math.max(until ?? 0, overdueMs);
      };
      for (let number = 0; number < orders.size; number += 1) {
        if (isMissing(number) && order.deliveries.get(number) < order.due.get(number)) {
          consider(number, deadlines.first(number));
        }
      }
      for (let number = 0; number < deliveries.size; number += 1) {
        if (tables.isAcknowledged(number)) continue;
        if (delivery.attempts.get(number) >= attemptsMax) continue;
        consider(delivery.order.get(number), deadlines.next(number));
      }
      return until;
    },

    settle(nowMs) {
      const waiting = { due: 0, possible: 0 };
      for (const { order: fact } of unidentified.values()) {
        const [, , , due, may, state] = fact;
        waiting.possible += due + may;
        waiting.due += state === 'accepted' ? due : 0;
      }
      return settle({ tables, deadlines, nowMs, curve, curveExamples, unidentified: waiting });
    },

    progress: () => ({ ...progress }),

    eachOrder(visit) {
      for (let number = 0; number < orders.size; number += 1) {
        if (order.due.get(number) > 0) visit(viewOfOrder(number));
      }
    },

    eachDelivery(visit) {
      tables.eachRanked((number, orderNumber, rank) => {
        if (rank >= order.due.get(orderNumber)) return;
        visit(
          {
            attempts: delivery.attempts.get(number),
            firstMs: delivery.firstMs.get(number),
            acknowledgedMs: tables.isAcknowledged(number) ? delivery.acknowledgedMs.get(number) : undefined,
          },
          viewOfOrder(orderNumber),
        );
      });
    },
  };
};
