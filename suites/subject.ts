import type { StoredDeliveries } from '../core/deliveries.ts';
import type { AnsweredExchange, StoredExchange } from '../core/exchange.ts';
import type { Ending, StoredCase, Verdict } from '../core/verdict.ts';
import type { Attempt } from '../fixtures/capture/attempt.ts';
import { type Exchange, isAnswered, type RecordedExchange } from '../fixtures/exchange.ts';

/** The webhook attempts that arrived for one order or one coupon, in order of arrival. */
export type Deliveries = Omit<StoredDeliveries, 'attempts'> & { attempts: readonly Attempt[] };

/** What a rule can make assertions about. */
export type Subject = Exchange | Deliveries;

export const isDeliveries = (subject: Subject): subject is Deliveries => 'attempts' in subject;

/** A verdict whose evidence still has the parsed bodies. */
type WithParsed<Written> = Written extends unknown
  ? Omit<Written, 'exchanges' | 'deliveries'> & {
      exchanges: readonly RecordedExchange[];
      deliveries: readonly Deliveries[];
    }
  : never;
export type UnwrittenVerdict = WithParsed<Verdict>;

/** A case of a property, whose deliveries still have the parsed bodies. */
export type UnwrittenCase = Ending &
  Pick<StoredCase, 'rule' | 'exchanges' | 'recording'> & { deliveries: readonly Deliveries[] };

const writtenAnswer = ({ body: _, ...answered }: Exchange): AnsweredExchange => answered;

const writtenExchange = (exchange: RecordedExchange): StoredExchange =>
  isAnswered(exchange) ? writtenAnswer(exchange) : exchange;

/** Removes the parsed bodies, which the texts repeat. */
export const writtenDeliveries = ({ attempts, ...rest }: Deliveries): StoredDeliveries => ({
  ...rest,
  attempts: attempts.map(({ json: _, ...attempt }) => attempt),
});

/** A verdict as it is stored, without the parsed bodies. */
export const asWritten = ({ exchanges, deliveries, ...rest }: UnwrittenVerdict): Verdict => ({
  ...rest,
  exchanges: exchanges.map(writtenExchange),
  deliveries: deliveries.map(writtenDeliveries),
});
