import { isObject } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { actionsInOrder } from './actions.ts';
import { countBefore, endOf, fieldsOf, nameOf, partsOf, pathOf } from './read-call.ts';

/** What makes two sends the same one: a partner's id where there is one, else the whole body. */
const sendKey = (call: PartnerCall): string =>
  `${call.method} ${call.path} ${nameOf(fieldsOf(call).externalId) ?? call.body}`;

/** Calls that are the same one sent again and again, each group in the order of its calls. */
export const sameSends = (calls: readonly PartnerCall[]): PartnerCall[][] => [...Map.groupBy(calls, sendKey).values()];

/** A body by what it says: its fields in one order, its numbers in one form; as it is where it is no JSON object. */
const meaningOf = (call: PartnerCall): string => {
  const fields = fieldsOf(call);
  if (Object.keys(fields).length === 0) return call.body;
  return JSON.stringify(fields, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
};

/** Calls that say the same, in whatever order and form. */
export const sameBodies = (calls: readonly PartnerCall[]): PartnerCall[][] => [
  ...Map.groupBy(calls, (call) => `${call.method} ${call.path} ${meaningOf(call)}`).values(),
];

/** Only orders, stores and carts need an externalId to be distinguished. */
export const isKeyedByPartner = (call: PartnerCall): boolean =>
  call.method === 'POST' && ['orders', 'stores', 'abandoned-carts'].includes(partsOf(call)[0] ?? '');

const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** What makes an order what it is; a partner may send more, even how often it tries. */
const orderFieldsOf = ({ orderTotal = 'total', orderCustomer = 'customer' }: PartnerRecord['names']): string[] => [
  'status',
  'couponCode',
  'lineItems',
  orderTotal,
  orderCustomer,
];

/** The fields of a body, without its own id and without moments, which may be those of the sending. */
const contentOf = (call: PartnerCall, names: PartnerRecord['names']): Map<string, string> =>
  new Map(
    Object.entries(fieldsOf(call))
      .filter(([name]) => (partsOf(call)[0] === 'orders' ? orderFieldsOf(names).includes(name) : name !== 'externalId'))
      .map(([name, content]) => [
        name,
        JSON.stringify(content, (_, value: unknown) =>
          typeof value === 'string' && dateTime.test(value) ? null : value,
        ),
      ]),
  );

/** Names of the fields in which two bodies differ. */
export const differences = (names: PartnerRecord['names'], one: PartnerCall, other: PartnerCall): string[] => {
  const [contents, others] = [contentOf(one, names), contentOf(other, names)];
  return [...new Set([...contents.keys(), ...others.keys()])].filter((name) => contents.get(name) !== others.get(name));
};

/** The last thing that the partner was made to do before a call or an attempt; undefined before any. */
export const actionBefore = (record: PartnerRecord, { atMs }: { atMs: number }): PartnerAction | undefined => {
  const actions = actionsInOrder(record);
  return actions[countBefore(actions, ({ fromMs }) => fromMs <= atMs) - 1];
};

/** Actions that make a record of a kind. */
const makers: Readonly<Record<string, readonly string[]>> = {
  orders: ['create-order', 'redeem'],
  stores: ['create-store'],
  'abandoned-carts': ['create-cart'],
};

/**
 * A later send of the same content under another externalId, which nothing bore before the failed one. Only until the
 * partner is made to make another record of that kind, which may happen to be alike.
 */
export const underAnotherId = (
  record: PartnerRecord,
  calls: readonly PartnerCall[],
  failed: PartnerCall,
): PartnerCall | undefined => {
  if (!actionBefore(record, failed)) return undefined;
  const { [partsOf(failed)[0] ?? '']: making = [] } = makers;
  const next = actionsInOrder(record).find(({ action, fromMs }) => fromMs > failed.atMs && making.includes(action));
  const untilMs = next?.fromMs ?? Number.POSITIVE_INFINITY;
  const earlier = new Set(calls.filter(({ atMs }) => atMs <= failed.atMs).map((call) => fieldsOf(call).externalId));
  return calls.find(
    (call) =>
      call.atMs >= endOf(failed) &&
      call.atMs < untilMs &&
      call.method === failed.method &&
      pathOf(call) === pathOf(failed) &&
      !earlier.has(fieldsOf(call).externalId) &&
      differences(record.names, call, failed).length === 0,
  );
};

/** Whether two calls come of the same thing that the partner was made to do; what it does by itself comes of nothing. */
export const isAtSameAction = (record: PartnerRecord, one: PartnerCall, other: PartnerCall): boolean => {
  const action = actionBefore(record, one);
  return action !== undefined && action === actionBefore(record, other);
};
