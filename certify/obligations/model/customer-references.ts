import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { type KnownRecord, knownRecords } from './known-records.ts';
import { addressesIn, isSamePhone, phoneDigits, phonesIn } from './named-fields.ts';
import {
  callsOn,
  creates,
  fieldsBelow,
  fieldsOf,
  isAccepted,
  isWrite,
  mayBeStored,
  nameOf,
  statusOf,
} from './read-call.ts';

type Names = PartnerRecord['names'];

/** Whether an order names its customer by reference. Its body is mostly open: the customer may be on file already. */
export const refersToCustomer = (body: JsonObject, { orderCustomer }: Names): boolean => {
  const customer = body[orderCustomer];
  return (
    (isObject(customer)
      ? 'id' in customer || Object.keys(customer).join() === 'externalId'
      : nameOf(customer) !== undefined) ||
    Object.entries(body).some(
      ([name, value]) => /^customer_?(external_?)?id$/i.test(name) && nameOf(value) !== undefined,
    )
  );
};

/** Whether the customer whose phone a call has may have been stored with an address before. */
export const isAddressOnFile = (record: PartnerRecord, call: PartnerCall): boolean => {
  const phones = phonesIn(fieldsOf(call), record.names).map(({ value }) => value);
  return callsOn(record, 'customers').some(
    (earlier) =>
      earlier.atMs < call.atMs &&
      mayBeStored(earlier) &&
      addressesIn(fieldsOf(earlier), record.names).length > 0 &&
      phonesIn(fieldsOf(earlier), record.names).some(({ value }) => phones.some((phone) => isSamePhone(value, phone))),
  );
};

/** The customer of a refused order, under an externalId that the platform never stored, and the one that it has. */
export interface UnstoredCustomer {
  externalId: string;
  phone: string;
  storedAs: string;
}

/**
 * The customer of a refused order whose externalId the platform never stored. A customer with the same phone was there
 * under another one, so the creation changed nothing.
 */
export const unstoredCustomer = (record: PartnerRecord, order: PartnerCall): UnstoredCustomer | undefined => {
  const { [record.names.orderCustomer]: customer } = fieldsOf(order);
  const externalId = isObject(customer) ? nameOf(customer.externalId) : undefined;
  if (statusOf(order) !== 400 || externalId === undefined) return undefined;
  const calls = callsOn(record, 'customers').filter((call) => call.atMs < order.atMs && isAccepted(call));
  const writes = calls.filter((call) => nameOf(fieldsOf(call).externalId) === externalId);
  const [created] = writes;
  // an update may have set the id
  if (created === undefined || !writes.every((call) => creates(call, 'customers'))) return undefined;
  const phone = phoneDigits(fieldsOf(created).phone);
  const first = calls.find(
    (call) => creates(call, 'customers') && phone !== '' && phoneDigits(fieldsOf(call).phone) === phone,
  );
  const storedAs = first && nameOf(fieldsOf(first).externalId);
  return storedAs === undefined || storedAs === externalId ? undefined : { externalId, phone, storedAs };
};

/** The records that name a customer. */
const naming = ['orders', 'abandoned-carts', 'coupons'];

/** Ids of other records, which may be the same as that of a customer. */
const isOfOther = (pointer: string): boolean => pointer === '/externalId' || pointer.startsWith('/lineItems/');

/** The time of the last write that names a customer by an id or by the phone. */
const lastNamed = derived((record) => {
  const known = knownRecords(record, 'customers');
  const last = new Map<KnownRecord, number>();
  for (const call of naming.flatMap((resource) => callsOn(record, resource)).filter(isWrite)) {
    for (const { pointer, value } of fieldsBelow(fieldsOf(call))) {
      if (isOfOther(pointer)) continue;
      for (const fields of [{ id: value }, { externalId: value }, { phone: value }]) {
        const customer = known.find(fields);
        if (customer !== undefined) last.set(customer, Math.max(call.atMs, last.get(customer) ?? 0));
      }
    }
  }
  return last;
});

/** Whether an order, a cart or a coupon that was sent from a moment on names a customer. */
export const isBroughtSince = (record: PartnerRecord, customer: KnownRecord, fromMs: number): boolean => {
  const last = lastNamed(record).get(customer);
  return last !== undefined && last >= fromMs;
};
