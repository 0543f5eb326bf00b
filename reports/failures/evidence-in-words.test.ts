import { expect, test } from 'vitest';
import type { StoredAttempt } from '../../core/attempt.ts';
import { sampleExchange, sampleFailure } from '../test-samples.ts';
import { requestInWords, timelineOf } from './evidence-in-words.ts';

const headers = { authorization: 'Bearer «TOKEN»', 'service-access': '«KEY»' };
const request = (changes: Parameters<typeof sampleExchange>[0]) => sampleExchange({ headers, ...changes });

const inWords = (...exchanges: ReturnType<typeof request>[]): string => {
  const [showing = sampleExchange()] = exchanges;
  return requestInWords(sampleFailure({ exchanges }), showing);
};

test.each([
  [request({ path: '/orders/1' }), '`GET /orders/:id`'],
  [
    request({ path: '/products?after=2026-01-01T00%3A00%3A00Z&page=1&pageSize=9' }),
    '`GET /products?after=2026-01-01T00:00:00Z&page=1&pageSize=9`',
  ],
  [request({ path: '/products?page=1&pageSize=9' }), '`GET /products?page=1&pageSize=9` (without `after`)'],
  [
    request({ headers: { 'service-access': '«KEY»' }, path: '/orders/1' }),
    '`GET /orders/:id` (without `authorization`)',
  ],
  [
    request({ headers: { ...headers, authorization: 'Bearer other' }, path: '/orders/1' }),
    '`GET /orders/:id` (with `authorization: Bearer other`)',
  ],
  [
    request({ headers: { ...headers, authorization: '«TOKEN»' }, path: '/orders/1' }),
    '`GET /orders/:id` (with `authorization: «TOKEN»`)',
  ],
  [{ ...request({ path: '/orders/1' }), company: 'second' }, '`GET /orders/:id` (as company second)'],
  [
    request({ headers: { authorization: 'Bearer «TOKEN»' }, path: '/orders/1' }),
    '`GET /orders/:id` (without `service-access`)',
  ],
])('a request has its query and the credentials that are not the usual ones: %#', (showing, words) => {
  expect(inWords(showing, request({ path: '/customers/1' }))).toBe(words);
});

const order = (body: object | string) =>
  request({ method: 'POST', path: '/orders', body: typeof body === 'string' ? body : JSON.stringify(body) });
const usual = order({ externalId: 'selo-1-order', status: 'completed', total: 1 });

test.each([
  [{ externalId: 'selo-2-order', status: 'completed', total: 1 }, ''],
  [{ externalId: 'selo-2-order', status: 'paid', total: 1 }, ' (`status`: "paid")'],
  [{ status: 'completed', total: 1 }, ' (without `externalId`)'],
  [{ one: 1, two: 2, three: 3, four: 4 }, ''],
  ['{"status":', ' (with a body that is not JSON)'],
])('a body is reported by what sets it apart from that of the most similar request: %j', (body, words) => {
  expect(inWords(order(body), usual, order({ five: 5, other: 'another' }))).toBe(`\`POST /orders\`${words}`);
});

const attempt = (receivedAtMs: number, rest: Partial<StoredAttempt>): StoredAttempt => ({
  seq: 1,
  revision: 1,
  mailbox: 'm',
  port: 1,
  startedAtMs: receivedAtMs,
  receivedAtMs,
  method: 'POST',
  url: '/',
  headers: {},
  body: '',
  bodyBytes: 0,
  truncated: false,
  ...rest,
});

const deliveries = (attempts: StoredAttempt[]) => ({
  about: { kind: 'order' as const, id: 'o' },
  company: 'main',
  attempts,
  assertions: [],
});

test('each attempt has a line with its offset in documented seconds and what it was answered', () => {
  const attempts = [
    attempt(1000, { answer: { kind: 'status', status: 500, delayMs: 0 }, answeredAtMs: 1001 }),
    attempt(1006, { answer: { kind: 'reset' }, answeredAtMs: 1006 }),
    attempt(1018, { answer: { kind: 'hang' }, senderClosedAtMs: 1048 }),
  ];
  expect(timelineOf(deliveries(attempts), 0.003).map((line) => line.trim())).toEqual([
    '+0.00 s  answered 500',
    '+2.00 s  connection reset',
    '+6.00 s  the sender gave up waiting',
  ]);
});

test('no attempt is said in words', () => {
  expect(timelineOf(deliveries([]), 1)).toEqual(['no attempt arrived']);
});

test('a long timeline is cut and says how many are left out', () => {
  const many = Array.from({ length: 30 }, (_, index) => attempt(index, {}));
  expect(timelineOf(deliveries(many), 1)).toHaveLength(13);
  expect(timelineOf(deliveries(many), 1).at(-1)).toBe('and 18 more');
});
