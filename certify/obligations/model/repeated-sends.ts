import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { actionsInOrder } from './actions.ts';
import { slackMs } from './date-forms.ts';
import { derived } from './derived.ts';
import { isPhone, lastDigits } from './named-fields.ts';
import { normalForm } from './normal-form.ts';
import { callsOf, countBefore, endOf, fieldsOf, isWrite, nameOf, partsOf, pathOf, readOnce } from './read-call.ts';

/** What a call is sent to. The query of a write is of the request, such as a count of tries. */
const targetOf = (call: PartnerCall): string => `${call.method} ${call.method === 'GET' ? call.path : pathOf(call)}`;

/** The identity of a send: the partner's id if it has one, else the whole body. */
const sendKey = (call: PartnerCall): string => `${targetOf(call)} ${nameOf(fieldsOf(call).externalId) ?? call.body}`;

/** Groups of repetitions of one call, each in the order of arrival. */
export const sameSends = (calls: readonly PartnerCall[]): PartnerCall[][] => [...Map.groupBy(calls, sendKey).values()];

const normalBody = readOnce((call) => normalForm(fieldsOf(call)));

/** A body in a normal form, with numbers in one form. A body that is no JSON object stays as it is. */
const meaningOf = (call: PartnerCall): string =>
  Object.keys(fieldsOf(call)).length === 0 ? call.body : normalBody(call);

/** Calls with the same content, whatever its order and form. */
export const sameBodies = (calls: readonly PartnerCall[]): PartnerCall[][] => {
  const idOf = (call: PartnerCall): string => `${targetOf(call)} ${nameOf(fieldsOf(call).externalId)}`;
  const byId = Map.groupBy(calls, idOf);
  // a body is long, and most have an id of their own
  const contentOf = (call: PartnerCall): unknown =>
    byId.get(idOf(call))?.length === 1 ? call : `${targetOf(call)} ${meaningOf(call)}`;
  return [...Map.groupBy(calls, contentOf).values()];
};

/** The writes of a record with the same content. */
export const sameWrites = derived((record) => sameBodies(callsOf(record).filter(isWrite)));

/** Only orders, stores and carts need an externalId to be distinguished. */
export const isKeyedByPartner = (call: PartnerCall): boolean =>
  call.method === 'POST' && ['orders', 'stores', 'abandoned-carts'].includes(partsOf(call)[0] ?? '');

/** A date with a time, which may be that of the sending. */
export const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Names of fields that are of a request or of the platform, and say nothing new of a record. */
export const ofRequests =
  /^(id|uuid|(row_?)?version|revision|attempts?|tries|seq(uence)?|nonce|(request|correlation|message)_?id)$/i;

/** The fields of a body that say something of its record: no moment of sending, no count of requests, and no service's id. */
export const fieldsOfRecord = ({ startedAt }: PartnerRecord, call: PartnerCall): [string, unknown][] =>
  Object.entries(fieldsOf(call)).filter(([name, value]) => {
    const isMoment =
      dateTime.test(String(value)) &&
      Math.abs(Date.parse(String(value)) - Date.parse(startedAt) - call.atMs) <= slackMs;
    return !isMoment && !ofRequests.test(name);
  });

/** The fields that identify an order. A partner may send others, such as a count of its tries. */
const orderFieldsOf = ({ orderTotal, orderCustomer }: PartnerRecord['names']): string[] => [
  'status',
  'couponCode',
  'lineItems',
  orderTotal,
  orderCustomer,
];

/**
 * The content of a field in its normal form, without moments, which may be those of the sending. The document shows no form
 * of phones, so a phone is the same in any.
 */
export const meaningIn = (names: PartnerRecord['names'], name: string, content: unknown): string =>
  normalForm(
    content,
    (plain, field) => {
      if (typeof plain === 'string' && dateTime.test(plain)) return null;
      return isPhone(field, plain, names) ? lastDigits(plain) : plain;
    },
    name,
  );

/** The fields of a body, without its own id and without moments. */
const contentOf = (call: PartnerCall, names: PartnerRecord['names']): Map<string, string> =>
  new Map(
    Object.entries(fieldsOf(call))
      .filter(([name]) => (partsOf(call)[0] === 'orders' ? orderFieldsOf(names).includes(name) : name !== 'externalId'))
      .map(([name, content]) => [name, meaningIn(names, name, content)]),
  );

/** Names of the fields in which two bodies differ. */
export const differences = (names: PartnerRecord['names'], one: PartnerCall, other: PartnerCall): string[] => {
  const [contents, others] = [contentOf(one, names), contentOf(other, names)];
  return [...new Set([...contents.keys(), ...others.keys()])].filter((name) => contents.get(name) !== others.get(name));
};

/** The last action before a call or an attempt; undefined before the first one. */
export const actionBefore = (record: PartnerRecord, { atMs }: { atMs: number }): PartnerAction | undefined => {
  const actions = actionsInOrder(record);
  return actions[countBefore(actions, ({ fromMs }) => fromMs <= atMs) - 1];
};

/** Actions that make a record of a kind. */
export const makers: Readonly<Record<string, readonly string[]>> = {
  orders: ['create-order', 'redeem'],
  stores: ['create-store'],
  'abandoned-carts': ['create-cart'],
};

/**
 * A later send of the same content under an externalId that no call had until the failed one. It comes before the next
 * action that creates a record of that kind, because such a record may be alike.
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

/** Whether two calls have the same action as their cause. Calls that a partner makes by itself have none. */
export const isAtSameAction = (record: PartnerRecord, one: PartnerCall, other: PartnerCall): boolean => {
  const action = actionBefore(record, one);
  return action !== undefined && action === actionBefore(record, other);
};
