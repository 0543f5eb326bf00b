import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { marksCouponUsed } from '../mark-used.ts';
import type { Obligation } from '../obligation.ts';
import { withCouponCalls } from './coupon-calls.ts';
import { actionsOf, type Held, heldFrom } from './held-coupons.ts';
import { attemptsOf, faultOf, isTakenInTime, type Notification, singlesIn, takenMs } from './notifications.ts';
import { numbersOf, observation } from './observation.ts';
import { isFailed, partsOf } from './read-call.ts';
import { couponCodeOf, writesOrder } from './sent-orders.ts';

export const attemptNumbers = (notification: Notification): number[] => numbersOf(attemptsOf(notification));

/** Whether a newer giftback took its place; one that was gone before anybody could look is not in the record at all. */
export const isCancelled = ({ coupons }: PartnerRecord, code: string): boolean => {
  const made = coupons.find((coupon) => coupon.code === code);
  return made === undefined || made.cancelledMs !== null;
};

/** Whether a coupon had expired or was used up: a partner may throw away what can no longer be redeemed. */
const isSpentAt = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = record.coupons.find((coupon) => coupon.code === code);
  const isExpired = made !== undefined && Date.parse(record.startedAt ?? '') + atMs >= Date.parse(made.expiryDate);
  const isUsedBy = (call: PartnerCall): boolean =>
    (writesOrder(call) && couponCodeOf(call) === code) ||
    (marksCouponUsed(call) && partsOf(call).some((part) => part === code || part === made?.id));
  return isExpired || record.calls.some((call) => call.atMs <= atMs && isUsedBy(call));
};

/** What the partner said of a coupon after it took the notification; nothing when it was never asked. */
export const statesAfter = (record: PartnerRecord, notification: Notification): Held[] => {
  const { code } = notification;
  const fromMs = takenMs(notification);
  return fromMs === undefined
    ? []
    : heldFrom(record, code, fromMs).filter((state) => isHeld(state) || !isSpentAt(record, code, state.atMs));
};

export const isHeld = ({ held }: Held): boolean => held.length > 0;

/** Whether each of these that was taken is held at some time afterwards. */
export const heldAfterwards =
  (choose: (record: PartnerRecord) => Notification[], seen: string): Obligation['judge'] =>
  (record) =>
    choose(record).flatMap((notification) => {
      const { code } = notification;
      const states = statesAfter(record, notification);
      // a giftback may be cancelled before anybody can look it up
      if (states.length === 0 || isCancelled(record, code) || !isTakenInTime(notification)) return [];
      return [
        observation(
          states.some(isHeld),
          { attempts: attemptNumbers(notification), actions: actionsOf(states) },
          `the coupon ${code} ${seen} and is not held; it should have been made`,
        ),
      ];
    });

/** Notifications whose look-ups are so, bursts apart. */
export const withLookups =
  (isSo: (lookups: PartnerCall[], isHindered: (call: PartnerCall) => boolean) => boolean) =>
  (record: PartnerRecord): Notification[] => {
    const isHindered = (call: PartnerCall): boolean => isFailed(call) || faultOf(record, call) === 'slow';
    return withCouponCalls(record, singlesIn(record)).filter(({ lookups }) => isSo(lookups, isHindered));
  };
