import type { Exchange } from '../fixtures/exchange.ts';

/** An exchange for tests, with these values. */
export const testExchange = (status: number, body?: unknown, values: Partial<Exchange> = {}): Exchange => ({
  number: 1,
  by: 'TEST-1',
  company: 'main',
  sentAt: '2030-01-01T00:00:00.000Z',
  durationMs: 1,
  request: { method: 'GET', path: '/asked', headers: {} },
  assertions: [],
  status,
  headers: {},
  text: body === undefined ? '' : JSON.stringify(body),
  body,
  ...values,
});
