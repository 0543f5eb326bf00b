import type { ArrivalFact, OrderFact, OrderState, UntakenFact } from '../facts.ts';
import type { Conservation, Drill, Irregularities } from '../result.ts';
import { createColumn } from './column.ts';
import { createKeyTable } from './key-table.ts';
import {
  attemptsMax,
  attemptsMaxAtMost,
  earliestNextMs,
  latestNextMs,
  shortestCurveMs,
  type Timing,
} from './retry-curve.ts';
import { createToldStates } from './told-states.ts';

/** A time in which attempts could not be seen, or the platform could not make any; in ms since the epoch. */
export interface Blackout {
  /** `gone`: attempts were made, and nobody saw them. `restart`: none could be made. */
  kind: Drill['kind'];
  fromMs: number;
  toMs: number;
}

/** One delivery as it stands. */
export interface DeliveryView {
  attempts: number;
  firstMs: number;
  /** When it was taken by a 2xx first; undefined when it was not. */
  takenMs: number | undefined;
}

export interface OrderView {
  id: string;
  company: string;
  acceptedMs: number;
  due: number;
  may: number;
}

export type ClassName = keyof Conservation | keyof Irregularities;

/** At most so many ids are kept of each class. */
const examplesOfEach = 10;

export interface Settlement {
  conservation: Conservation;
  irregularities: Irregularities;
  examples: Partial<Record<ClassName, string[]>>;
}

/** Orders that an answer told no id of, and that a notification may be due for. */
export interface UnidentifiedOrder {
  company: string;
  order: OrderFact;
}

/**
 * Follows every order to its notifications by its id. Facts may come in any order; a million orders with a delivery each
 * take about 120 MB.
 */
export interface Ledger {
  order(company: string, order: OrderFact): void;
  /** Returns the attempt's number within its delivery, from 1. */
  arrival(arrival: ArrivalFact): number;
  untaken(untaken: UntakenFact): void;
  /** Attempts within it are missing from the record, and lateness across it proves nothing. */
  blackout(blackout: Blackout): void;
  /** Accepted or ambiguous orders whose id is still unknown, by external id. */
  readonly unidentified: ReadonlyMap<string, UnidentifiedOrder>;
  /** Tells the id of such an order; undefined when the target does not have it. */
  identify(externalId: string, id: string | undefined): void;
  /** How an order ended that a journey told of; undefined when none told of it. */
  toldState(externalId: string): OrderState | undefined;
  /** Ids of notified orders that were not sent here, at most so many. */
  strangers(limit: number): string[];
  /** The order exists and is somebody else's, or that of a journey that was cut off. */
  foreign(id: string): void;
  /** The order was refused, and is there all the same. */
  refused(id: string): void;
  /** Accepted orders without an attempt that is due by now, at most so many. */
  unnotified(nowMs: number, limit: number): { id: string; company: string }[];
  /** The order was accepted and is not there. */
  forgotten(id: string): void;
  /** Deliveries and missing notifications that may still come: when the last of them is overdue, undefined without any. */
  openUntil(nowMs: number, isCounted: (company: string) => boolean): number | undefined;
  settle(nowMs: number): Settlement;
  /** Notifications that are due so far, and deliveries that were taken. */
  progress(): { due: number; taken: number };
  /** Every order that a notification is due for. */
  eachOrder(visit: (order: OrderView) => void): void;
  /** Every delivery of such an order, as many as are due, in the order of their first attempts. */
  eachDelivery(visit: (delivery: DeliveryView, order: OrderView) => void): void;
}

const states = { unknown: 0, accepted: 1, refused: 2, ambiguous: 3, foreign: 4, forgotten: 5 } as const;
const isTaking = (status: number): boolean => status >= 200 && status < 300;
const mostInByte = 255;

export const createLedger = (timing: Timing): Ledger => {
  const orders = createKeyTable();
  const order = {
    state: createColumn(Uint8Array),
    acceptedMs: createColumn(Float64Array),
    due: createColumn(Uint8Array),
    may: createColumn(Uint8Array),
    company: createColumn(Uint16Array),
    deliveries: createColumn(Uint8Array),
  };
  const deliveries = createKeyTable();
  const delivery = {
    order: createColumn(Int32Array),
    attempts: createColumn(Uint8Array),
    firstMs: createColumn(Float64Array),
    lastMs: createColumn(Float64Array),
    lastStatus: createColumn(Uint16Array),
    takenMs: createColumn(Float64Array),
    taken: createColumn(Uint8Array),
    /** Attempts after it was taken that were not. */
    again: createColumn(Uint8Array),
    /** 1 when it was answered 2xx and the answer may not have reached its sender. */
    uncertain: createColumn(Uint8Array),
  };
  const progress = { due: 0, taken: 0 };
  const companies: string[] = [];
  const blackouts: Blackout[] = [];
  const unidentified = new Map<string, UnidentifiedOrder>();
  const told = createToldStates();
  const curve = { lateRetry: 0, earlyRetry: 0, beyondLast: 0 };
  const curveExamples: Partial<Record<ClassName, string[]>> = {};

  const companyNumber = (name: string): number => {
    const known = companies.indexOf(name);
    return known === -1 ? companies.push(name) - 1 : known;
  };

  const keepExample = (examples: Settlement['examples'], kind: ClassName, orderNumber: number): void => {
    const kept = examples[kind];
    if (kept === undefined) examples[kind] = [orders.idAt(orderNumber)];
    else if (kept.length < examplesOfEach) kept.push(orders.idAt(orderNumber));
  };

  const overlapping = (fromMs: number, toMs: number): Blackout | undefined =>
    blackouts.find((blackout) => blackout.fromMs <= toMs && blackout.toMs >= fromMs);

  /**
   * Until when an attempt that is expected so long after a moment may come. Attempts that nobody saw have made the next
   * distance longer: at most by as much as has passed and the first distance, since the distances double.
   */
  const deadline = (sinceMs: number, allowedMs: number): number => {
    let untilMs = sinceMs + allowedMs;
    for (const { fromMs, toMs } of blackouts) {
      if (fromMs > untilMs || toMs < sinceMs) continue;
      untilMs = Math.max(untilMs, toMs + (toMs - sinceMs) + latestNextMs(timing, 1, true) + allowedMs);
    }
    return untilMs;
  };

  const firstDeadline = (orderNumber: number): number => deadline(order.acceptedMs.get(orderNumber), timing.dispatchMs);

  /** When the first attempt may have been made, where some before the last one may not have been seen; else undefined. */
  const hiddenSince = (number: number): number | undefined => {
    const acceptedMs = order.acceptedMs.get(delivery.order.get(number));
    const dark = overlapping(acceptedMs, delivery.lastMs.get(number));
    return dark && Math.min(delivery.firstMs.get(number), Math.max(acceptedMs, dark.fromMs));
  };

  const allowedMs = (number: number): number =>
    latestNextMs(timing, delivery.attempts.get(number), delivery.lastStatus.get(number) > 0);

  const nextDeadline = (number: number): number => {
    const lastMs = delivery.lastMs.get(number);
    return deadline(lastMs, allowedMs(number) + lastMs - (hiddenSince(number) ?? lastMs));
  };

  /** Whether all ten attempts may have been made, some of them unseen: of a first and a last one, and what may follow it. */
  const mayBeSpent = (firstMs: number, lastMs: number, nextMs: number): boolean =>
    blackouts.some(
      ({ kind, fromMs, toMs }) =>
        kind === 'gone' &&
        toMs >= firstMs &&
        fromMs <= lastMs + nextMs &&
        Math.max(lastMs, toMs) - firstMs >= shortestCurveMs(timing),
    );

  const untakenClass = (number: number, nowMs: number): keyof Conservation => {
    if (delivery.attempts.get(number) >= attemptsMax) return 'givenUp';
    if (nowMs <= nextDeadline(number)) return 'pending';
    const firstMs = hiddenSince(number) ?? delivery.firstMs.get(number);
    return mayBeSpent(firstMs, delivery.lastMs.get(number), allowedMs(number)) ? 'givenUp' : 'abandoned';
  };

  const missingClass = (orderNumber: number, nowMs: number): keyof Conservation => {
    if (order.state.get(orderNumber) === states.forgotten) return 'forgotten';
    if (nowMs <= firstDeadline(orderNumber)) return 'pending';
    const acceptedMs = order.acceptedMs.get(orderNumber);
    return mayBeSpent(acceptedMs, acceptedMs, timing.dispatchMs) ? 'givenUp' : 'lost';
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
    const tell = (kind: keyof typeof curve): void => {
      curve[kind] += 1;
      keepExample(curveExamples, kind, delivery.order.get(number));
    };
    if (gapMs < earliestNextMs(timing, attempts)) tell('earlyRetry');
    else if (arrivedMs > nextDeadline(number) && overlapping(lastMs, arrivedMs) === undefined) tell('lateRetry');
    if (attempts + 1 > attemptsMaxAtMost) tell('beyondLast');
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
      told.note(externalId, state);
      if (id !== null) place(company, fact, id);
      else if (state === 'ambiguous' || due + may > 0) unidentified.set(externalId, { company, order: fact });
    },

    arrival([, arrivedMs, company, orderId, couponId, status]) {
      const number = deliveries.place(couponId ?? `${company} without a coupon ${orderId}`);
      const attempts = delivery.attempts.get(number);
      if (attempts === 0) {
        const orderNumber = orders.place(orderId ?? `${company} without an order`);
        if (order.state.get(orderNumber) === states.unknown) order.company.set(orderNumber, companyNumber(company));
        // a flow that was run for a customer, not for an order
        if (orderId === null) order.state.set(orderNumber, states.foreign);
        order.deliveries.set(orderNumber, Math.min(mostInByte, order.deliveries.get(orderNumber) + 1));
        delivery.order.set(number, orderNumber);
        delivery.firstMs.set(number, arrivedMs);
      }
      const taken = delivery.taken.get(number);
      // journals of several processes are read one after the other: an older attempt may come later, and proves nothing
      const isLatest = arrivedMs >= delivery.lastMs.get(number);
      if (attempts > 0 && taken === 0 && isLatest) judgeRetry(number, arrivedMs, attempts);
      delivery.attempts.set(number, Math.min(mostInByte, attempts + 1));
      delivery.firstMs.set(number, Math.min(arrivedMs, delivery.firstMs.get(number)));
      if (isLatest) {
        delivery.lastMs.set(number, arrivedMs);
        delivery.lastStatus.set(number, status);
      }
      if (isTaking(status)) {
        if (taken === 0 && delivery.uncertain.get(number) === 0) progress.taken += 1;
        delivery.takenMs.set(number, taken === 0 ? arrivedMs : Math.min(arrivedMs, delivery.takenMs.get(number)));
        delivery.taken.set(number, Math.min(mostInByte, taken + 1));
      } else if (taken > 0 && arrivedMs > delivery.takenMs.get(number)) {
        delivery.again.set(number, Math.min(mostInByte, delivery.again.get(number) + 1));
      }
      return attempts + 1;
    },

    untaken([, , company, couponId]) {
      const number = deliveries.find(couponId ?? `${company} without a coupon null`);
      if (number === undefined) return;
      const taken = Math.max(0, delivery.taken.get(number) - 1);
      delivery.taken.set(number, taken);
      delivery.lastStatus.set(number, 0);
      delivery.uncertain.set(number, 1);
      if (taken === 0) delivery.again.set(number, 0);
    },

    blackout(blackout) {
      blackouts.push(blackout);
    },

    identify(externalId, id) {
      const known = unidentified.get(externalId);
      if (known === undefined) return;
      unidentified.delete(externalId);
      if (id !== undefined) return place(known.company, known.order, id);
      if (known.order[5] !== 'accepted') return;
      // accepted, and the target does not know it: followed under the name that it was sent by
      place(known.company, known.order, externalId);
      order.state.set(orders.place(externalId), states.forgotten);
    },

    toldState: told.stateOf,

    strangers(limit) {
      const found: string[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (order.state.get(number) === states.unknown) found.push(orders.idAt(number));
      }
      return found;
    },

    foreign(id) {
      order.state.set(orders.place(id), states.foreign);
    },

    refused(id) {
      order.state.set(orders.place(id), states.refused);
    },

    unnotified(nowMs, limit) {
      const found: { id: string; company: string }[] = [];
      for (let number = 0; number < orders.size && found.length < limit; number += 1) {
        if (!isMissing(number) || order.deliveries.get(number) >= order.due.get(number)) continue;
        if (nowMs <= firstDeadline(number)) continue;
        found.push({ id: orders.idAt(number), company: viewOfOrder(number).company });
      }
      return found;
    },

    forgotten(id) {
      const number = orders.find(id);
      if (number !== undefined) order.state.set(number, states.forgotten);
    },

    openUntil(nowMs, isCounted) {
      let until: number | undefined;
      const consider = (orderNumber: number, overdueMs: number): void => {
        if (overdueMs < nowMs || !isCounted(companies[order.company.get(orderNumber)] ?? '')) return;
        until = Math.max(until ?? 0, overdueMs);
      };
      for (let number = 0; number < orders.size; number += 1) {
        if (isMissing(number) && order.deliveries.get(number) < order.due.get(number)) {
          consider(number, firstDeadline(number));
        }
      }
      for (let number = 0; number < deliveries.size; number += 1) {
        if (delivery.taken.get(number) > 0 || delivery.uncertain.get(number) === 1) continue;
        if (delivery.attempts.get(number) >= attemptsMax) continue;
        consider(delivery.order.get(number), nextDeadline(number));
      }
      return until;
    },

    settle(nowMs) {
      const conservation: Conservation = {
        due: 0,
        once: 0,
        duplicated: 0,
        pending: 0,
        givenUp: 0,
        abandoned: 0,
        lost: 0,
        forgotten: 0,
      };
      const irregularities: Irregularities = { phantom: 0, rejectedButNotified: 0, foreign: 0, lateFirst: 0, ...curve };
      const examples: Settlement['examples'] = structuredClone(curveExamples);
      const count = <Name extends ClassName>(group: Record<Name, number>, kind: Name, orderNumber: number): void => {
        group[kind] += 1;
        if (kind !== 'once' && kind !== 'due') keepExample(examples, kind, orderNumber);
      };
      const counted = createColumn(Uint8Array);

      /** Notifications of orders whose id could not be learned cannot be told from those of nobody's. */
      let unclear = 0;
      for (const { order: fact } of unidentified.values()) {
        const [, , , due, may, state] = fact;
        unclear += due + may;
        conservation.due += state === 'accepted' ? due : 0;
        conservation.pending += state === 'accepted' ? due : 0;
      }

      for (let number = 0; number < deliveries.size; number += 1) {
        const orderNumber = delivery.order.get(number);
        const state = order.state.get(orderNumber);
        const rank = counted.get(orderNumber);
        counted.set(orderNumber, Math.min(mostInByte, rank + 1));
        const due = order.due.get(orderNumber);
        if (state === states.foreign) {
          irregularities.foreign += 1;
        } else if (rank >= due) {
          if (rank < due + order.may.get(orderNumber)) continue;
          if (state === states.refused) count(irregularities, 'rejectedButNotified', orderNumber);
          else if (state === states.unknown && unclear > 0) unclear -= 1;
          else count(irregularities, 'phantom', orderNumber);
        } else {
          const taken = delivery.taken.get(number);
          if (taken > 1 || (taken === 1 && delivery.again.get(number) > 0)) {
            count(conservation, 'duplicated', orderNumber);
          } else {
            const isTaken = taken === 1 || delivery.uncertain.get(number) === 1;
            count(conservation, isTaken ? 'once' : untakenClass(number, nowMs), orderNumber);
          }
          // later than the last of its causes allows is late, whichever of them it came of
          if (order.may.get(orderNumber) === 0 && delivery.firstMs.get(number) > firstDeadline(orderNumber)) {
            count(irregularities, 'lateFirst', orderNumber);
          }
        }
      }
      for (let number = 0; number < orders.size; number += 1) {
        const due = order.due.get(number);
        conservation.due += due;
        for (let missing = counted.get(number); missing < due; missing += 1) {
          count(conservation, missingClass(number, nowMs), number);
        }
      }
      return { conservation, irregularities, examples };
    },

    progress: () => ({ ...progress }),

    eachOrder(visit) {
      for (let number = 0; number < orders.size; number += 1) {
        if (order.due.get(number) > 0) visit(viewOfOrder(number));
      }
    },

    eachDelivery(visit) {
      const counted = createColumn(Uint8Array);
      for (let number = 0; number < deliveries.size; number += 1) {
        const orderNumber = delivery.order.get(number);
        const rank = counted.get(orderNumber);
        counted.set(orderNumber, Math.min(mostInByte, rank + 1));
        if (rank >= order.due.get(orderNumber)) continue;
        const isTaken = delivery.taken.get(number) > 0 || delivery.uncertain.get(number) === 1;
        visit(
          {
            attempts: delivery.attempts.get(number),
            firstMs: delivery.firstMs.get(number),
            takenMs: isTaken ? delivery.takenMs.get(number) : undefined,
          },
          viewOfOrder(orderNumber),
        );
      }
    },
  };
};
