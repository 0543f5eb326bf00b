import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { phoneDigits, phonesIn } from './named-fields.ts';
import { callsBetween, creates, fieldsOf, isAccepted, isTo, isWrite, nameOf, partsOf } from './read-call.ts';

/** The resources whose writes bring a customer. */
const bringing = ['customers', 'orders', 'abandoned-carts'];

/** Whether a later write has the record of a failed creation, by what the platform distinguishes such records by. */
const hasRecordOf = ({ names }: PartnerRecord, failed: PartnerCall, later: PartnerCall): boolean => {
  const { phone, name, code } = fieldsOf(failed);
  const fields = fieldsOf(later);
  if (isTo(failed, 'POST /webhooks')) return isTo(later, 'POST /webhooks');
  if (creates(failed, 'customers')) {
    const digits = phoneDigits(phone);
    const isBringing = digits !== '' && bringing.includes(partsOf(later)[0] ?? '');
    return isBringing && phonesIn(fields, names).some(({ value }) => phoneDigits(value) === digits);
  }
  if (creates(failed, 'products'))
    return creates(later, 'products') && nameOf(name) !== undefined && fields.name === name;
  const isOfCoupon = failed.method === 'POST' && partsOf(failed)[0] === 'coupons';
  return isOfCoupon && later.method === 'POST' && nameOf(code) !== undefined && fields.code === code;
};

/** Whether the platform accepted another write later that carries the record of a failed creation. */
export const isCarriedLater = (record: PartnerRecord, failed: PartnerCall): boolean =>
  callsBetween(record, failed.atMs, Number.POSITIVE_INFINITY).some(
    (call) => call !== failed && isWrite(call) && isAccepted(call) && hasRecordOf(record, failed, call),
  );
