import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { blocksOf, isDone } from '../model/blocks.ts';
import { isNotFound, withCouponCalls } from '../model/coupon-calls.ts';
import { heldAfterwards, readsAfter, withLookups } from '../model/coupon-evidence.ts';
import { whatHappened } from '../model/failed-sends.ts';
import { type Notification, notificationsOf, singlesIn } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { endOf, isAccepted, isUnfinished, pathOf, statusOf } from '../model/read-call.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation, Observation } from '../obligation.ts';

/** Lookups of coupons that failed before any showed the coupon. */
const failedCoupons = (record: PartnerRecord): Observation[] =>
  withCouponCalls(record, notificationsOf(record)).flatMap(({ code, lookups }) => {
    const [failed] = lookups.filter(isUnfinished);
    // a further lookup of known data may fail
    if (!failed || lookups.some((call) => isAccepted(call) && endOf(call) <= failed.atMs)) return [];
    // a lookup that a restart ended may be repeated before its connection is reset
    const isGivenUp = (call: PartnerCall): boolean =>
      record.actions.some(
        ({ action, fromMs, toMs }) => action === 'restart' && toMs >= failed.atMs && fromMs <= call.atMs,
      );
    const again = lookups.filter((call) => call !== failed && (call.atMs >= endOf(failed) || isGivenUp(call)));
    return [
      observation(
        again.length > 0,
        { calls: numbersOf([failed, ...again]) },
        `the lookup of the coupon ${code} failed and was not repeated`,
      ),
    ];
  });

/** The actions that only read, with the reads that failed without a restart. */
const failedReads = (record: PartnerRecord): Observation[] =>
  blocksOf(record).flatMap(({ actions, calls }) => {
    if (actions.some((action) => isDone(action, 'restart'))) return [];
    const asked = actions.filter((action) => isDone(action, 'synchronize', 'read-coupons-config'));
    const paths = new Set(asked.map(({ parameters: { list } }) => `/${list ?? 'coupons-config'}`));
    return [...paths].flatMap((path) => {
      const reads = calls.filter((call) => call.method === 'GET' && pathOf(call) === path);
      const failed = reads.find(isUnfinished);
      if (failed === undefined || isStillToCome(record, endOf(failed))) return [];
      // a list may be read from its beginning again
      const again = reads.filter((call) => call !== failed && call.atMs > failed.atMs);
      return [
        observation(
          again.length > 0,
          { actions: numbersOf(asked), calls: numbersOf([failed, ...again.slice(0, 1)]) },
          `GET ${path} ${whatHappened(failed)} and was not asked for again; the partner had accepted to read it to its end`,
        ),
      ];
    });
  });

const refusals: readonly unknown[] = [401, 403];

/** Coupons that are notified again after their lookup was refused, so that the partner knows nothing of them. */
const refusedCoupons = (record: PartnerRecord): Observation[] =>
  withCouponCalls(record, singlesIn(record)).flatMap(({ code, first, again, lookups }) => {
    const last = lookups.findLast((call) => refusals.includes(statusOf(call)));
    const later = again.find((attempt) => last !== undefined && attempt.atMs >= endOf(last) && isAccepted(attempt));
    if (last === undefined || later === undefined || !isAccepted(first)) return [];
    // a coupon that was shown, or is gone, was processed
    if (lookups.some((call) => call.atMs < later.atMs && !refusals.includes(statusOf(call)))) return [];
    if (isStillToCome(record, endOf(later))) return [];
    const looked = lookups.filter(({ atMs }) => atMs >= later.atMs);
    return [
      observation(
        looked.length > 0,
        { attempts: [first.number, later.number], calls: numbersOf([last, ...looked]) },
        `the lookup of the coupon ${code} was refused with ${statusOf(last)}, and not repeated when the coupon was notified again`,
      ),
    ];
  });

/** Notifications whose lookup was refused, and whose coupon was read when they came again, before a state of the partner. */
const readAtRepeat = (record: PartnerRecord): Notification[] =>
  withCouponCalls(record, singlesIn(record)).filter(({ again, lookups }) => {
    const refused = lookups.find((call) => refusals.includes(statusOf(call)));
    return again.some(
      (attempt) =>
        refused !== undefined &&
        attempt.atMs >= endOf(refused) &&
        isAccepted(attempt) &&
        readsAfter(record, lookups, attempt).some(
          (read) => isAccepted(read) && record.states.some(({ atMs }) => atMs >= endOf(read)),
        ),
    );
  });

const failedAtFirst = withLookups((lookups, isHindered) => lookups.some(isHindered) && !lookups.some(isNotFound));

export const failedLookups: readonly Obligation[] = [
  {
    id: 'PART-82',
    text: 'The partner repeats lookups of coupons, lists and the configuration after a 5xx, a 429 or no response, and a refused one when the coupon is notified again',
    source: 'Errors',
    statements: ['S186', 'S196', 'S097'],
    level: 'should',
    inferred:
      'a 500 or a refusal says nothing about what is looked up; that the partner repeats the lookup is inferred',
    judge: (record) => [...failedCoupons(record), ...refusedCoupons(record), ...failedReads(record)],
  },
  {
    id: 'PART-83',
    text: 'The partner creates a coupon even if its first lookup was slow, failed or was refused, once it reads the coupon',
    source: 'What the service does',
    statements: ['S012', 'S196'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(
      (record) => [...new Set([...failedAtFirst(record), ...readAtRepeat(record)])],
      'could not be looked up at first',
    ),
  },
];
