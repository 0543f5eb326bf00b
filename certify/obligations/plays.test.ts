import { expect, test } from 'vitest';
import type { PartnerPlay, PartnerRecord } from '../../core/partner-record.ts';
import { breachesToConfirm, judgePartner } from './judge.ts';
import { act, emptyRecord, hold, make, notify, orderBody, read, send } from './test-records/test-record.ts';
import { testRecord } from './test-records/test-whole-record.ts';

/** Orders of plays 100 ms apart. Some statuses are invalid. */
const playing = (statuses: readonly string[], fields: Partial<PartnerPlay> = {}): PartnerRecord => {
  const record = emptyRecord();
  record.plays = statuses.map((_, play) => ({ scenario: 'order', fromMs: 100 * play, ...fields }));
  for (const [play, status] of statuses.entries()) {
    send(record, 100 * play + 10, 'POST /orders', orderBody(`order-${play}`, { status }));
  }
  return record;
};

const verdictOn = (...records: PartnerRecord[]) => judgePartner(...records).find(({ id }) => id === 'PART-7');

test('a failure in every play is stable, a failure in two of three is intermittent, and both count', () => {
  expect(verdictOn(playing(['paid', 'paid', 'paid']))).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'stable', failed: 3, of: 3 },
  });
  expect(verdictOn(playing(['paid', 'completed', 'paid']))).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'intermittent', failed: 2, of: 3 },
  });
});

test('a play without an occasion does not count as kept', () => {
  const record = playing(['paid', 'paid']);
  record.plays.push({ scenario: 'order', fromMs: 200 });
  expect(verdictOn(record)).toMatchObject({ outcome: 'fail', stability: { kind: 'stable', failed: 2, of: 2 } });
});

test('a failure in only one play is unverified', () => {
  expect(verdictOn(playing(['paid', 'completed', 'completed']))).toMatchObject({
    outcome: 'unverified',
    cause: 'not-confirmed',
    stability: { kind: 'intermittent', failed: 1, of: 3 },
  });
  expect(verdictOn(playing(['paid']))).toMatchObject({
    outcome: 'unverified',
    cause: 'not-confirmed',
    stability: { kind: 'unconfirmed', failed: 1, of: 1 },
  });
});

test('a coupon that is missing in every later report was lost in one play', () => {
  const record = playing(['completed', 'completed', 'completed'], { scenario: 'repeat' });
  make(record, 'LOST', 1);
  notify(record, 20, 'LOST');
  for (const playAt of [0, 100, 200]) {
    act(record, { action: 'create-order', fromMs: playAt + 30 });
    hold(record, playAt + 40, []);
  }
  expect(judgePartner(record).find(({ id }) => id === 'PART-69')).toMatchObject({
    cause: 'not-confirmed',
    stability: { failed: 1, of: 1 },
  });
});

test('the plays of all parts of a session count', () => {
  expect(verdictOn(playing(['paid']), playing(['completed', 'paid']))).toMatchObject({
    outcome: 'fail',
    stability: { failed: 2, of: 3 },
  });
});

test('a failure outside of scenarios, or in one that is played only once, is certain', () => {
  const unplayed = playing(['paid']);
  unplayed.plays = [];
  for (const record of [unplayed, playing(['paid'], { isOnce: true })]) {
    const verdict = verdictOn(record);
    expect(verdict?.outcome).toBe('fail');
    expect(verdict).not.toHaveProperty('stability');
  }
});

test('a scenario is repeated only if none with the failure was repeated before', () => {
  const idsToConfirm = (record: PartnerRecord) =>
    breachesToConfirm(record).flatMap(({ id, scenarios }) => (id === 'PART-7' ? [scenarios] : []));
  expect(idsToConfirm(playing(['completed']))).toEqual([]);
  expect(idsToConfirm(playing(['paid']))).toEqual([['order']]);
  expect(idsToConfirm(playing(['paid', 'completed', 'completed']))).toEqual([]);
});

test('one answer that comes after a slow lookup is to be confirmed, and is no breach once the scenario was played again', () => {
  const record = testRecord();
  record.plays = [{ scenario: 'slow', fromMs: 0 }];
  make(record, 'SLOW', 151);
  notify(record, 4500, 'SLOW', { tookMs: 320 });
  read(record, 4510, '/coupons/code/SLOW', { code: 'SLOW' }, { fault: 'slow', tookMs: 300 });
  expect(breachesToConfirm(record)).toContainEqual({ id: 'PART-58', scenarios: ['slow'] });
  record.plays.push({ scenario: 'slow', fromMs: 9000 });
  expect(judgePartner(record).find(({ id }) => id === 'PART-58')).toMatchObject({ outcome: 'pass' });
});
