import { expect, test } from 'vitest';
import { legalAtOnce } from '../test-records/test-actions-at-once.ts';
import { askedRecord } from '../test-records/test-asked-records.ts';
import { unkept } from '../test-records/test-record.ts';
import type { LegalPartners } from '../test-records/test-record-changes.ts';
import { testRecord } from '../test-records/test-whole-record.ts';
import { legalAskedChanges } from './test-legal-asked-changes.ts';
import { legalAskedRecords } from './test-legal-asked-records.ts';
import { legalBetweenRecords } from './test-legal-between-records.ts';
import { legalCallsAndLists } from './test-legal-calls-and-lists.ts';
import { legalCoupons } from './test-legal-coupons.ts';
import { legalCreations } from './test-legal-creations.ts';
import { legalHabits } from './test-legal-habits.ts';
import { legalHeldRecords } from './test-legal-held-records.ts';
import { legalLostWrites } from './test-legal-lost-writes.ts';
import { legalOrdersAndIds } from './test-legal-orders-and-ids.ts';
import { legalAskedReadings, legalReadings } from './test-legal-readings.ts';
import { legalRegistrationAndSessions } from './test-legal-registration-and-sessions.ts';
import { legalSteps } from './test-legal-steps.ts';

const legal: readonly LegalPartners[] = [
  legalCallsAndLists,
  legalOrdersAndIds,
  legalAskedChanges,
  legalCoupons,
  legalHeldRecords,
  legalLostWrites,
  legalReadings,
  legalRegistrationAndSessions,
];

test.each(legal.flatMap((each) => Object.entries(each)))('nothing is broken by %s', (_, change) => {
  expect(unkept(testRecord(change))).toEqual([]);
});

test.each(
  [
    legalAskedRecords,
    legalAskedReadings,
    legalAtOnce,
    legalBetweenRecords,
    legalCreations,
    legalHabits,
    legalSteps,
  ].flatMap((each) => Object.entries(each)),
)('nothing is broken, where it is asked for, by %s', (_, change) => {
  expect(unkept(askedRecord(change))).toEqual([]);
});

test.each([testRecord, askedRecord])(
  'nothing is broken by a hook that fails although its action is done',
  (recordOf) => {
    for (const { number } of recordOf().actions) {
      const record = recordOf();
      for (const action of record.actions) {
        if (action.number !== number || action.outcome !== 'done') continue;
        action.outcome = 'failed';
        delete action.id;
        delete action.code;
      }
      expect({ number, unkept: unkept(record) }).toEqual({ number, unkept: [] });
    }
  },
);
