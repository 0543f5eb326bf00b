import { expect, test } from 'vitest';
import type { Exchange } from '../../fixtures/exchange.ts';
import { describeTry } from './explain-rule.ts';

const exchange = (number: number, changes: Partial<Exchange>): Exchange => ({
  number,
  by: 'PAG-2',
  company: 'main',
  sentAt: '2026-11-01T10:00:00.000Z',
  durationMs: 1,
  request: { method: 'GET', path: '/orders/7', headers: {} },
  assertions: [],
  status: 200,
  headers: {},
  text: '{"id":7}',
  body: { id: 7 },
  ...changes,
});

const held = (pointer: string, expected: string) => ({ pointer, expected, actual: '', held: true });

test('the steps are in the order of sending, without ids, and equal ones stand together', () => {
  const { steps } = describeTry({
    exchanges: [
      exchange(3, { assertions: [held('status', '200'), held('/id', 'a text')] }),
      exchange(1, { request: { method: 'POST', path: '/orders', headers: {}, body: '{}' } }),
      exchange(2, { request: { method: 'POST', path: '/orders', headers: {}, body: '{}' } }),
      exchange(4, {
        request: { method: 'GET', path: '/orders?after=2020-01-01T00%3A00%3A00Z', headers: {} },
        company: 'second',
      }),
    ],
    deliveries: [
      { about: { kind: 'order', id: '7' }, company: 'main', attempts: [], assertions: [held('attempts', '6')] },
      { about: { kind: 'coupon', code: 'ABC' }, company: 'main', attempts: [], assertions: [] },
    ],
  });
  expect(steps).toEqual([
    'POST /orders → 200 (2 times)',
    'GET /orders/:id → 200; expects status: 200, /id: a text',
    'GET /orders?after=2020-01-01T00:00:00Z in company second → 200',
    'notifications of an order → 0 attempts; expects attempts: 6',
    'notifications of a coupon → 0 attempts',
  ]);
});

test('the example is the first answer of which something is expected', () => {
  const posted = { method: 'POST', path: '/orders', headers: {}, body: '{"status":"paid"}' };
  const { example } = describeTry({
    exchanges: [
      exchange(1, {}),
      exchange(2, { request: posted, status: 422, text: 'no', assertions: [held('status', '422')] }),
      exchange(3, { assertions: [held('status', '200')] }),
    ],
    deliveries: [],
  });
  expect(example).toEqual({ request: 'POST /orders', body: { status: 'paid' }, status: 422, answer: 'no' });
});

test('a request without an answer is reported as that, and is no example', () => {
  const { body: _, headers: __, status: ___, text: ____, ...sent } = exchange(1, {});
  const said = describeTry({ exchanges: [{ ...sent, lost: 'time-out', reason: 'late' }], deliveries: [] });
  expect(said).toEqual({ steps: ['GET /orders/:id → no answer (time-out)'] });
});
