import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { blocksOf, isDone } from './blocks.ts';
import { isNotFound, withCouponCalls } from './coupon-calls.ts';
import { heldAfterwards, withLookups } from './coupon-evidence.ts';
import { whatHappened } from './failed-sends.ts';
import { notificationsOf } from './notifications.ts';
import { numbersOf, observation } from './observation.ts';
import { endOf, isAccepted, isFailed, isUnfinished, pathOf } from './read-call.ts';
import { isStillToCome } from './still-to-come.ts';

/** Lookups of coupons that failed before any showed the coupon. */
const failedCoupons = (record: PartnerRecord): Observation[] =>
  withCouponCalls(record, notificationsOf(record)).flatMap(({ code, lookups }) => {
    const [failed] = lookups.filter(isFailed);
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

export const failedLookups: readonly Obligation[] = [
  {
    id: 'PART-82',
    text: 'The partner repeats the lookup of a coupon, of a page of a list or of the configuration that got a 5xx or no response',
    source: 'Errors',
    statements: ['S186', 'S196', 'S097'],
    level: 'should',
    inferred: 'a 500 says nothing about what is looked up; that the partner repeats the lookup is inferred',
    judge: (record) => [...failedCoupons(record), ...failedReads(record)],
  },
  {
    id: 'PART-83',
    text: 'The partner creates a coupon even if its first lookup was slow or failed',
    source: 'What the service does',
    statements: ['S012', 'S196'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(
      withLookups((lookups, isHindered) => lookups.some(isHindered) && !lookups.some(isNotFound)),
      'could not be looked up at first',
    ),
  },
];
