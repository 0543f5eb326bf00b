import { expect, test } from 'vitest';
import { endOf } from '../certify/obligations/model/read-call.ts';
import type { PartnerRecord } from '../core/partner-record.ts';
import { simulatedTill } from './simulated-partners.ts';
import { simulateSession } from './simulated-session.ts';

/** What a scenario leaves behind, after the registration. */
const played = async (scenario: string): Promise<PartnerRecord> => {
  const { records } = await simulateSession({ seed: 1, sample: simulatedTill, only: ['registered', scenario] });
  const [record] = records;
  if (record === undefined) throw new Error('the session left no record');
  return record;
};

test('two actions at once overlap, and each has a number and a time of its own', async () => {
  const { actions } = await played('coupon-at-both-tills');
  const [first, second] = actions.filter(({ action }) => action === 'redeem');
  expect(first?.number).toBe(Number(second?.number) - 1);
  expect(first?.fromMs).toBeLessThan(Number(second?.fromMs));
  expect(first?.toMs).toBeGreaterThan(Number(second?.fromMs));
  expect([first?.outcome, second?.outcome].toSorted()).toEqual(['cannot', 'done']);
  expect(actions.map(({ number }) => number)).toEqual(actions.map((_, index) => index + 1));
});

test('the first of two requests gets its response once the second has come', async () => {
  const { calls, faults } = await played('coupon-at-both-tills');
  const slow = new Set(faults.filter(({ kind }) => kind === 'slow').map(({ number }) => number));
  const [first, second] = calls.filter(({ fault }) => fault !== undefined && slow.has(fault));
  if (first === undefined || second === undefined) throw new Error('no two requests were held back');
  expect(endOf(first)).toBeGreaterThanOrEqual(second.atMs);
  expect(endOf(second)).toBe(endOf(first));
});

test('a response whose other request never comes is given after a moment', async () => {
  const { calls } = await played('customer-changed-twice');
  const [first, second] = calls.filter(({ method }) => method === 'PUT');
  // the till sends the changes of one customer in turn
  expect(first?.tookMs).toBeGreaterThan(0);
  expect(first?.tookMs).toBeLessThanOrEqual(200);
  expect(second?.atMs).toBeGreaterThan(Number(first?.atMs) + Number(first?.tookMs));
});

test('a notification comes twice before the first one is answered', async () => {
  const { attempts } = await played('repeated-together');
  const [first, second] = attempts;
  if (first === undefined || second === undefined) throw new Error('the notification came once');
  expect(second.code).toBe(first.code);
  expect(second.atMs).toBeLessThan(endOf(first));
});
