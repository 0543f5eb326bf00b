import { isObject } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import type { Obligation } from '../obligation.ts';
import { madeCoupon, withCouponCalls } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { actionsOf, type Held, heldFrom } from './held-coupons.ts';
import { attemptsOf, faultOf, isTakenInTime, type Notification, singlesIn, takenMs } from './notifications.ts';
import { numbersOf, observation } from './observation.ts';
import { isFailed, marksCouponUsed, partsOf, recordsIn } from './read-call.ts';
import { couponCodeOf, writesOrder } from './sent-orders.ts';

export const attemptNumbers = (notification: Notification): number[] => numbersOf(attemptsOf(notification));

/** Whether a newer giftback replaced the coupon. The record lacks a coupon that was gone before any lookup. */
export const isCancelled = (record: PartnerRecord, code: string): boolean => {
  const made = madeCoupon(record, code);
  return made === undefined || made.cancelledMs !== null;
};

/** The time of the first use, by name. */
const firstUse = (uses: readonly { name: unknown; atMs: number }[]): ReadonlyMap<unknown, number> => {
  const first = new Map<unknown, number>();
  for (const { name, atMs } of uses) first.set(name, Math.min(atMs, first.get(name) ?? atMs));
  return first;
};

/**
 * When coupons were used: by the codes that orders carry, and by the codes and ids that paths of their changes name.
 */
const usesOf = derived(({ calls }) => ({
  byOrders: firstUse(calls.filter(writesOrder).map((call) => ({ name: couponCodeOf(call), atMs: call.atMs }))),
  byHand: firstUse(
    calls.filter(marksCouponUsed).flatMap((call) => partsOf(call).map((name) => ({ name, atMs: call.atMs }))),
  ),
}));

/** Whether a response showed a coupon as used or not valid before a moment. */
export const isShownSpent = (record: PartnerRecord, code: string, beforeMs: number): boolean =>
  record.calls.some(
    (call) =>
      call.atMs < beforeMs &&
      recordsIn(call).some(
        (shown) => isObject(shown) && shown.code === code && (shown.used === true || shown.isValid === false),
      ),
  );

/** Whether a coupon was used by an order or by hand until a moment. */
const isUsedBy = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = madeCoupon(record, code);
  const { byOrders, byHand } = usesOf(record);
  const used = [byOrders.get(code), byHand.get(code), made && byHand.get(made.id)];
  return used.some((usedMs) => usedMs !== undefined && usedMs <= atMs);
};

/** Whether a coupon was used before an action began, or was shown to the partner as used before the action ended. */
export const isUsedBefore = (record: PartnerRecord, code: string, { fromMs, toMs }: PartnerAction): boolean =>
  isUsedBy(record, code, fromMs) || isShownSpent(record, code, toMs);

/** Whether a coupon was expired or used, so that a partner may delete it. */
const isSpentAt = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = madeCoupon(record, code);
  const isExpired = made !== undefined && Date.parse(record.startedAt ?? '') + atMs >= Date.parse(made.expiryDate);
  return isExpired || isUsedBy(record, code, atMs);
};

/** The partner's states of a coupon after it acknowledged the notification. */
export const statesAfter = (record: PartnerRecord, notification: Notification): Held[] => {
  const { code } = notification;
  const fromMs = takenMs(notification);
  return fromMs === undefined
    ? []
    : heldFrom(record, code, fromMs).filter((state) => isHeld(state) || !isSpentAt(record, code, state.atMs));
};

export const isHeld = ({ held }: Held): boolean => held.length > 0;

/** Judges whether the partner has each acknowledged coupon in a later state. */
export const heldAfterwards =
  (choose: (record: PartnerRecord) => readonly Notification[], seen: string): Obligation['judge'] =>
  (record) =>
    choose(record).flatMap((notification) => {
      const { code } = notification;
      const states = statesAfter(record, notification);
      // a giftback may be canceled before the partner can look it up
      if (states.length === 0 || isCancelled(record, code) || !isTakenInTime(notification)) return [];
      return [
        observation(
          states.some(isHeld),
          { attempts: attemptNumbers(notification), actions: actionsOf(states) },
          `the coupon ${code} ${seen} and is not held; it should have been made`,
        ),
      ];
    });

/** Notifications outside of bursts whose lookups match. */
export const withLookups =
  (isSo: (lookups: PartnerCall[], isHindered: (call: PartnerCall) => boolean) => boolean) =>
  (record: PartnerRecord): Notification[] => {
    const isHindered = (call: PartnerCall): boolean => isFailed(call) || faultOf(record, call) === 'slow';
    return withCouponCalls(record, singlesIn(record)).filter(({ lookups }) => isSo(lookups, isHindered));
  };
