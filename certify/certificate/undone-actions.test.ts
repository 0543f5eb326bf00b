import { expect, test } from 'vitest';
import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { act, answering, emptyRecord, orderBody, send } from '../obligations/test-records/test-record.ts';
import { failedActions, isRefusal, neverDoes } from './undone-actions.ts';

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

const twice = ['pay-order failed 2 times without a disturbance, the last time in the scenario order: 500: boom'];

test('a disturbance in another play, or after the action, explains no failure', () => {
  const record = paying(done, failed, failed);
  for (const atMs of [50, 150])
    send(record, atMs, 'POST /orders', orderBody('o'), { answer: answering(500), fault: 'answered 500' });
  expect(failedActions([record])).toEqual(twice);
});

test('a restart that ended before the action, or began after it, explains no failure', () => {
  for (const fromMs of [110, 140]) {
    const record = paying(done, failed, failed);
    act(record, { action: 'restart', fromMs, toMs: fromMs + 5 });
    act(record, { action: 'restart', fromMs: fromMs + 100, toMs: fromMs + 105 });
    expect(failedActions([record])).toEqual(twice);
  }
});

test('a restart that fails does not explain itself', () => {
  const record = paying(done);
  act(record, { action: 'restart', fromMs: 30 });
  for (const fromMs of [50, 70]) act(record, { action: 'restart', scenario: 'order', fromMs, ...failed });
  expect(failedActions([record])).toEqual([
    'restart failed 2 times without a disturbance, the last time in the scenario order: 500: boom',
  ]);
});

test('what failed in a scenario that was cut off is not judged', () => {
  const record = paying(done, failed, failed);
  record.judgedUntilMs = 200;
  expect(failedActions([record])).toEqual([]);
});

test.each([
  ['cannot', '409', true],
  ['cannot', '422: the coupon was used', true],
  ['cannot', '501: no carts here', false],
  ['cannot', 'said by a person', false],
  ['failed', '409: boom', false],
] as const)('%s with the message %j is a refusal for now: %j', (outcome, message, isForNow) => {
  const [action] = paying({ outcome, message }).actions.slice(-1);
  expect(action && isRefusal(action)).toBe(isForNow);
});

test('an action that is also refused for now is not named as one that the partner never does', () => {
  const never = { outcome: 'cannot', message: '501: this shop takes no money' } as const;
  expect(neverDoes([paying(never, { outcome: 'cannot', message: '409: not now' })])).toEqual([]);
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
