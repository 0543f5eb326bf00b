import type { Attempt } from '../fixtures/capture/attempt.ts';
import type { Assertion, Exchange } from '../fixtures/exchange.ts';

/** The webhook attempts that arrived for one order or one coupon, in order of arrival. */
export interface Deliveries {
  /** The service's id of the order, or `coupon <code>` where a coupon was looked for by its code. */
  order: string;
  company: string;
  attempts: readonly Attempt[];
  assertions: Assertion[];
}

/** Deliveries as they are written: the bodies say what was parsed of them. */
export const asWritten = ({ attempts, ...rest }: Deliveries): Deliveries => ({
  ...rest,
  attempts: attempts.map(({ json: _, ...attempt }) => attempt),
});

/** What a rule can make assertions about. */
export type Subject = Exchange | Deliveries;

export const isDeliveries = (subject: Subject): subject is Deliveries => 'attempts' in subject;
