import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { type KnownRecord, knownRecords } from './known-records.ts';
import { callsOn, fieldsBelow, fieldsOf, isWrite } from './read-call.ts';

/** The records that name a customer. */
const naming = ['orders', 'abandoned-carts', 'coupons'];

/** Ids of other records, which may be the same as that of a customer. */
const isOfOther = (pointer: string): boolean => pointer === '/externalId' || pointer.startsWith('/lineItems/');

/** Whether an order, a cart or a coupon that was sent from a moment on names a customer, by an id or by the phone. */
export const isBroughtSince = (record: PartnerRecord, customer: KnownRecord, fromMs: number): boolean => {
  const known = knownRecords(record, 'customers');
  const namesIt = (call: PartnerCall): boolean =>
    fieldsBelow(fieldsOf(call)).some(
      ({ pointer, value }) =>
        !isOfOther(pointer) &&
        [{ id: value }, { externalId: value }, { phone: value }].some((fields) => known.find(fields) === customer),
    );
  return naming.some((resource) =>
    callsOn(record, resource).some((call) => call.atMs >= fromMs && isWrite(call) && namesIt(call)),
  );
};
