import { breachesAtOnce } from '../test-records/test-actions-at-once.ts';
import { askedRecord } from '../test-records/test-asked-records.ts';
import type { Breaches, Change } from '../test-records/test-record-changes.ts';
import { testRecord } from '../test-records/test-whole-record.ts';
import { breachesAfterTroubles } from './test-breaches-after-troubles.ts';
import { breachesBetweenRecords } from './test-breaches-between-records.ts';
import { breachesOfAskedChanges } from './test-breaches-of-asked-changes.ts';
import { breachesOfAskedRecords as breachesOneByOne } from './test-breaches-of-asked-records.ts';
import { breachesOfCreations } from './test-breaches-of-creations.ts';
import { breachesOfDeclarations } from './test-breaches-of-declarations.ts';
import { breachesOfHeadersAndBodies } from './test-breaches-of-headers-and-bodies.ts';
import { breachesOfHeldRecords } from './test-breaches-of-held-records.ts';
import { breachesOfIds } from './test-breaches-of-ids.ts';
import { breachesOfListsAndDates } from './test-breaches-of-lists-and-dates.ts';
import { breachesOfNotifiedCoupons } from './test-breaches-of-notified-coupons.ts';
import { breachesOfOrders } from './test-breaches-of-orders.ts';
import { breachesOfOwnCoupons } from './test-breaches-of-own-coupons.ts';
import { breachesOfReceiving } from './test-breaches-of-receiving.ts';
import { breachesOfRecords } from './test-breaches-of-records.ts';
import { breachesOfRedemption } from './test-breaches-of-redemption.ts';
import { breachesOfRepeats } from './test-breaches-of-repeats.ts';
import { breachesOverTime } from './test-breaches-over-time.ts';
import { breachesWithoutEffect } from './test-breaches-without-effect.ts';

type Breach = readonly [id: string, what: string, change: Change, also: readonly string[]];

const listed = (breachesOf: Breaches): Breach[] =>
  Object.entries(breachesOf).flatMap(([id, ofOne]) =>
    Object.entries(ofOne).map(
      ([what, breach]): Breach =>
        typeof breach === 'function' ? [id, what, breach, []] : [id, what, breach.change, breach.also],
    ),
  );

export const breachesOfAskedRecords = [
  breachesOneByOne,
  breachesAtOnce,
  breachesWithoutEffect,
  breachesAfterTroubles,
  breachesOverTime,
  breachesBetweenRecords,
  breachesOfCreations,
].flatMap(listed);

export const breaches = [
  breachesOfHeadersAndBodies,
  breachesOfOrders,
  breachesOfIds,
  breachesOfRepeats,
  breachesOfListsAndDates,
  breachesOfRecords,
  breachesOfOwnCoupons,
  breachesOfRedemption,
  breachesOfReceiving,
  breachesOfNotifiedCoupons,
  breachesOfHeldRecords,
  breachesOfAskedChanges,
  breachesOfDeclarations,
].flatMap(listed);

/** The record of each breach, by the obligation that it breaks. */
export const brokenRecords = [
  ...breaches.map(([id, what, change]) => [id, what, () => testRecord(change)] as const),
  ...breachesOfAskedRecords.map(([id, what, change]) => [id, what, () => askedRecord(change)] as const),
];
