import { isUuid } from '../../../core/forms.ts';
import { isObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { isNotFound } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { isForged } from './notifications.ts';
import { callsOf, fieldsBelow, fieldsOf, isTo, nameOf, partsOf, queryOf, recordsIn } from './read-call.ts';

const resources = ['customers', 'products', 'orders', 'abandoned-carts', 'stores'];

/** Routes whose path is a resource and an id. */
const routesById = new Set([
  ...resources.flatMap((resource) => ['GET', 'PUT', 'DELETE'].map((method) => `${method} ${resource}`)),
  'GET users',
  'DELETE users',
  'GET coupons',
  'PUT coupons',
  'PUT webhooks',
  'DELETE webhooks',
]);

/** The path segments before a key other than the service's id. */
const otherKeys = ['external', 'phone', 'name', 'email', 'code', 'order', 'shared'];

/** The segment of a path at the place of the service's id; undefined if the route has none. */
export const serviceIdIn = (call: PartnerCall): string | undefined => {
  if (isTo(call, 'GET /coupons/order/:orderId')) return partsOf(call)[2];
  const [resource, id, ...rest] = partsOf(call);
  if (id === undefined || rest.length > 0 || !routesById.has(`${call.method} ${resource}`)) return undefined;
  // the document does not show the paths of lists
  const isList = call.method === 'GET' && queryOf(call).size > 0;
  return otherKeys.includes(id) || isList ? undefined : id;
};

interface GivenId {
  id: unknown;
  kind: string;
}

/** The ids in a value with the kinds of their records. A coupon contains its customer; an order or a cart may. */
const idsIn = (found: unknown, kind: string): GivenId[] =>
  isObject(found)
    ? [
        ...(isUuid(found.id) ? [{ id: found.id, kind }] : []),
        ...idsIn(found.customer, 'customers'),
        ...idsIn(found.couponUsed, 'coupons'),
      ]
    : [];

/** When the partner first sent each UUID in a body. */
const firstSent = derived((record): ReadonlyMap<unknown, number> => {
  const first = new Map<unknown, number>();
  for (const call of callsOf(record)) {
    for (const { value } of fieldsBelow(fieldsOf(call))) {
      if (isUuid(value) && !first.has(value)) first.set(value, call.atMs);
    }
  }
  return first;
});

/** The ids in a response, without those that may only repeat what the partner had sent before. */
const idsAnswered = (record: PartnerRecord, call: PartnerCall): GivenId[] =>
  recordsIn(call)
    .flatMap((found) => idsIn(found, partsOf(call)[0] ?? ''))
    .filter(({ id }) => (firstSent(record).get(id) ?? Number.POSITIVE_INFINITY) > call.atMs);

/** The service's ids from created records, notifications and responses, by the kinds of their records. */
export const serviceIds = derived((record): ReadonlyMap<string, ReadonlySet<string>> => {
  const given: GivenId[] = [
    ...record.coupons.flatMap(({ id, orderId }) => [
      { id, kind: 'coupons' },
      { id: orderId, kind: 'orders' },
    ]),
    ...record.attempts
      .filter((attempt) => !isForged(record, attempt))
      .map(fieldsOf)
      .flatMap(({ id, orderId, companyId }) => [
        { id, kind: 'coupons' },
        { id: orderId, kind: 'orders' },
        { id: companyId, kind: 'companies' },
      ]),
    ...callsOf(record).flatMap((call) => idsAnswered(record, call)),
  ];
  const kinds = new Map<string, Set<string>>();
  for (const { id, kind } of given) {
    const name = nameOf(id);
    if (name !== undefined) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  }
  return kinds;
});

/** The kind of the record in a path. */
export const kindOf = (call: PartnerCall): string =>
  isTo(call, 'GET /coupons/order/:orderId') ? 'orders' : (partsOf(call)[0] ?? '');

/** Whether a call names a record by an id that the platform never gave, and the platform said that it has none. */
export const isToUnknownRecord = (record: PartnerRecord, call: PartnerCall): boolean => {
  const id = serviceIdIn(call);
  return id !== undefined && call.fault === undefined && isNotFound(call) && !serviceIds(record).has(id);
};
