import { isObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { couponCodes, couponOf, isNotFound } from './coupon-calls.ts';
import { knownRecords } from './known-records.ts';
import { callsOn, endOf, isAccepted, isFailed, marksCouponUsed, partsOf, recordsIn } from './read-call.ts';
import { orderNames } from './sent-orders.ts';
import { isStillToCome } from './still-to-come.ts';

/** Whether a lookup asks for the record that a DELETE names. */
const asksFor = (record: PartnerRecord, lookup: PartnerCall, removal: PartnerCall): boolean => {
  const [resource, id = ''] = partsOf(removal);
  const [, key, value] = partsOf(lookup);
  if (value === undefined) return key === id;
  if (resource === 'orders') return orderNames(record).get(id) === value;
  if (resource !== 'customers') return false;
  const known = knownRecords(record, 'customers');
  const asked = known.about(lookup);
  return asked !== undefined && asked === known.about(removal);
};

/** Whether a later call shows that a removal or a mark took effect; undefined if it shows neither. */
const shownBy = (record: PartnerRecord, later: PartnerCall, lost: PartnerCall): boolean | undefined => {
  if (lost.method === 'DELETE') {
    if (later.method !== 'GET' || !asksFor(record, later, lost)) return undefined;
    if (isNotFound(later)) return true;
    return isAccepted(later) ? false : undefined;
  }
  const codes = couponCodes(record);
  const code = couponOf(lost, codes);
  // the partner may mark the coupon in another way
  if (marksCouponUsed(later)) return couponOf(later, codes) === code && !isFailed(later) ? true : undefined;
  if (later.method !== 'GET' || !isAccepted(later)) return undefined;
  const shown = recordsIn(later).find((each) => isObject(each) && each.code === code);
  return isObject(shown) && typeof shown.used === 'boolean' ? shown.used : undefined;
};

/** Whether a call removes a record or marks a coupon as used, so that a lookup shows its effect. */
export const isShownByLookup = (call: PartnerCall): boolean => call.method === 'DELETE' || marksCouponUsed(call);

/** The calls after such a write that failed: those that show its effect, and those that show that it is still due. */
export const signsAfter = (
  record: PartnerRecord,
  lost: PartnerCall,
): { done: readonly PartnerCall[]; due: readonly PartnerCall[] } => {
  const after = callsOn(record, partsOf(lost)[0] ?? '').filter(({ atMs }) => atMs > lost.atMs);
  return {
    done: after.filter((call) => shownBy(record, call, lost) === true),
    // a lookup before the end of the write may come too early for its effect
    due: after.filter((call) => call.atMs >= endOf(lost) && shownBy(record, call, lost) === false),
  };
};

/**
 * What the writes for an action show. `undefined`: all of them failed, and no lookup showed what became of them, so the
 * platform may have carried them out. `due`: a lookup showed that it had not, and none came again.
 */
export const effectOf = (
  record: PartnerRecord,
  writes: readonly PartnerCall[],
): 'none' | 'due' | 'made' | undefined => {
  const last = writes.at(-1);
  if (last === undefined) return 'none';
  if (!writes.every(isFailed)) return 'made';
  const { done, due } = signsAfter(record, last);
  if (done.length > 0) return 'made';
  return due.length > 0 && !isStillToCome(record, endOf(last)) ? 'due' : undefined;
};
