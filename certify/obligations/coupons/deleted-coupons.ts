import type { PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { isNotFound, withCouponCalls } from '../model/coupon-calls.ts';
import { attemptNumbers } from '../model/coupon-evidence.ts';
import { isSentAsUsed } from '../model/coupon-uses.ts';
import { actionsOf, heldFrom } from '../model/held-coupons.ts';
import { attemptsOf, isDuringRestart, notificationsOf } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { endOf, isAccepted, statusOf } from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';

/** This many lookups of a missing coupon are acceptable. */
const fewLookups = 5;

/** Notifications whose coupon was not found, with the lookups and the first and last of them. */
const goneIn = (record: PartnerRecord) =>
  withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
    const notFound = notification.lookups.filter(isNotFound);
    const [firstGone] = notFound;
    const lastGone = notFound.at(-1);
    return firstGone && lastGone ? [{ ...notification, notFound, firstGone, lastGone }] : [];
  });

export const deletedCoupons: readonly Obligation[] = [
  {
    id: 'PART-79',
    text: 'The receiver answers the notification of a coupon that no longer exists with 2xx',
    source: 'Endpoints › Endpoints table',
    statements: ['S176', 'S089', 'S130'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      goneIn(record).flatMap((notification) => {
        const { code, notFound, firstGone } = notification;
        const attempts = attemptsOf(notification).filter((attempt) => !isDuringRestart(record, attempt));
        const later = attempts.filter((attempt) => endOf(attempt) >= firstGone.atMs);
        const asked = later.length > 0 ? later : attempts.slice(-1);
        if (asked.length === 0) return [];
        return [
          observation(
            asked.every(isAccepted),
            { attempts: numbersOf(asked), calls: numbersOf(notFound) },
            `the coupon ${code} was not found, and its notification was not answered 2xx; a coupon may be canceled at any time`,
          ),
        ];
      }),
  },
  {
    id: 'PART-80',
    text: 'The partner does not keep a coupon that the platform no longer has',
    source: 'States and transitions › Moves that are shown',
    statements: ['S089', 'S130'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      goneIn(record).flatMap((notification) => {
        const { code, lookups, notFound, lastGone } = notification;
        if (lookups.some((call) => isAccepted(call) && call.atMs >= lastGone.atMs)) return [];
        // a partner may keep what it used, or what the platform had shown before a scenario said otherwise
        const wasShown = lookups.some((call) => isAccepted(call) && call.atMs < lastGone.atMs);
        if (isSentAsUsed(record, code, lastGone.atMs) || (wasShown && lastGone.fault !== undefined)) return [];
        const states = heldFrom(record, code, endOf(lastGone));
        if (states.length === 0) return [];
        const held = states.at(-1)?.held ?? [];
        return [
          observation(
            held.length === 0,
            { calls: numbersOf(notFound), attempts: attemptNumbers(notification), actions: actionsOf(states) },
            `the lookup of the coupon ${code} was answered ${statusOf(lastGone)}, and the partner still holds it`,
          ),
        ];
      }),
  },
  {
    id: 'PART-81',
    text: 'The partner does not repeatedly look up a coupon that no longer exists',
    source: 'Endpoints › Endpoints table',
    statements: ['S130', 'S194'],
    level: 'should',
    inferred: 'a coupon that was not found is not found a moment later',
    needs: 'webhooks',
    judge: (record) =>
      goneIn(record).map((notification) => {
        const { code, notFound, firstGone, lastGone } = notification;
        const attempts = attemptNumbers(notification);
        const restarts = possibleActions(record, 'restart').filter(
          ({ fromMs }) => fromMs >= firstGone.atMs && fromMs <= lastGone.atMs,
        );
        return observation(
          // each attempt and each restart may cause a lookup
          notFound.length <= fewLookups + attempts.length + restarts.length,
          { calls: numbersOf(notFound), attempts },
          `${notFound.length} lookups of the coupon ${code} were answered ${statusOf(firstGone)}; one or two are enough`,
        );
      }),
  },
];
