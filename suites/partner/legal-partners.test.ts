import { expect, test } from 'vitest';
import { legalAskedChanges } from './test-legal-asked-changes.ts';
import { legalCallsAndLists } from './test-legal-calls-and-lists.ts';
import { legalCoupons } from './test-legal-coupons.ts';
import { legalHeldRecords } from './test-legal-held-records.ts';
import { legalOrdersAndIds } from './test-legal-orders-and-ids.ts';
import { legalRegistrationAndSessions } from './test-legal-registration-and-sessions.ts';
import { testRecord, unkept } from './test-record.ts';

const legal = [
  ...legalCallsAndLists,
  ...legalOrdersAndIds,
  ...legalAskedChanges,
  ...legalCoupons,
  ...legalHeldRecords,
  ...legalRegistrationAndSessions,
];

test.each(legal)('nothing is broken by %s', (_, change) => {
  expect(unkept(testRecord(change))).toEqual([]);
});
