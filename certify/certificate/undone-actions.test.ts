import { expect, test } from 'vitest';
import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { act, answering, emptyRecord, orderBody, send } from '../obligations/test-record.ts';
import { failedActions, neverDoes } from './undone-actions.ts';

/** Two plays, and in each an order that is created and then to be paid. */
const paying = (...pays: Partial<PartnerAction>[]): PartnerRecord => {
  const record = emptyRecord();
  for (const [index, pay] of pays.entries()) {
    const fromMs = 100 * index;
    record.plays.push({ scenario: 'order', fromMs });
    act(record, { action: 'create-order', scenario: 'order', fromMs: fromMs + 10, id: `order-${index}` });
    act(record, {
      action: 'pay-order',
      scenario: 'order',
      fromMs: fromMs + 20,
      parameters: { id: `order-${index}` },
      ...pay,
    });
  }
  return record;
};

const done = { outcome: 'done' } as const;
const failed = { outcome: 'failed', message: '500: boom' } as const;

test('an action that failed and was never done is a gap, with its message', () => {
  expect(failedActions([paying(failed, failed)])).toEqual([
    'pay-order was asked for 2 times and never done: 500: boom',
  ]);
  expect(neverDoes([paying(failed, failed)])).toEqual([]);
});

test('an action that the partner says it never does is named, and is no gap', () => {
  const never = { outcome: 'cannot', message: '501: this shop takes no money' } as const;
  const record = paying(never, never);
  expect([failedActions([record]), neverDoes([record])]).toEqual([[], ['pay-order (501: this shop takes no money)']]);
  // it was done in another part of the session
  expect(neverDoes([record, paying(done)])).toEqual([]);
});

test('one failure of an action that the partner says it never does is no gap, and two of them are', () => {
  const never = { outcome: 'cannot', message: '501: this shop takes no money' } as const;
  const once = paying(never, failed, never);
  expect([failedActions([once]), neverDoes([once])]).toEqual([[], ['pay-order (501: this shop takes no money)']]);
  const twice = paying(failed, failed, never);
  expect([failedActions([twice]), neverDoes([twice])]).toEqual([
    ['pay-order was asked for 3 times and never done: 500: boom'],
    [],
  ]);
});

test('an action that is refused for now and fails in between is a gap', () => {
  const refused = { outcome: 'cannot', message: '409: not now' } as const;
  expect(failedActions([paying(refused, failed)])).toHaveLength(1);
  expect(failedActions([paying(failed)])).toEqual(['pay-order was asked for 1 time and never done: 500: boom']);
});

test('an action that fails again and again without a disturbance is a gap, and one failure is none', () => {
  expect(failedActions([paying(done, failed)])).toEqual([]);
  expect(failedActions([paying(done, failed, failed)])).toEqual([
    'pay-order failed 2 times without a disturbance, the last time in the scenario order: 500: boom',
  ]);
});

test('a disturbed request and a restart explain a failure', () => {
  const disturbed = paying(done, failed, failed);
  for (const atMs of [112, 212])
    send(disturbed, atMs, 'POST /orders', orderBody('o'), { answer: answering(500), fault: 'answered 500' });
  expect(failedActions([disturbed])).toEqual([]);
  const restarted = paying(done, failed, failed);
  for (const fromMs of [119, 219]) act(restarted, { action: 'restart', fromMs, toMs: fromMs + 5 });
  expect(failedActions([restarted])).toEqual([]);
});

test.each(['restart', 'state'])(
  'a hook for %s that always fails is a gap, because what depends on it is not seen',
  (action) => {
    const record = paying(done);
    for (const fromMs of [30, 40]) act(record, { action, scenario: 'order', fromMs, ...failed });
    expect(failedActions([record])).toEqual([`${action} was asked for 2 times and never done: 500: boom`]);
  },
);

test('one state that cannot be read among others is no gap', () => {
  const record = paying(done);
  act(record, { action: 'state', scenario: 'order', fromMs: 30, ...failed });
  record.states.push({ after: 1, atMs: 25, coupons: [] });
  expect(failedActions([record])).toEqual([]);
});
