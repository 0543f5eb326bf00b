import { expect, test } from 'vitest';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Deliveries } from '../subject.ts';
import { testExchange } from '../test-exchange.ts';
import {
  expectAccepted,
  expectAnswer,
  expectHeader,
  expectHolds,
  expectNothing,
  expectRefusal,
  expectRefusalWithMessage,
  expectThat,
} from './expect.ts';
import { RuleViolation } from './outcome.ts';

const violation = (assertion: () => void): Pick<RuleViolation, 'pointer' | 'expected' | 'actual'> | undefined => {
  try {
    assertion();
    return undefined;
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    const { pointer, expected, actual } = error;
    return { pointer, expected, actual };
  }
};

test('an answer with the status and the fields holds, whatever else it carries', () => {
  const answer = testExchange(200, { a: 1, b: { c: null, more: 2 }, list: ['x'], more: 1 });
  expect(violation(() => expectAnswer(answer, 200, { a: 1, b: { c: null }, list: ['x'] }))).toBeUndefined();
  expect(answer.assertions.map(({ pointer, held }) => [pointer, held])).toEqual([
    ['status', true],
    ['/a', true],
    ['/b/c', true],
    ['/list', true],
  ]);
});

const different: [what: string, body: unknown, reported: [pointer: string, expected: string, actual: string]][] = [
  ['another value', { a: 2, b: { c: 1 } }, ['/a', '1', '2']],
  ['the number as text', { a: '1', b: { c: 1 } }, ['/a', '1', '"1"']],
  ['a field that is absent', { b: { c: 1 } }, ['/a', '1', 'nothing']],
  ['a nested field that differs', { a: 1, b: { c: 2 } }, ['/b/c', '1', '2']],
  ['null where an object belongs', { a: 1, b: null }, ['/b', '{"c":1}', 'null']],
  ['a list where an object belongs', [1], ['body', '{"a":1,"b":{"c":1}}', '[1]']],
  ['no body', undefined, ['body', '{"a":1,"b":{"c":1}}', 'nothing']],
];

test.for(different)('%s is a violation that points at it', ([, body, [pointer, expected, actual]]) => {
  expect(violation(() => expectAnswer(testExchange(200, body), 200, { a: 1, b: { c: 1 } }))).toEqual({
    pointer,
    expected,
    actual,
  });
});

test('a list holds only with the same items in the same order', () => {
  const body = { list: [1, 2] };
  for (const list of [[1], [2, 1], [1, 2, 3]]) {
    expect(violation(() => expectAnswer(testExchange(200, body), 200, { list }))?.pointer).toBe('/list');
  }
});

test('an inherited name is not a field', () => {
  expect(violation(() => expectAnswer(testExchange(200, {}), 200, { toString: undefined }))).toBeUndefined();
  expect(
    violation(() => expectThat(testExchange(200, {}), '/toString', 'nothing', (value) => value === undefined)),
  ).toBeUndefined();
});

test('one of several statuses is enough for a refusal, and the violation by another one names all of them', () => {
  const refusal = { status: [400, 422], control: testExchange(200) };
  expect(violation(() => expectRefusal(testExchange(422), refusal))).toBeUndefined();
  expect(violation(() => expectRefusal(testExchange(404), refusal))).toEqual({
    pointer: 'status',
    expected: '400 or 422',
    actual: '404',
  });
});

test('a violation is also noted on the evidence', () => {
  const answer = testExchange(201);
  expect(violation(() => expectAnswer(answer, 200))).toBeDefined();
  expect(answer.assertions).toEqual([{ pointer: 'status', expected: '200', actual: '201', held: false }]);
});

test('a predicate sees the value at the pointer', () => {
  const answer = testExchange(200, { data: [1, 2] });
  expect(violation(() => expectThat(answer, '/data/1', 'two', (value) => value === 2))).toBeUndefined();
  expect(violation(() => expectThat(answer, '', 'an object', (value) => Array.isArray(value)))).toEqual({
    pointer: 'body',
    expected: 'an object',
    actual: '{"data":[1,2]}',
  });
});

test('a pointer into deliveries leads into the list of attempts', () => {
  const attempt = (code: string): Attempt => ({
    seq: 1,
    revision: 1,
    mailbox: 'm',
    port: 1,
    startedAtMs: 1,
    receivedAtMs: 1,
    method: 'POST',
    url: '/in/m',
    headers: {},
    body: JSON.stringify({ code }),
    bodyBytes: 10,
    truncated: false,
    code,
  });
  const deliveries: Deliveries = {
    about: { kind: 'order', id: 'o' },
    company: 'main',
    attempts: [attempt('A'), attempt('B')],
    assertions: [],
  };
  expect(violation(() => expectThat(deliveries, '/1/code', 'B', (value) => value === 'B'))).toBeUndefined();
  expect(violation(() => expectThat(deliveries, '/2', 'a third', (value) => value !== undefined))).toEqual({
    pointer: '/2',
    expected: 'a third',
    actual: 'nothing',
  });
  expect(deliveries.assertions).toHaveLength(2);
});

test('a header is looked up in lower case, and may have to be absent', () => {
  const answer = testExchange(200, {}, { headers: { 'content-type': 'text/html' } });
  expect(
    violation(() => expectHeader(answer, 'content-type', 'HTML', (value) => value === 'text/html')),
  ).toBeUndefined();
  expect(violation(() => expectHeader(answer, 'date', 'a date', (value) => value !== undefined))).toEqual({
    pointer: 'header date',
    expected: 'a date',
    actual: 'nothing',
  });
});

test('accepted is any 2xx, and nothing is any other', () => {
  const nothing = { what: 'nothing', control: testExchange(200) };
  for (const status of [200, 201, 204]) {
    expect(violation(() => expectAccepted(testExchange(status)))).toBeUndefined();
    expect(violation(() => expectNothing(testExchange(status), nothing))).toBeDefined();
  }
  for (const status of [302, 400, 404, 422]) {
    expect(violation(() => expectAccepted(testExchange(status)))).toBeDefined();
    expect(violation(() => expectNothing(testExchange(status), nothing))).toBeUndefined();
  }
});

test('a lookup that finds nothing proves nothing if its control finds nothing either', () => {
  const judging = () => expectNothing(testExchange(404), { what: 'nothing', control: testExchange(404) });
  expect(judging).toThrow(expect.objectContaining({ name: 'Unverified', because: 'not-reached' }));
});

test('a refusal without a control holds only with the reason that it must show', () => {
  const reason = { status: 400, message: 'the reason', isMessage: (message: unknown) => message === 'reason' };
  expect(violation(() => expectRefusalWithMessage(testExchange(400, { message: 'reason' }), reason))).toBeUndefined();
  expect(violation(() => expectRefusalWithMessage(testExchange(404, { message: 'reason' }), reason))?.pointer).toBe(
    'status',
  );
  expect(violation(() => expectRefusalWithMessage(testExchange(400), reason))?.pointer).toBe('/message');
});

test('a comparison is noted under its own name', () => {
  expect(violation(() => expectHolds(testExchange(200), 'both ids', 'the same', ['a', 'b'], false))).toEqual({
    pointer: 'both ids',
    expected: 'the same',
    actual: '["a","b"]',
  });
});

const refused = () => testExchange(422, { message: 'Invalid status' });

test('a refusal with status, message and an accepted control holds', () => {
  expect(
    violation(() => expectRefusal(refused(), { status: 422, message: 'Invalid status', control: testExchange(200) })),
  ).toBeUndefined();
});

test('a refusal whose control is refused too proves nothing', () => {
  const control = testExchange(400);
  const judging = () => expectRefusal(refused(), { status: 422, message: 'Invalid status', control });
  expect(judging).toThrow('the control GET /asked was refused too, with 400');
  expect(judging).toThrow(expect.objectContaining({ name: 'Unverified', because: 'not-reached' }));
});

test('a refusal with another status or another message is a violation', () => {
  const control = testExchange(200);
  expect(violation(() => expectRefusal(refused(), { status: 404, control }))?.pointer).toBe('status');
  expect(violation(() => expectRefusal(refused(), { status: 422, message: 'Order not found', control }))?.pointer).toBe(
    '/message',
  );
});
