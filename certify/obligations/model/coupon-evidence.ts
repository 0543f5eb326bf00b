import { show } from '../../../core/json.ts';
import type { PartnerAttempt, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { isNotFound, withCouponCalls } from './coupon-calls.ts';
import { isOver, mayBeOver } from './coupon-ends.ts';
import { isCancelled, isSentAsUsed } from './coupon-uses.ts';
import { actionsOf, type Held, heldFrom } from './held-coupons.ts';
import {
  acknowledgedMs,
  attemptsOf,
  faultOf,
  isAcknowledgedInTime,
  type Notification,
  notificationsOf,
  orderIdIn,
  singlesIn,
} from './notifications.ts';
import { numbersOf, observation } from './observation.ts';
import { callsOn, isTo, isUnfinished, nameOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';
import { isStillToCome } from './still-to-come.ts';

export const attemptNumbers = (notification: Notification): number[] => numbersOf(attemptsOf(notification));

/** Whether a partner may have removed a coupon, because it was used or is of no use any more. */
const mayBeDropped = (record: PartnerRecord, code: string, atMs: number): boolean =>
  isOver(record, code, atMs) || isSentAsUsed(record, code, atMs);

/** Whether a coupon that was held is missing in a state, although nothing used it, and no lookup said that it is gone. */
const isLost = (record: PartnerRecord, notification: Notification, state: Held): boolean =>
  !isHeld(state) &&
  !mayBeOver(record, notification.code, state.atMs) &&
  !withCouponCalls(record, [notification]).some(({ lookups }) =>
    lookups.some((lookup) => lookup.atMs <= state.atMs && isNotFound(lookup)),
  );

/** The partner's states of a coupon after it acknowledged the notification. */
export const statesAfter = (record: PartnerRecord, notification: Notification): Held[] => {
  const { code } = notification;
  const fromMs = acknowledgedMs(notification);
  return fromMs === undefined
    ? []
    : heldFrom(record, code, fromMs).filter((state) => isHeld(state) || !mayBeDropped(record, code, state.atMs));
};

export const isHeld = ({ held }: Held): boolean => held.length > 0;

/** Names an earlier coupon of the same order: the partner may take them for the same. */
const sameOrder = (record: PartnerRecord, { code, first }: Notification): string => {
  const orderId = orderIdIn(first);
  if (nameOf(orderId) === undefined) return '';
  const earlier = notificationsOf(record).find(
    (other) => other.code !== code && other.first.atMs < first.atMs && orderIdIn(other.first) === orderId,
  );
  return earlier ? `; ${earlier.code} was notified before it with the same orderId, ${show(orderId)}` : '';
};

/** Whether a list of coupons was read from a moment on, which may have shown any of them. */
const isListRead = (record: PartnerRecord, sinceMs: number): boolean =>
  callsOn(record, 'coupons').some((call) => isTo(call, 'GET /coupons') && call.atMs >= sinceMs);

/** Judges whether an acknowledged coupon was read at all. Without a state, nothing else shows that it was processed. */
const isRead = (record: PartnerRecord, notification: Notification, seen: string): Observation[] => {
  const acknowledged = acknowledgedMs(notification);
  if (acknowledged === undefined || isListRead(record, notification.first.atMs)) return [];
  return withCouponCalls(record, [notification]).flatMap(({ code, lookups, earlierLookups, writeBacks }) => {
    const reads = [...earlierLookups, ...lookups, ...writeBacks];
    if (reads.length === 0 && isStillToCome(record, acknowledged)) return [];
    return [
      observation(
        reads.length > 0,
        { attempts: attemptNumbers(notification), calls: numbersOf(reads) },
        `the coupon ${code} ${seen} and no request read it; its values are only on the platform${reads.length > 0 ? '' : sameOrder(record, notification)}`,
      ),
    ];
  });
};

/** Judges whether the partner has each acknowledged coupon in a later state. */
export const heldAfterwards =
  (choose: (record: PartnerRecord) => readonly Notification[], seen: string): Obligation['judge'] =>
  (record) =>
    choose(record).flatMap((notification) => {
      const { code } = notification;
      // a giftback may be canceled before the partner can look it up
      if (isCancelled(record, code) || !isAcknowledgedInTime(notification)) return [];
      if (record.states.length === 0) return isRead(record, notification, seen);
      const states = statesAfter(record, notification);
      if (states.length === 0) return [];
      const made = states.findIndex(isHeld);
      const lost = states.slice(made).find((state) => isLost(record, notification, state));
      const happened =
        made === -1
          ? `is not held; it should have been made${sameOrder(record, notification)}`
          : 'was held, and later it was not, although it was still valid';
      return [
        observation(
          made !== -1 && lost === undefined,
          { attempts: attemptNumbers(notification), actions: actionsOf(made !== -1 && lost ? [lost] : states) },
          `the coupon ${code} ${seen} and ${happened}`,
        ),
      ];
    });

/** Notifications outside of bursts whose lookups match. */
export const withLookups =
  (isSo: (lookups: PartnerCall[], isHindered: (call: PartnerCall) => boolean) => boolean) =>
  (record: PartnerRecord): Notification[] => {
    const isHindered = (call: PartnerCall): boolean => isUnfinished(call) || faultOf(record, call) === 'slow';
    return withCouponCalls(record, singlesIn(record)).filter(({ lookups }) => isSo(lookups, isHindered));
  };

/** The reads of a coupon that a partner makes by itself after an attempt: no action comes between. */
export const readsAfter = (
  record: PartnerRecord,
  lookups: readonly PartnerCall[],
  attempt: PartnerAttempt,
): PartnerCall[] =>
  lookups.filter((call) => call.atMs >= attempt.atMs && actionBefore(record, call) === actionBefore(record, attempt));
