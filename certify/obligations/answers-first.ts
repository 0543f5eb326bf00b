import type { PartnerAttempt, PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { withCouponCalls } from './model/coupon-calls.ts';
import { orderIdIn, singlesIn } from './model/notifications.ts';
import { observation } from './model/observation.ts';
import { endOf, isAccepted } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

/** Notifications that show an order of steps: of fewer, each lookup may have overtaken an answer. */
const fewestInOrder = 3;

/** An answer is overtaken by no work that takes so long, and many times as long as the receiver needs for an answer. */
const longWorkMs = 150;
const manyTimes = 5;

/** A notification that was answered, with what was done about its coupon. */
interface FollowedUp {
  code: string;
  first: PartnerAttempt;
  lookup: PartnerCall;
  /** Whether the lookup was answered before the notification. */
  isFirst: boolean;
  /** How long what was done before the notification was answered took. */
  workMs: number;
  /** Whether another notification was being seen to when it came. */
  isBeside: boolean;
  hasOrder: boolean;
}

const followedIn = (record: PartnerRecord): FollowedUp[] => {
  let busyUntilMs = 0;
  return withCouponCalls(record, singlesIn(record)).flatMap(({ code, first, lookups, writeBacks }) => {
    const isBeside = first.atMs < busyUntilMs;
    const [lookup] = lookups;
    if (lookup === undefined || !isAccepted(first)) return [];
    const work = [...lookups, ...writeBacks.filter(({ atMs }) => atMs >= first.atMs)];
    const done = work.map(endOf).filter((endMs) => endMs < endOf(first));
    // what comes of repeats is work of another time
    const [writeBack = lookup] = writeBacks.filter(({ atMs }) => atMs >= lookup.atMs);
    busyUntilMs = Math.max(busyUntilMs, endOf(lookup), endOf(writeBack));
    return [
      {
        ...{ code, first, lookup, isBeside },
        isFirst: endOf(lookup) < endOf(first),
        workMs: Math.max(0, ...done.map((endMs) => endMs - lookup.atMs)),
        hasOrder: orderIdIn(first) !== null,
      },
    ];
  });
};

/** How long the receiver takes, by the middle one of its answers. */
const usualAnswerMs = (followed: readonly FollowedUp[]): number => {
  const all = followed.map(({ first }) => first.tookMs).toSorted((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? 0;
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
    // a lookup may overtake the answer that was sent before it, so that only all of those that are alike show the order
    const alike = [({ hasOrder }: FollowedUp) => hasOrder, ({ isBeside }: FollowedUp) => isBeside].flatMap((is) => [
      ...Map.groupBy(followed, is).values(),
    ]);
    const waitedFor = new Set(
      alike.filter((those) => those.length >= fewestInOrder && those.every(({ isFirst }) => isFirst)).flat(),
    );
    return followed.map((each) => {
      const { code, first, lookup, workMs } = each;
      return observation(
        !waitedFor.has(each) && workMs < longMs,
        { attempts: [first.number], calls: [lookup.number] },
        `the coupon ${code} was looked up before its notification was answered; it should be answered first`,
      );
    });
  },
};
