import { expect, test } from 'vitest';
import { heldFrom } from '../obligations/model/held-coupons.ts';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { createStateChanges } from './state-changes.ts';

const [a, changed, b, second] = [
  { code: 'A', id: '1' },
  { code: 'A', id: '2' },
  { code: 'B', id: '3' },
  { code: 'B', id: '4' },
];

test('a report contains only differences, and every coupon is still read from the reports', () => {
  const changesOf = createStateChanges();
  const reports = [[a, b], [a, b], [changed, b, second], [changed], []].map(changesOf);
  expect(reports).toEqual([
    { coupons: [a, b] },
    { coupons: [], gone: [] },
    { coupons: [changed, b, second], gone: [] },
    { coupons: [], gone: ['B'] },
    { coupons: [], gone: ['A'] },
  ]);
  const record = { ...emptyRecord(), states: reports.map((report, atMs) => ({ after: 0, atMs, ...report })) };
  expect(heldFrom(record, 'A', 0).map(({ held }) => held)).toEqual([[a], [a], [changed], [changed], []]);
  expect(heldFrom(record, 'B', 1).map(({ held }) => held)).toEqual([[b], [b, second], [], []]);
});

test('a report without `gone` contains all coupons', () => {
  const states = [[a, b], [b]].map((coupons, atMs) => ({ after: 0, atMs, coupons }));
  expect(heldFrom({ ...emptyRecord(), states }, 'A', 0).map(({ held }) => held)).toEqual([[a], []]);
});
