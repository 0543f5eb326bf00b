import { isObject } from '../../../core/json.ts';
import type { MadeCoupon, PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { madeCoupon, validityStartMs } from './coupon-calls.ts';
import { phonesOfCustomer, referredTo } from './customer-references.ts';
import { derived } from './derived.ts';
import { knownRecords } from './known-records.ts';
import { isSamePhone } from './named-fields.ts';
import { answeredOrders } from './order-stories.ts';
import {
  callsOn,
  codeIn,
  creates,
  fieldsOf,
  isAccepted,
  isTo,
  marksCouponUsed,
  mayBeStored,
  nameOf,
  partsOf,
  recordsIn,
} from './read-call.ts';
import { allOrderWrites, couponCodeOf, writesOf, writesOrder } from './sent-orders.ts';

/**
 * Codes of coupons that can be used once: those that the platform made, and those that were registered for a customer.
 */
export const individualCodes = derived((record): ReadonlySet<string> => {
  const registered = callsOn(record, 'coupons').filter((call) => isTo(call, 'POST /coupons') && isAccepted(call));
  return new Set([...record.coupons.map(({ code }) => code), ...registered.flatMap((call) => codeIn(call) ?? [])]);
});

const individualByLetters = derived((record) => Map.groupBy(individualCodes(record), (code) => code.toLowerCase()));

/** The individual coupon that a code stands for: some software answers its codes in other letters than it registers them. */
export const individualCode = (record: PartnerRecord, code: string): string | undefined => {
  if (individualCodes(record).has(code)) return code;
  const [only, ...others] = individualByLetters(record).get(code.toLowerCase()) ?? [];
  return others.length === 0 ? only : undefined;
};

/** The code that an action is about, as the platform has it. An order may be created with one. */
export const askedCode = (
  record: PartnerRecord,
  { code, couponCode }: PartnerAction['parameters'],
): string | undefined => {
  const asked = nameOf(code ?? couponCode);
  return asked && (individualCode(record, asked) ?? asked);
};

/** Whether a newer giftback replaced the coupon. The record lacks a coupon that was gone before any lookup. */
export const isCancelled = (record: PartnerRecord, code: string): boolean => {
  const made = madeCoupon(record, code);
  return made === undefined || made.cancelledMs !== null;
};

export const isExpired = ({ startedAt }: PartnerRecord, { expiryDate }: MadeCoupon, atMs: number): boolean =>
  Date.parse(startedAt) + atMs >= Date.parse(expiryDate);

/** Whether a coupon was not valid yet, as far as lookups had shown by another moment. */
export const isNotYetValid = (record: PartnerRecord, code: string, atMs: number, shownByMs = atMs): boolean =>
  (validityStartMs(record, code, shownByMs) ?? 0) > Date.parse(record.startedAt) + atMs;

/** The earliest time of each name. */
const earliest = (named: readonly { name: unknown; atMs: number }[]): ReadonlyMap<unknown, number> => {
  const first = new Map<unknown, number>();
  for (const { name, atMs } of named) first.set(name, Math.min(atMs, first.get(name) ?? atMs));
  return first;
};

/** When actions that may have been done first asked for a coupon, by code. */
const firstAsked = derived((record) =>
  earliest(
    record.actions
      .filter(({ outcome }) => outcome !== 'cannot')
      .map(({ parameters, fromMs }) => ({ name: askedCode(record, parameters), atMs: fromMs })),
  ),
);

/** Whether an action about a coupon had begun by a moment. */
export const isAsked = (record: PartnerRecord, code: string, atMs: number): boolean =>
  (firstAsked(record).get(code) ?? Number.POSITIVE_INFINITY) <= atMs;

/**
 * When coupons were used: by the codes that orders carry, and by the codes and ids that paths of their changes name.
 */
const usesOf = derived(({ calls }) => ({
  byOrders: earliest(
    calls
      .filter((call) => writesOrder(call) && mayBeStored(call))
      .map((call) => ({ name: couponCodeOf(call), atMs: call.atMs })),
  ),
  byHand: earliest(
    calls.filter(marksCouponUsed).flatMap((call) => partsOf(call).map((name) => ({ name, atMs: call.atMs }))),
  ),
}));

/** Whether an order that may be stored had the code of a coupon before a moment. */
export const isInOrderBefore = (record: PartnerRecord, code: string, beforeMs: number): boolean =>
  (usesOf(record).byOrders.get(code) ?? Number.POSITIVE_INFINITY) < beforeMs;

/** Whether the partner had sent by a moment that a coupon was used, by an order or by hand. */
export const isSentAsUsed = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = madeCoupon(record, code);
  const { byOrders, byHand } = usesOf(record);
  const used = [byOrders.get(code), byHand.get(code), made && byHand.get(made.id)];
  return used.some((usedMs) => usedMs !== undefined && usedMs <= atMs);
};

/** The codes of the coupons that a response shows as used or not valid. */
const unusableIn = (call: PartnerCall): unknown[] =>
  recordsIn(call).flatMap((shown) =>
    isObject(shown) && (shown.used === true || shown.isValid === false) ? [shown.code] : [],
  );

/** Whether a response shows a coupon as used or not valid. */
export const showsUnusable = (call: PartnerCall, code: unknown): boolean => unusableIn(call).includes(code);

/** When a response first showed a coupon as used or not valid, by code. */
const firstShownUnusable = derived((record) =>
  earliest(record.calls.flatMap((call) => unusableIn(call).map((code) => ({ name: code, atMs: call.atMs })))),
);

/** Whether a response had shown a coupon as used or not valid before a moment. */
export const isShownUnusable = (record: PartnerRecord, code: string, beforeMs: number): boolean => {
  const shownMs = firstShownUnusable(record).get(code);
  return shownMs !== undefined && shownMs < beforeMs;
};

/** The new orders without a code that may take a coupon. It awaits one of its customer unless its registration denies that. */
export const ordersTaking = (record: PartnerRecord, registration: PartnerCall): PartnerCall[] => {
  const { awaitingOrder, phone } = fieldsOf(registration);
  if (!isTo(registration, 'POST /coupons') || awaitingOrder === false) return [];
  const customers = [knownRecords(record, 'customers').find({ phone }), undefined];
  return allOrderWrites(record).filter((call) => {
    const phones = phonesOfCustomer(fieldsOf(call), record.names);
    return (
      creates(call, 'orders') &&
      isAccepted(call) &&
      couponCodeOf(call) === undefined &&
      call.atMs >= registration.atMs &&
      // an order may name its customer by an id
      (phones.length === 0
        ? customers.includes(referredTo(record, call))
        : phones.some(({ value }) => isSamePhone(value, phone)))
    );
  });
};

/**
 * Whether a partner should refuse a redemption. It should if an earlier action asks for the use of the coupon. Of two at
 * the same time, it may carry out either one. It should also if the coupon is not valid then, or if the order is below its
 * minimum purchase.
 */
export const isToBeRefused = (record: PartnerRecord, asked: PartnerAction): boolean => {
  const { number, parameters, fromMs, toMs, outcome: answered } = asked;
  const made = madeCoupon(record, askedCode(record, parameters));
  const isAskedBefore = record.actions.some(
    ({ number: other, action, parameters: earlier, fromMs: beforeMs, outcome }) =>
      other !== number &&
      outcome !== 'cannot' &&
      (['redeem', 'mark-coupon-used'].includes(action) || earlier.couponCode !== undefined) &&
      askedCode(record, earlier) === askedCode(record, parameters) &&
      (beforeMs < fromMs || (answered === 'cannot' && beforeMs < toMs)),
  );
  if (made === undefined) return isAskedBefore;
  const isBelowMinimum = typeof parameters.total === 'number' && parameters.total < made.minPurchaseValue;
  return isAskedBefore || isExpired(record, made, fromMs) || isNotYetValid(record, made.code, fromMs) || isBelowMinimum;
};

/** Whether an existing order is of another customer than the coupon that it is to use. A shop may let nobody else use it. */
export const isOfOtherCustomer = (record: PartnerRecord, { parameters }: PartnerAction): boolean => {
  const code = askedCode(record, parameters);
  const registered = callsOn(record, 'coupons').find((call) => isTo(call, 'POST /coupons') && codeIn(call) === code);
  const phone = madeCoupon(record, code)?.phone ?? (registered && fieldsOf(registered).phone);
  const order = answeredOrders(record).get(nameOf(parameters.id) ?? '');
  if (phone === undefined || order === undefined) return false;
  const writes = writesOf(record, order);
  const phones = writes.flatMap((call) => phonesOfCustomer(fieldsOf(call), record.names));
  if (phones.length > 0) return !phones.some(({ value }) => isSamePhone(value, phone));
  const own = knownRecords(record, 'customers').find({ phone });
  const customers = writes.flatMap((call) => referredTo(record, call) ?? []);
  return own !== undefined && customers.length > 0 && !customers.includes(own);
};
