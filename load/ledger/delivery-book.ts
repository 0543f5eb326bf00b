import type { ArrivalFact, DeliveryUnconfirmedFact } from '../facts.ts';
import type { Blackouts, Deadlines } from './deadlines.ts';
import { earliestNextMs, maxLegalAttempts, type Timing } from './retry-curve.ts';
import { keepExample, type Settlement } from './settlement.ts';
import { maxInByte, states, type Tables } from './tables.ts';

/** What arrived of each delivery. */
export interface DeliveryBook {
  /** Returns the number of the attempt within its delivery, from 1. */
  arrival(arrival: ArrivalFact): number;
  deliveryUnconfirmed(deliveryUnconfirmed: DeliveryUnconfirmedFact): void;
}

const acknowledges = (status: number): boolean => status >= 200 && status < 300;

/** The coupon's id; a delivery without one is known by its order. */
const deliveryKey = (company: string, orderId: string | null, couponId: string | null): string =>
  couponId ?? `${company} without a coupon ${orderId}`;

interface Schedule {
  timing: Timing;
  deadlines: Deadlines;
  blackouts: Blackouts;
}

/** Counts the attempts that are not where the retry curve has them. */
const createRetryJudge = ({ orders, delivery }: Tables, { timing, deadlines, blackouts }: Schedule) => {
  const curve = { lateRetry: 0, earlyRetry: 0, beyondLast: 0 };
  const curveExamples: Settlement['examples'] = {};

  const count = (kind: keyof typeof curve, number: number): void => {
    curve[kind] += 1;
    keepExample(curveExamples, kind, () => orders.idAt(delivery.order.get(number)));
  };

  return {
    curve,
    curveExamples,
    /** Judges an attempt by those before it. */
    judge(number: number, arrivedMs: number): void {
      const lastMs = delivery.lastMs.get(number);
      const attempts = delivery.attempts.get(number);
      if (arrivedMs - lastMs < earliestNextMs(timing, attempts)) count('earlyRetry', number);
      else if (arrivedMs > deadlines.next(number) && blackouts.overlapping(lastMs, arrivedMs) === undefined)
        count('lateRetry', number);
      if (attempts + 1 > maxLegalAttempts) count('beyondLast', number);
    },
  };
};

interface JudgedDeliveries extends DeliveryBook, Pick<ReturnType<typeof createRetryJudge>, 'curve' | 'curveExamples'> {
  /** Acknowledged deliveries. */
  delivered(): number;
}

export const createDeliveryBook = (tables: Tables, schedule: Schedule): JudgedDeliveries => {
  const { orders, order, deliveries, delivery, numberOfCompany } = tables;
  const { judge, curve, curveExamples } = createRetryJudge(tables, schedule);
  let delivered = 0;

  const open = (number: number, [, arrivedMs, company, orderId]: ArrivalFact): void => {
    const orderNumber = orders.place(orderId ?? `${company} without an order`);
    if (order.state.get(orderNumber) === states.unknown) order.company.set(orderNumber, numberOfCompany(company));
    // the flow of a customer, not of an order
    if (orderId === null) order.state.set(orderNumber, states.external);
    order.deliveries.set(orderNumber, Math.min(maxInByte, order.deliveries.get(orderNumber) + 1));
    delivery.order.set(number, orderNumber);
    delivery.firstMs.set(number, arrivedMs);
  };

  const acknowledge = (number: number, arrivedMs: number): void => {
    const acknowledged = delivery.acknowledged.get(number);
    if (acknowledged === 0 && delivery.uncertain.get(number) === 0) delivered += 1;
    delivery.acknowledgedMs.set(
      number,
      acknowledged === 0 ? arrivedMs : Math.min(arrivedMs, delivery.acknowledgedMs.get(number)),
    );
    delivery.acknowledged.set(number, Math.min(maxInByte, acknowledged + 1));
  };

  return {
    curve,
    curveExamples,
    delivered: () => delivered,

    arrival(fact) {
      const [, arrivedMs, company, orderId, couponId, status] = fact;
      const number = deliveries.place(deliveryKey(company, orderId, couponId));
      const attempts = delivery.attempts.get(number);
      if (attempts === 0) open(number, fact);
      const isAcknowledged = delivery.acknowledged.get(number) > 0;
      // the journals of several processes are read in turn, so an older attempt may follow a newer one
      const isLatest = arrivedMs >= delivery.lastMs.get(number);
      if (attempts > 0 && !isAcknowledged && isLatest) judge(number, arrivedMs);
      delivery.attempts.set(number, Math.min(maxInByte, attempts + 1));
      delivery.firstMs.set(number, Math.min(arrivedMs, delivery.firstMs.get(number)));
      if (isLatest) {
        delivery.lastMs.set(number, arrivedMs);
        delivery.lastStatus.set(number, status);
      }
      if (acknowledges(status)) acknowledge(number, arrivedMs);
      else if (isAcknowledged && arrivedMs > delivery.acknowledgedMs.get(number)) {
        delivery.repeated.set(number, Math.min(maxInByte, delivery.repeated.get(number) + 1));
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
  };
};
