import { expect, test } from 'vitest';
import { type ActionName, hookContract } from './hook-contract.ts';
import { type Asked, promptTrigger, type Question } from './prompt-trigger.ts';

const person = (...answers: Asked[]) => {
  const questions: Question[] = [];
  const trigger = promptTrigger((question) => {
    questions.push(question);
    return Promise.resolve(answers.shift() ?? { said: 'nothing' });
  });
  return { questions, trigger };
};

test('a person is asked to do it, and enters the id of what was made', async () => {
  const { questions, trigger } = person({ said: 'done', id: '4711' }, { said: 'done' }, { said: 'done' });
  expect(await trigger.act('create-order', { status: 'on-hold', phone: '+551199' })).toEqual({
    outcome: 'done',
    id: '4711',
  });
  expect(await trigger.act('pay-order', { id: '4711' })).toEqual({ outcome: 'done' });
  await trigger.act('pay-order', { id: '4712', company: 'second' });
  expect(questions.map(({ text, wantsId }) => [text, wantsId])).toEqual([
    ['Make an order with the status on-hold, for a customer with the phone +551199.', true],
    ['Mark the order 4711 as paid.', false],
    ['For the second company: Mark the order 4712 as paid.', false],
  ]);
});

test('an action that cannot be done is no failure, and one that nobody answers is a failure', async () => {
  const { trigger } = person({ said: 'cannot' });
  expect(await trigger.act('create-cart', {})).toMatchObject({ outcome: 'cannot' });
  expect(await trigger.act('create-cart', {})).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('nobody answered'),
  });
  expect(await trigger.idle(1_000)).toMatchObject({ outcome: 'failed' });
});

test('whether the software has finished is asked once after something was done', async () => {
  const { questions, trigger } = person(
    { said: 'cannot' },
    { said: 'done' },
    { said: 'nothing' },
    { said: 'done' },
    { said: 'done' },
  );
  const idle = async () => (await trigger.idle(1_000)).outcome;
  const waits = () => questions.filter(({ text }) => text.startsWith('Wait')).length;
  expect([await idle(), waits()]).toEqual(['done', 0]);
  await trigger.act('create-cart', {});
  expect([await idle(), waits()]).toEqual(['done', 0]);
  await trigger.act('create-customer', {});
  expect([await idle(), waits()]).toEqual(['failed', 1]);
  expect([await idle(), await idle(), waits()]).toEqual(['done', 'done', 2]);
  await trigger.restart?.();
  await idle();
  expect(waits()).toBe(3);
});

test('a canceled question has not timed out', async () => {
  const { trigger } = person({ said: 'canceled' }, { said: 'canceled' });
  expect(await trigger.act('create-cart', {})).toEqual({ outcome: 'failed', message: 'the question was canceled' });
  expect(await trigger.idle(1_000)).toMatchObject({ outcome: 'failed' });
});

test('the id of a coupon is its code', async () => {
  const { trigger } = person({ said: 'done', id: 'SUMMER' });
  expect(await trigger.act('register-coupon', {})).toEqual({ outcome: 'done', id: 'SUMMER', code: 'SUMMER' });
});

test('every action is a complete sentence', async () => {
  const { questions, trigger } = person();
  for (const action of Object.keys(hookContract) as ActionName[])
    await trigger.act(action, { id: 'x', code: 'y', list: 'products' });
  for (const { text } of questions) expect(text).toMatch(/^[A-Z].*\S\.$/);
});
