import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions } from './actions.ts';
import { madeCoupon, validityStartMs } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { answeredOrders } from './order-stories.ts';
import { callsOf, creates, fieldsOf, isAccepted, isFailed, isTo, nameOf } from './read-call.ts';
import { allOrderWrites, couponCodeOf, externalIdOf, orderNames, orderOf } from './sent-orders.ts';

/**
 * Whether the platform has that order, as far as it was answered: it accepted the creation, or names it in an answer.
 */
const isStored = (record: PartnerRecord, externalId: string): boolean =>
  allOrderWrites(record).some(
    (call) => creates(call, 'orders') && isAccepted(call) && externalIdOf(call) === externalId,
  ) || [...orderNames(record).values()].includes(externalId);

/** The code that an action is about: an order may be created with one. */
export const askedCode = ({ code, couponCode }: PartnerAction['parameters']): unknown => code ?? couponCode;

/**
 * Whether a redemption is asked for that a partner should refuse: of a coupon that is not valid, was used, or asks for
 * more.
 */
export const isSpent = (record: PartnerRecord, { parameters, fromMs }: PartnerAction): boolean => {
  const made = madeCoupon(record, parameters.code);
  const isUsed = record.actions.some(
    ({ action, parameters: earlier, fromMs: beforeMs, outcome }) =>
      outcome !== 'cannot' &&
      (['redeem', 'mark-coupon-used'].includes(action) || earlier.couponCode !== undefined) &&
      askedCode(earlier) === parameters.code &&
      beforeMs < fromMs,
  );
  if (made === undefined) return isUsed;
  const nowMs = Date.parse(record.startedAt ?? '') + fromMs;
  const isExpired = nowMs >= Date.parse(made.expiryDate);
  const isEarly = (validityStartMs(record, made.code, fromMs) ?? 0) > nowMs;
  const isTooSmall = typeof parameters.total === 'number' && parameters.total < made.minPurchaseValue;
  return isUsed || isExpired || isEarly || isTooSmall;
};

/** Whether the partner registered a coupon as one that awaits an order. */
const isAwaiting = (record: PartnerRecord, code: string): boolean =>
  callsOf(record).some(
    (call) => isTo(call, 'POST /coupons') && fieldsOf(call).code === code && fieldsOf(call).awaitingOrder === true,
  );

/** Whether a code comes again with a write that is sent again after it failed. */
const isCarriedOver = (record: PartnerRecord, call: PartnerCall, code: string): boolean => {
  if (!isFailed(call)) return true;
  const again = callsOf(record).filter(
    (later) => later.atMs > call.atMs && later.method === call.method && later.path === call.path && isAccepted(later),
  );
  const same = again.filter((later) => externalIdOf(later) === externalIdOf(call));
  return same.length === 0 || same.some((later) => nameOf(couponCodeOf(later)) === code);
};

/** A redemption that the partner accepted, with the orders that report it. */
interface RedemptionReport {
  action: PartnerAction;
  code: string;
  /** The partner's id of the order that the coupon is put on; undefined for a new order. */
  order: string | undefined;
  reports: readonly PartnerCall[];
}

/** The accepted redemptions that an order has to report. */
export const redemptionReports = derived((record): readonly RedemptionReport[] => {
  const names = orderNames(record);
  const answered = answeredOrders(record);
  return doneActions(record, 'redeem').flatMap((action) => {
    const { parameters, fromMs } = action;
    const code = nameOf(parameters.code);
    const named = nameOf(parameters.id);
    const order = answered.get(named ?? '') ?? named;
    // the platform cannot report on an order that it does not have, and another obligation judges the refusal
    if (code === undefined || (order !== undefined && !isStored(record, order))) return [];
    // a partner may refuse a coupon that is no longer valid without a request
    if (isSpent(record, action)) return [];
    const carrying = allOrderWrites(record).filter(
      (call) => call.atMs >= fromMs && nameOf(couponCodeOf(call)) === code,
    );
    const reports = carrying.filter(
      (call) =>
        (order === undefined || [order, undefined].includes(orderOf(call, names))) && isCarriedOver(record, call, code),
    );
    // the next order of the customer without a code takes a coupon that awaits an order
    if (reports.length === 0 && isAwaiting(record, code)) return [];
    // another obligation judges a code on another order
    if (order !== undefined && carrying.some((call) => isAccepted(call) && !reports.includes(call))) return [];
    return [{ action, code, order, reports }];
  });
});
