import { expect, test } from 'vitest';
import type { StoredAttempt } from '../core/attempt.ts';
import { timelineOf } from './timeline.ts';

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
