import type { ArrivalFact, DeliveryUnconfirmedFact, JourneyFact, OrderState } from '../facts.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Timing } from './retry-curve.ts';
import type { Settlement } from './settlement.ts';

export const timing: Timing = { timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 };

export type TestFact = JourneyFact | ArrivalFact | DeliveryUnconfirmedFact;

interface Sent {
  number?: number;
  id?: string | null;
  atMs?: number;
  due?: number;
  may?: number;
  state?: OrderState;
}

/** A journey with one order, by default `o1`, accepted at 0, with one due notification. */
export const sent = ({ number = 1, id, atMs = 0, due = 1, may = 0, state = 'accepted' }: Sent = {}): JourneyFact => [
  'j',
  'measure',
  'amber',
  'completed',
  0,
  [],
  [`selo-run-measure-${number}`, id === undefined ? `o${number}` : id, atMs, due, may, state],
];

export const attempt = (
  atMs: number,
  status: number,
  orderId: string | null = 'o1',
  couponId: string | null = 'c1',
): ArrivalFact => ['a', atMs, 'amber', orderId, couponId, status];

export const deliveryUnconfirmed = (
  atMs: number,
  orderId: string | null = 'o1',
  couponId: string | null = 'c1',
): DeliveryUnconfirmedFact => ['u', atMs, 'amber', orderId, couponId];

/** An attempt for each status, at the times of the retry curve. */
export const attempts = (statuses: readonly number[], orderId = 'o1', couponId = 'c1', atMs = 100): ArrivalFact[] => {
  let nextMs = atMs;
  return statuses.map((status, index) => {
    const fact = attempt(nextMs, status, orderId, couponId);
    nextMs += 2_000 * 2 ** index + 20 + (status === 0 ? timing.timeoutMs : 0);
    return fact;
  });
};

export const refusals = (times: number): number[] => Array.from({ length: times }, () => 503);

export const ledgerOf = (facts: readonly TestFact[], ledger: Ledger = createLedger(timing)): Ledger => {
  for (const fact of facts) {
    if (fact[0] === 'a') ledger.arrival(fact);
    else if (fact[0] === 'u') ledger.deliveryUnconfirmed(fact);
    else if (fact[6] !== null) ledger.order(fact[2], fact[6]);
  }
  return ledger;
};

/** The classes that are not empty. */
export const countsOf = ({ conservation, irregularities }: Settlement): Record<string, number> =>
  Object.fromEntries(Object.entries({ ...conservation, ...irregularities }).filter(([, count]) => count > 0));

/** Everything is overdue long before. */
export const longAfterMs = 10_000_000;

export const settled = (facts: readonly TestFact[], nowMs = longAfterMs): Record<string, number> =>
  countsOf(ledgerOf(facts).settle(nowMs));
