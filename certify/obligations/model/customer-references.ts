import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { type KnownRecord, knownRecords } from './known-records.ts';
import {
  addressesIn,
  customerPhonesIn,
  isOfCustomer,
  lastDigits,
  mentionsAddress,
  phoneDigits,
  phonesIn,
} from './named-fields.ts';
import {
  callsOn,
  creates,
  type FieldBelow,
  fieldsBelow,
  fieldsOf,
  isAccepted,
  isWrite,
  mayBeStored,
  nameOf,
  recordsIn,
  statusOf,
} from './read-call.ts';

type Names = PartnerRecord['names'];

/** Whether a value is the id of a customer. Software that counts from 1 sends 0 for a guest. */
const isCustomerId = (value: unknown): boolean => nameOf(value) !== undefined && nameOf(value) !== '0';

/** Whether an order names its customer by reference. Its body is mostly open: the customer may be on file already. */
export const refersToCustomer = (body: JsonObject, { orderCustomer }: Names): boolean => {
  const customer = body[orderCustomer];
  const { id, externalId, ...more } = isObject(customer) ? customer : { id: customer };
  const isAlone = Object.values(more).every((value) => value === null);
  return (
    isCustomerId(id) ||
    (isAlone && isCustomerId(externalId)) ||
    Object.entries(body).some(([name, value]) => /^customer_?(external_?)?id$/i.test(name) && isCustomerId(value))
  );
};

/**
 * Whether an order names a customer of this `externalId` whom the platform has, and says nothing of phone and address: a
 * name is often shown with the id.
 */
export const namesStoredCustomer = (record: PartnerRecord, call: PartnerCall): boolean => {
  const { [record.names.orderCustomer]: customer } = fieldsOf(call);
  if (!isObject(customer) || nameOf(customer.externalId) === undefined) return false;
  const saysMore = phonesIn(customer, record.names).length > 0 || mentionsAddress(customer, record.names);
  const stored = knownRecords(record, 'customers').find({ externalId: customer.externalId });
  return !saysMore && stored !== undefined && stored.sinceMs < call.atMs;
};

/**
 * The phones in the body of an order that are its customer's. One that it names by an id may have none there, and the
 * recipient may have one.
 */
export const phonesOfCustomer = (body: JsonObject, names: Names): FieldBelow[] => {
  const phones = customerPhonesIn(body, names);
  const isOwn = phones.some((field) => isOfCustomer(field, names));
  const { [names.orderCustomer]: customer } = body;
  const isNamed = isObject(customer) && nameOf(customer.externalId) !== undefined;
  return (isNamed || refersToCustomer(body, names)) && !isOwn ? [] : phones;
};

/** The ids by which an order names its customer; undefined if it has a phone. */
const referenceIn = ({ names }: PartnerRecord, call: PartnerCall): JsonObject | undefined => {
  const { [names.orderCustomer]: customer, customerId } = fieldsOf(call);
  const named = customer ?? customerId;
  if (!isObject(named)) return { id: named, externalId: named };
  const { id, externalId, phone } = named;
  return nameOf(phone) === undefined ? { id, externalId } : undefined;
};

/** The id that stands for the customer of an order without a phone; undefined if there is none. */
export const customerIdIn = (record: PartnerRecord, call: PartnerCall): string | undefined => {
  const { id, externalId } = referenceIn(record, call) ?? {};
  return nameOf(id) ?? nameOf(externalId);
};

/** The customer of an order that names it only by an id; undefined if it has a phone or an unknown id. */
export const referredTo = (record: PartnerRecord, call: PartnerCall): KnownRecord | undefined => {
  const reference = referenceIn(record, call);
  return reference && knownRecords(record, 'customers').find(reference);
};

/** When customers first had an address at the platform, as far as writes and lookups show, by phone and by customer. */
const addressedMs = derived((record): { byPhone: Map<string, number>; byCustomer: Map<KnownRecord, number> } => {
  const { names } = record;
  const known = knownRecords(record, 'customers');
  const first = { byPhone: new Map<string, number>(), byCustomer: new Map<KnownRecord, number>() };
  for (const call of callsOn(record, 'customers')) {
    if (!mayBeStored(call)) continue;
    const shown = isAccepted(call) ? recordsIn(call).filter(isObject) : [];
    const withAddress = [fieldsOf(call), ...shown].filter((body) => addressesIn(body, names).length > 0);
    const customer = withAddress.length > 0 ? known.about(call) : undefined;
    if (customer !== undefined && !first.byCustomer.has(customer)) first.byCustomer.set(customer, call.atMs);
    for (const { value } of withAddress.flatMap((body) => customerPhonesIn(body, names))) {
      const digits = lastDigits(value);
      if (!first.byPhone.has(digits)) first.byPhone.set(digits, call.atMs);
    }
  }
  return first;
});

/** Whether the customer whose phone a call has may have been stored with an address, or was shown with one, before. */
export const isAddressOnFile = (record: PartnerRecord, call: PartnerCall): boolean => {
  const { byPhone, byCustomer } = addressedMs(record);
  const known = knownRecords(record, 'customers');
  return customerPhonesIn(fieldsOf(call), record.names).some(({ value: phone }) => {
    const customer = known.find({ phone });
    const since = [byPhone.get(lastDigits(phone)), customer && byCustomer.get(customer)];
    return since.some((sinceMs) => sinceMs !== undefined && sinceMs < call.atMs);
  });
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
