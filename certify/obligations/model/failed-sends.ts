import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions, registrationsAtOnce } from './actions.ts';
import { blocksOf, mayBeDone } from './blocks.ts';
import { couponCodes, couponOf } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { knownRecords } from './known-records.ts';
import { isShownByLookup, signsAfter } from './lost-writes.ts';
import { phoneDigits, phonesIn } from './named-fields.ts';
import { faultOf } from './notifications.ts';
import {
  callsBetween,
  callsOf,
  callsOn,
  creates,
  endOf,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isTo,
  isUnfinished,
  isWrite,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
  writesWebhook,
} from './read-call.ts';
import { actionBefore, fieldsOfRecord, sameSends, underAnotherId } from './repeated-sends.ts';
import { showsOtherwise, showsWrite } from './shown-writes.ts';
import { isStillToCome } from './still-to-come.ts';

/** What came of a failed call, in words. */
export const whatHappened = (call: PartnerCall): string => {
  const status = statusOf(call);
  return status === undefined ? 'got no answer' : `was answered ${status}`;
};

/** Faults after which the platform has stored nothing. */
const unstored: readonly unknown[] = ['answered 500', 'answered 503', 'answered 429', 'reset'];

export const isUnstored = (record: PartnerRecord, call: PartnerCall): boolean =>
  unstored.includes(faultOf(record, call));

/** Faults after which the platform has what was sent, and the partner no response. */
const storedUnseen: readonly unknown[] = ['stored, then reset', 'stored, then no answer'];

/** Whether the platform has what a call sent, as far as the answer or the fault shows. */
export const isStored = (record: PartnerRecord, call: PartnerCall): boolean =>
  isAccepted(call) || storedUnseen.includes(faultOf(record, call));

/** Whether two calls are on one record: a coupon has a path by its code and one by its id. */
const isOnSame = (record: PartnerRecord, one: PartnerCall, other: PartnerCall): boolean => {
  if (pathOf(one) === pathOf(other)) return true;
  if (![one, other].every((call) => partsOf(call)[0] === 'coupons')) return false;
  const codes = couponCodes(record);
  const code = couponOf(one, codes);
  return code !== undefined && code === couponOf(other, codes);
};

/** Whether a later update of a customer has all that a failed one was to change, with any values. */
const replaces = (record: PartnerRecord, later: PartnerCall, failed: PartnerCall): boolean => {
  if (!isTo(failed, 'PUT /customers/:id') || later.method !== 'PUT') return true;
  const { about } = knownRecords(record, 'customers');
  const before = callsOn(record, 'customers').filter(
    (call) => isWrite(call) && isAccepted(call) && call.atMs < failed.atMs && about(call) === about(failed),
  );
  const said: JsonObject = Object.assign({}, ...before.map(fieldsOf));
  return fieldsOfRecord(record, failed).every(
    ([name, value]) => name in fieldsOf(later) || isDeepStrictEqual(value, said[name]),
  );
};

/** Whether a call shows that the partner looked what had become of a send. */
const looksAfter = (record: PartnerRecord, call: PartnerCall, failed: PartnerCall): boolean => {
  const [resource, id] = partsOf(failed);
  const [asked, key, value] = partsOf(call);
  if (asked !== resource) return false;
  if (failed.method === 'PUT')
    return (
      (isOnSame(record, call, failed) &&
        !isUnfinished(call) &&
        !showsOtherwise(call, failed) &&
        replaces(record, call, failed)) ||
      showsWrite(call, failed)
    );
  const { externalId, code } = fieldsOf(failed);
  const isNamed = (key === 'external' && value === nameOf(externalId)) || (key === 'code' && value === nameOf(code));
  // a longer path creates a record of another kind
  const isFound = (call.method === 'GET' && isAccepted(call) && isNamed) || showsWrite(call, failed);
  return isFound && (id === undefined || id === 'shared');
};

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
const isCarriedLater = (record: PartnerRecord, failed: PartnerCall): boolean =>
  callsBetween(record, failed.atMs).some(
    (call) => call !== failed && isWrite(call) && isAccepted(call) && hasRecordOf(record, failed, call),
  );

/** Whether a registration was to be made again while its removal was under way, so that nobody has to remove it any more. */
const isWantedAgain = (record: PartnerRecord, removal: PartnerCall): boolean => {
  if (!isTo(removal, 'DELETE /webhooks/:id')) return false;
  const asked = possibleActions(record, 'unregister-webhook').findLast(({ fromMs }) => fromMs <= removal.atMs);
  return asked !== undefined && registrationsAtOnce(record).some((each) => each.removal === asked);
};

/**
 * Whether a customer or a registration was to be removed while the write of it was still to be sent again. What the platform
 * does not have need not be created to be removed.
 */
const isRemoved = (record: PartnerRecord, failed: PartnerCall): boolean => {
  if (failed.method === 'DELETE') return false;
  const block = blocksOf(record).find(({ fromMs, untilMs }) => failed.atMs >= fromMs && failed.atMs < untilMs);
  const later = block?.actions.filter(({ fromMs }) => fromMs > failed.atMs) ?? [];
  if (writesWebhook(failed)) return later.some((action) => mayBeDone(action, 'unregister-webhook'));
  if (partsOf(failed)[0] !== 'customers') return false;
  const known = knownRecords(record, 'customers');
  const customer = known.about(failed);
  const ids = [externalIdOf(failed), actionBefore(record, failed)?.id];
  return later.some(
    (action) =>
      mayBeDone(action, 'delete-customer') &&
      (ids.includes(nameOf(action.parameters.id)) || (customer !== undefined && known.named(action) === customer)),
  );
};

/** A write that got a 429, a 5xx or no response, with what became of it. */
interface FailedSend {
  /** The first of its sends that failed. */
  failed: PartnerCall;
  /** All sends of it. */
  sends: readonly PartnerCall[];
  /** Whether nothing shows that the partner went on with it. */
  isOpen: boolean;
  /** The call that shows what became of it, other than a further send. */
  found: PartnerCall | undefined;
}

/** Every write that failed once, without those that the record ends too early for. */
export const failedSends = derived((record): readonly FailedSend[] => {
  const calls = callsOf(record);
  return sameSends(calls.filter(({ method }) => method !== 'GET')).flatMap((sends) => {
    const [failed] = sends.filter(isUnfinished);
    if (!failed) return [];
    // a partner may give a connection up, and go on, before the stage notices
    const isRepeated = sends.some(
      (later) => later.atMs > failed.atMs && !isUnfinished(later) && replaces(record, later, failed),
    );
    const [found] = isShownByLookup(failed)
      ? signsAfter(record, failed).done
      : callsOn(record, partsOf(failed)[0] ?? '').filter(
          (call) => call.atMs > failed.atMs && call !== failed && looksAfter(record, call, failed),
        );
    const isOpen =
      !isRepeated &&
      found === undefined &&
      !isCarriedLater(record, failed) &&
      underAnotherId(record, calls, failed) === undefined &&
      !isWantedAgain(record, failed) &&
      !isRemoved(record, failed);
    return isOpen && isStillToCome(record, endOf(failed)) ? [] : [{ failed, sends, isOpen, found }];
  });
});
