import { isObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import {
  callsOn,
  creates,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isSent,
  isTo,
  nameOf,
  partsOf,
  recordsIn,
  undisturbed,
} from './read-call.ts';

/** Whether a call writes an order: creates one or changes one. */
export const writesOrder = (call: PartnerCall): boolean => creates(call, 'orders') || isTo(call, 'PUT /orders/:id');

/** The writes of orders that no scenario disturbed. */
export const orderWrites = derived((record): readonly PartnerCall[] => undisturbed(record).filter(writesOrder));

/** Whether a write says a status; null says none. */
export const hasStatus = (call: PartnerCall): boolean => isSent(fieldsOf(call), 'status');

/** The items of an order, as far as they are a list. */
export const lineItemsOf = (call: PartnerCall): unknown[] => {
  const { lineItems } = fieldsOf(call);
  return Array.isArray(lineItems) ? lineItems : [];
};

/** The code of an order; undefined for null. */
export const couponCodeOf = (call: PartnerCall): unknown => fieldsOf(call).couponCode ?? undefined;

/** The total of an order under its declared name, as it was sent. */
export const totalFieldOf = (call: PartnerCall, { orderTotal }: PartnerRecord['names']): unknown =>
  fieldsOf(call)[orderTotal];

/** The total of an order; undefined unless it is a number above 0. */
export const totalOf = (call: PartnerCall, names: PartnerRecord['names']): number | undefined => {
  const total = totalFieldOf(call, names);
  return typeof total === 'number' && total > 0 ? total : undefined;
};

/**
 * The partner's ids of orders by the service's, as far as coupons and answers showed them. What was reported first stays: a
 * write that goes to another order may have it bear the wrong one from then on.
 */
export const orderNames = derived((record): ReadonlyMap<string, string> => {
  const ofCoupons = record.coupons.flatMap(({ orderId, orderExternalId, madeMs }) =>
    orderId === null || orderExternalId === null ? [] : [{ id: orderId, externalId: orderExternalId, atMs: madeMs }],
  );
  const ofAnswers = callsOn(record, 'orders').flatMap((call) =>
    recordsIn(call).flatMap((order) => {
      const [id, externalId] = isObject(order) ? [nameOf(order.id), nameOf(order.externalId)] : [];
      return id === undefined || externalId === undefined ? [] : [{ id, externalId, atMs: call.atMs }];
    }),
  );
  const latestFirst = [...ofAnswers, ...ofCoupons].toSorted((a, b) => b.atMs - a.atMs);
  return new Map(latestFirst.map(({ id, externalId }) => [id, externalId]));
});

/** Every write of an order, in the order of their arrival. */
export const allOrderWrites = derived((record): readonly PartnerCall[] =>
  callsOn(record, 'orders').filter(writesOrder),
);

const writesByOrder = derived((record) =>
  Map.groupBy(allOrderWrites(record), (call) => orderOf(call, orderNames(record))),
);

/** The writes of one order; undefined: those that show no order. */
export const writesOf = (record: PartnerRecord, order: string | undefined): readonly PartnerCall[] =>
  writesByOrder(record).get(order) ?? [];

/**
 * Whether a write may be what is stored. A failed one is not if a later write of the order was accepted, unless a lookup
 * showed the status of the failed one.
 */
export const isAsStored = (
  record: PartnerRecord,
  write: PartnerCall,
  writes: readonly PartnerCall[],
  order: string,
): boolean => {
  if (!isFailed(write)) return true;
  const isOverruled = writes.some((later) => later.atMs > write.atMs && isAccepted(later));
  if (!isOverruled) return true;
  const said = fieldsOf(write);
  return record.calls.some(
    (call) =>
      call.atMs > write.atMs &&
      call.method === 'GET' &&
      isAccepted(call) &&
      recordsIn(call).some(
        (shown) => isObject(shown) && nameOf(shown.externalId) === order && shown.status === said.status,
      ),
  );
};

/** The partner's id of the order that a write changes, by its path or else its body; undefined if neither shows it. */
export const orderOf = (call: PartnerCall, names: ReadonlyMap<string, string>): string | undefined =>
  names.get(partsOf(call)[1] ?? '') ?? externalIdOf(call);

const deletionsByOrder = derived((record) =>
  Map.groupBy(
    callsOn(record, 'orders').filter((call) => isTo(call, 'DELETE /orders/:id')),
    (call) => orderOf(call, orderNames(record)),
  ),
);

/** The deletions that were sent of one order. A deletion cancels the order as well. */
export const deletionsOf = (record: PartnerRecord, order: string): readonly PartnerCall[] =>
  deletionsByOrder(record).get(order) ?? [];
