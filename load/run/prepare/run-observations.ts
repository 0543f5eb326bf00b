import { z } from 'zod';
import type { Ledger } from '../../ledger/ledger.ts';

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
export const observationsSchema = z.strictObject({
  orders: z.array(z.tuple([z.string(), orderFact])),
  /** Ids by external id; null for an order that the target does not have. */
  identified: z.array(z.tuple([z.string(), z.string().nullable()])),
  external: z.array(z.string()),
  refused: z.array(z.string()),
  orderMissing: z.array(z.string()),
  /** Orders that were found although their sender never learned it. */
  ambiguousFound: z.int().nonnegative(),
});

export type RunObservations = z.output<typeof observationsSchema>;

export const noObservations = (): RunObservations => ({
  orders: [],
  identified: [],
  external: [],
  refused: [],
  orderMissing: [],
  ambiguousFound: 0,
});

/** The same ledger, writing down what it receives from others than the journals. */
export const recordObservations = (ledger: Ledger, observations: RunObservations): Ledger => ({
  ...ledger,
  order(company, order) {
    observations.orders.push([company, order]);
    ledger.order(company, order);
  },
  identify(externalId, id) {
    observations.identified.push([externalId, id ?? null]);
    ledger.identify(externalId, id);
  },
  external(id) {
    observations.external.push(id);
    ledger.external(id);
  },
  refused(id) {
    observations.refused.push(id);
    ledger.refused(id);
  },
  orderMissing(id) {
    observations.orderMissing.push(id);
    ledger.orderMissing(id);
  },
});

/** Hands a ledger that has read the journals what runs observations from elsewhere. */
export const replayObservations = (ledger: Ledger, observations: readonly RunObservations[]): void => {
  for (const [externalId, id] of observations.flatMap(({ identified }) => identified)) {
    ledger.identify(externalId, id ?? undefined);
  }
  // what is external to one run may be another's own
  const external = new Set(observations.flatMap((each) => each.external));
  for (const id of ledger.strangers(Number.POSITIVE_INFINITY)) if (external.has(id)) ledger.external(id);
  for (const id of observations.flatMap(({ refused }) => refused)) ledger.refused(id);
  for (const id of observations.flatMap(({ orderMissing }) => orderMissing)) ledger.orderMissing(id);
};
