import { valueAt } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { isNotFound, withCouponCalls } from '../model/coupon-calls.ts';
import { attemptNumbers, heldAfterwards, isHeld, readsAfter, withLookups } from '../model/coupon-evidence.ts';
import { derived } from '../model/derived.ts';
import { actionsOf, heldFrom } from '../model/held-coupons.ts';
import { burstsIn, notificationsOf } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, endOf, isAccepted, isTo, recordsIn } from '../model/read-call.ts';
import { isRefusedByScenario } from '../model/refused-needs.ts';
import type { Obligation, Observation } from '../obligation.ts';

const sequence = 'Endpoints › Rules per endpoint';

/** The reads of lists of coupons, which may show a notified one. */
const listsOf = derived((record): readonly PartnerCall[] =>
  callsOn(record, 'coupons').filter((call) => isTo(call, 'GET /coupons')),
);

/** Notifications whose coupon the partner created or gave an externalId, with the reads before that. */
const firstSigns = (record: PartnerRecord) => {
  const lists = listsOf(record).filter(isAccepted);
  return withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
    const { code, first, lookups, earlierLookups, writeBacks } = notification;
    const state = heldFrom(record, code, first.atMs).find(isHeld);
    const [writeBack] = writeBacks;
    // other obligations judge coupons that must not exist
    if ((state === undefined && writeBack === undefined) || lookups.some(isNotFound)) return [];
    const untilMs = state?.atMs ?? Number.POSITIVE_INFINITY;
    const listed = lists.filter((call) => recordsIn(call).some((read) => valueAt(read, '/code') === code));
    const reads = [...earlierLookups, ...lookups]
      .filter(isAccepted)
      .concat(listed)
      .filter(({ atMs }) => atMs <= untilMs);
    return [{ code, attempts: attemptNumbers(notification), lookups, reads, state, writeBack }];
  });
};

/** Notifications that are repeated after the partner had read their coupon and sent its id, with the reads since. */
const handledRepeats = (record: PartnerRecord): Observation[] => {
  const notifications = withCouponCalls(record, notificationsOf(record));
  // a partner may read its coupons as often as it likes if repeats cause none of the reads
  const isUsual = notifications.some(
    ({ first, again, lookups }) =>
      again.length === 0 && readsAfter(record, lookups, first).filter(({ fault }) => fault === undefined).length > 1,
  );
  if (isUsual) return [];
  return notifications.flatMap(({ code, again, lookups, writeBacks }) => {
    const done = [lookups, writeBacks].map((calls) =>
      calls.find((call) => isAccepted(call) && call.fault === undefined),
    );
    const doneMs = Math.max(...done.map((call) => (call ? endOf(call) : Number.POSITIVE_INFINITY)));
    const repeat = again.find((attempt) => isAccepted(attempt) && attempt.atMs > doneMs);
    if (repeat === undefined) return [];
    const reads = readsAfter(record, lookups, repeat);
    return [
      observation(
        reads.length === 0,
        { attempts: [repeat.number], calls: numbersOf(reads) },
        `the coupon ${code} had been processed when its notification came again, and it was looked up again`,
      ),
    ];
  });
};

export const couponMaking: readonly Obligation[] = [
  {
    id: 'PART-69',
    text: 'A notified coupon is created in the partner’s own system',
    source: 'What the service does',
    statements: ['S012'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(
      (record) =>
        withLookups(
          (lookups, isHindered) =>
            !lookups.some((call) => isHindered(call) || isNotFound(call) || isRefusedByScenario(call)),
        )(record).filter(({ first }) => !readsAfter(record, listsOf(record), first).some(isRefusedByScenario)),
      'was notified, the notification was acknowledged,',
    ),
  },
  {
    id: 'PART-70',
    text: 'Every one of many simultaneously notified coupons is created in the partner’s own system',
    source: 'What the service does',
    statements: ['S012', 'S176'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(burstsIn, 'was notified with many others, the notification was acknowledged,'),
  },
  {
    id: 'PART-165',
    text: 'A coupon that is notified once is held once',
    source: 'What the service does',
    statements: ['S012', 'S180'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      notificationsOf(record).flatMap((notification) => {
        // other obligations judge repeated notifications
        if (notification.again.length > 0) return [];
        const states = heldFrom(record, notification.code, notification.first.atMs).filter(isHeld);
        const most = states.reduce((highest, { held }) => Math.max(highest, held.length), 0);
        if (most === 0) return [];
        return [
          observation(
            most === 1,
            { attempts: attemptNumbers(notification), actions: actionsOf(states) },
            `the coupon ${notification.code} was notified once and is held ${most} times; its code identifies one coupon`,
          ),
        ];
      }),
  },
  {
    id: 'PART-71',
    text: 'The partner reads a coupon from the platform before it creates the coupon',
    source: sequence,
    statements: ['S186', 'S130', 'S132'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      firstSigns(record).flatMap(({ code, attempts, lookups, reads, state, writeBack }) => {
        // failed reads and a new externalId do not show a coupon
        if (state === undefined && reads.length === 0 && lookups.length > 0) return [];
        return [
          observation(
            reads.length > 0,
            {
              attempts,
              calls: numbersOf([...reads, ...(writeBack ? [writeBack] : [])]),
              actions: actionsOf(state ? [state] : []),
            },
            `the coupon ${code} was made, or its externalId sent, and no GET /coupons/code/{code} came; its notification has neither value nor validity`,
          ),
        ];
      }),
  },
  {
    id: 'PART-175',
    text: 'A notification that is repeated after its coupon was handled is ignored, and triggers no further lookup',
    source: 'Events › Delivery',
    statements: ['S180'],
    level: 'should',
    inferred: 'a lookup changes nothing on the platform',
    needs: 'webhooks',
    judge: handledRepeats,
  },
  {
    id: 'PART-112',
    text: 'The partner reads a coupon before it sets its `externalId`',
    source: sequence,
    statements: ['S154'],
    level: 'should',
    needs: 'webhooks',
    judge: (record) =>
      firstSigns(record).flatMap(({ code, attempts, reads, writeBack }) => {
        // another obligation judges a coupon that is never read
        if (writeBack === undefined || reads.length === 0) return [];
        return [
          observation(
            reads.some(({ atMs }) => atMs <= writeBack.atMs),
            { attempts, calls: numbersOf([...reads, writeBack]) },
            `the externalId of the coupon ${code} was set before any GET /coupons/code/{code}`,
          ),
        ];
      }),
  },
];
