import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ActionAnswer, type OpenAction, type PollTrigger, pollTrigger } from './poll-trigger.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

const fetched = async (trigger: PollTrigger): Promise<OpenAction> => {
  const action = await trigger.next(never);
  if (action === undefined) throw new Error('there is no action');
  return action;
};

test('an action is fetched, and fetched again until it is answered', async () => {
  const trigger = pollTrigger();
  const acted = trigger.act('redeem', { code: 'A' });
  const action = await fetched(trigger);
  expect(action).toEqual({ number: expect.any(Number), action: 'redeem', parameters: { code: 'A' } });
  expect(await trigger.next(never)).toEqual(action);
  const { number } = action;
  expect(trigger.answer(number, { outcome: 'done', id: '7' })).toBe(true);
  expect(await acted).toEqual({ outcome: 'done', id: '7' });
  expect(trigger.answer(number, { outcome: 'failed' })).toBe(true);
  for (const other of [number - 1, number + 1, number - 0.5]) {
    expect(trigger.answer(other, { outcome: 'done' })).toBe(false);
  }
});

test('a client that asks early gets the action when it comes', async () => {
  const trigger = pollTrigger();
  const asked = [trigger.next(never), trigger.next(never)];
  void trigger.restart();
  for (const next of asked) expect(await next).toMatchObject({ action: 'restart', parameters: {} });
});

test('actions are handed out one after the other', async () => {
  const trigger = pollTrigger();
  void trigger.act('create-cart', {});
  void trigger.act('create-store', {});
  const first = await fetched(trigger);
  expect(first).toMatchObject({ action: 'create-cart' });
  trigger.answer(first.number, { outcome: 'cannot', message: 'no carts' });
  expect(await fetched(trigger)).toMatchObject({ number: first.number + 1, action: 'create-store' });
});

test('a client that disconnects gets nothing, and the action stays', async () => {
  const trigger = pollTrigger();
  const leaving = new AbortController();
  const asked = trigger.next(leaving.signal);
  leaving.abort();
  expect(await asked).toBeUndefined();
  void trigger.act('create-cart', {});
  expect(await trigger.next(leaving.signal)).toBeUndefined();
  expect(await trigger.next(never)).toMatchObject({ action: 'create-cart' });
});

test('an action that nobody fetches fails, and is not handed out later', async () => {
  const trigger = pollTrigger();
  const acted = trigger.act('create-cart', {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await acted).toEqual({ outcome: 'failed', message: 'nobody fetched the action within 30 s' });
  void trigger.act('create-store', {});
  const { action, number } = await fetched(trigger);
  expect(action).toBe('create-store');
  expect(trigger.answer(number - 1, { outcome: 'done' })).toBe(true);
});

test('the timeout of an action starts when it is fetched', async () => {
  const trigger = pollTrigger();
  const settled = vi.fn();
  const acted = trigger.act('create-cart', {});
  void acted.then(settled);
  await vi.advanceTimersByTimeAsync(20_000);
  await trigger.next(never);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(settled).not.toHaveBeenCalled();
  await trigger.next(never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await acted).toEqual({ outcome: 'failed', message: 'the action was fetched, and not answered within 30 s' });
});

test('a partner is idle if it says so, or if it cannot say', async () => {
  const trigger = pollTrigger();
  for (const outcome of ['done', 'cannot', 'failed'] as const) {
    const idle = trigger.idle(60_000);
    trigger.answer((await fetched(trigger)).number, { outcome });
    expect(await idle).toEqual({ outcome });
  }
  const idle = trigger.idle(60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await idle).toMatchObject({ outcome: 'failed' });
});

test('an action whose wait was ended is not handed out later', async () => {
  const trigger = pollTrigger();
  const ending = new AbortController();
  const idle = trigger.idle(60_000, ending.signal);
  await fetched(trigger);
  ending.abort();
  expect(await idle).toMatchObject({ outcome: 'failed' });
  expect(vi.getTimerCount()).toBe(0);
  void trigger.act('create-cart', {});
  expect(await fetched(trigger)).toMatchObject({ action: 'create-cart' });
});

test('the coupons are read if the partner has a `state` hook', async () => {
  const trigger = pollTrigger();
  const coupons = [{ code: 'A', id: '1' }];
  const state = trigger.state();
  const { action, number } = await fetched(trigger);
  expect(action).toBe('state');
  trigger.answer(number, { outcome: 'done', coupons });
  expect(await state).toEqual(coupons);
  const silent = trigger.state();
  trigger.answer(number + 1, { outcome: 'cannot' });
  expect(await silent).toBeUndefined();
});

test.for<[ActionAnswer, string]>([
  [{ outcome: 'failed', message: 'the database is gone' }, 'the database is gone'],
  [{ outcome: 'done' }, 'its state cannot be read: coupons'],
])('a state that is answered with %j is reported', async ([answer, message]) => {
  const trigger = pollTrigger();
  const state = expect(trigger.state()).rejects.toThrow(message);
  trigger.answer((await fetched(trigger)).number, answer);
  await state;
});
