import { z } from 'zod';
import type { Ledger } from '../ledger/ledger.ts';

const orderFact = z
  .tuple([
    z.string(),
    z.string().nullable(),
    z.number(),
    z.number(),
    z.number(),
    z.enum(['accepted', 'refused', 'ambiguous']),
  ])
  .readonly();

/** What a run gave its ledger that stands in no journal: the orders of its probes, and what it asked the target. */
export const learnedSchema = z.strictObject({
  orders: z.array(z.tuple([z.string(), orderFact])),
  /** Ids by external id; null for an order that the target does not have. */
  identified: z.array(z.tuple([z.string(), z.string().nullable()])),
  foreign: z.array(z.string()),
  refused: z.array(z.string()),
  forgotten: z.array(z.string()),
  /** Orders that were found although their sender never learned it. */
  ambiguousFound: z.int().nonnegative(),
});

export type Learned = z.output<typeof learnedSchema>;

export const nothingLearned = (): Learned => ({
  orders: [],
  identified: [],
  foreign: [],
  refused: [],
  forgotten: [],
  ambiguousFound: 0,
});

/** The same ledger, writing down what it receives from others than the journals. */
export const noting = (ledger: Ledger, learned: Learned): Ledger => ({
  ...ledger,
  order(company, order) {
    learned.orders.push([company, order]);
    ledger.order(company, order);
  },
  identify(externalId, id) {
    learned.identified.push([externalId, id ?? null]);
    ledger.identify(externalId, id);
  },
  foreign(id) {
    learned.foreign.push(id);
    ledger.foreign(id);
  },
  refused(id) {
    learned.refused.push(id);
    ledger.refused(id);
  },
  forgotten(id) {
    learned.forgotten.push(id);
    ledger.forgotten(id);
  },
});

/** Hands a ledger that has read the journals what runs learned from elsewhere. */
export const replayLearned = (ledger: Ledger, learned: readonly Learned[]): void => {
  for (const [externalId, id] of learned.flatMap(({ identified }) => identified)) {
    ledger.identify(externalId, id ?? undefined);
  }
  // what is foreign to one run may be another's own
  const foreign = new Set(learned.flatMap((each) => each.foreign));
  for (const id of ledger.strangers(Number.POSITIVE_INFINITY)) if (foreign.has(id)) ledger.foreign(id);
  for (const id of learned.flatMap(({ refused }) => refused)) ledger.refused(id);
  for (const id of learned.flatMap(({ forgotten }) => forgotten)) ledger.forgotten(id);
};
