import type { PartnerAttempt, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { withCouponCalls } from '../model/coupon-calls.ts';
import { singlesIn } from '../model/notifications.ts';
import { observation } from '../model/observation.ts';
import { endOf, isAccepted } from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';
import { playAt } from '../plays.ts';

/** With fewer notifications, each lookup may have overtaken a response. */
const minInOrder = 3;

/** Work that takes this long, and this many times as long as the receiver usually needs, seldom overtakes a response. */
const longWorkMs = 150;
const manyTimes = 5;
/** One response may be late on a busy machine, so another play has to show a second one. */
const minLong = 2;

/** An acknowledged notification, with the work on its coupon. */
interface FollowedUp {
  code: string;
  first: PartnerAttempt;
  lookup: PartnerCall;
  /** Whether the lookup ended before the notification was acknowledged. */
  isFirst: boolean;
  /** The duration of the work that ended before the notification was acknowledged, in milliseconds. */
  workMs: number;
}

const followedIn = (record: PartnerRecord): FollowedUp[] =>
  withCouponCalls(record, singlesIn(record)).flatMap(({ code, first, lookups, writeBacks }) => {
    const [lookup] = lookups;
    if (lookup === undefined || !isAccepted(first)) return [];
    const work = [...lookups, ...writeBacks.filter(({ atMs }) => atMs >= first.atMs)];
    const done = work.map(endOf).filter((endMs) => endMs < endOf(first));
    return [
      {
        code,
        first,
        lookup,
        isFirst: endOf(lookup) < endOf(first),
        workMs: Math.max(0, ...done.map((endMs) => endMs - lookup.atMs)),
      },
    ];
  });

const medianOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The median response time of the receiver. Slow work, for which a response may have waited, shows nothing usual. */
const usualAnswerMs = (followed: readonly FollowedUp[]): number => {
  const quick = followed.filter(({ workMs }) => workMs < longWorkMs);
  return medianOf((quick.length > 0 ? quick : followed).map(({ first }) => first.tookMs));
};

/**
 * Whether the responses wait for the work: they come later when it is slow, or else soon after it. The responses of a
 * receiver behind a slow gateway come late in any case.
 */
const isWaitedFor = (followed: readonly FollowedUp[]): boolean => {
  const slow = followed.filter(({ workMs }) => workMs >= longWorkMs);
  const usualMs = usualAnswerMs(followed);
  return slow.length > 0
    ? slow.some(({ first, workMs }) => first.tookMs >= usualMs + workMs / 2)
    : medianOf(followed.map(({ first, lookup, workMs }) => endOf(first) - lookup.atMs - workMs)) < longWorkMs;
};

/** Whether another play of the scenario of a notification may still confirm what it shows. */
const mayBeConfirmed = (record: PartnerRecord, { first }: FollowedUp): boolean => {
  const play = playAt(record, first.atMs);
  return play?.isOnce !== true && record.plays.filter(({ scenario }) => scenario === play?.scenario).length < minLong;
};

export const answersFirst: Obligation = {
  id: 'PART-58',
  text: 'The receiver answers a notification before it looks up the coupon',
  source: 'Events › Delivery',
  statements: ['S176', 'S154'],
  level: 'must',
  needs: 'webhooks',
  judge(record) {
    const followed = followedIn(record);
    const longMs = Math.max(longWorkMs, usualAnswerMs(followed) * manyTimes);
    // a short lookup may overtake the response that was sent before it, so only all of them show the order
    const isAlwaysFirst =
      followed.length >= minInOrder && followed.every(({ isFirst }) => isFirst) && isWaitedFor(followed);
    const long = followed.filter(({ workMs }) => workMs >= longMs);
    const isLate = (each: FollowedUp): boolean =>
      long.includes(each) && (long.length >= minLong || mayBeConfirmed(record, each));
    return followed.map((each) => {
      const { code, first, lookup } = each;
      return observation(
        !isAlwaysFirst && !isLate(each),
        { attempts: [first.number], calls: [lookup.number] },
        `the coupon ${code} was looked up before its notification was answered; it should be answered first`,
      );
    });
  },
};
