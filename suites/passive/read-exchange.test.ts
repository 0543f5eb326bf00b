import { expect, test } from 'vitest';
import type { Exchange } from '../../fixtures/exchange.ts';
import { carriesAccess, couponIn, foundIn, isAdmitted, listedIn, sentParameter } from './read-exchange.ts';

const credentials = { authorization: 'Bearer «SELO_TOKEN»', 'service-access': '«SELO_ACCESS»' };

const exchangeOf = (path: string, body: unknown, headers: Record<string, string> = credentials): Exchange => ({
  number: 1,
  by: 'TEST-1',
  company: 'main',
  sentAt: '2026-11-21T00:00:00Z',
  durationMs: 1,
  request: { method: 'GET', path, headers },
  assertions: [],
  status: 200,
  headers: {},
  text: JSON.stringify(body),
  body,
});

test('a call with both credentials is admitted, whatever the second header is called', () => {
  expect(isAdmitted(exchangeOf('/products', {}))).toBe(true);
  expect(isAdmitted(exchangeOf('/products', {}, { ...credentials, 'x-other': 'none' }))).toBe(true);
  expect(isAdmitted(exchangeOf('/products', {}, { authorization: 'Bearer «T»', 'X-Brand': '«KEY»' }))).toBe(true);
});

test.each([
  { authorization: 'Bearer «T»' },
  { authorization: 'Bearer «T»', 'service-access': '«KEY»x' },
  { authorization: 'Bearer «T»', 'service-access': 'd1f5' },
  { authorization: 'Bearer «T»', 'service-access': '' },
])('%o does not carry the second header', (headers) => {
  expect(carriesAccess(exchangeOf('/products', {}, headers))).toBe(false);
});

test.each(['«T»', 'Bearer «T»x', 'Bearer d1f5', 'Token «T»', ''])('%s is not the right token', (authorization) => {
  expect(isAdmitted(exchangeOf('/products', {}, { authorization, 'service-access': '«KEY»' }))).toBe(false);
});

test('a call that was answered with a page did not come through', () => {
  const paged = { status: 403, headers: { 'content-type': 'text/html' }, text: '<html></html>', body: undefined };
  expect(isAdmitted({ ...exchangeOf('/products', {}), ...paged })).toBe(false);
});

test('a list is no record, whatever its path', () => {
  const list = { pagination: { page: 1 }, data: [{ id: 'a' }] };
  expect(foundIn(exchangeOf('/orders/all?page=1', list))).toBeUndefined();
  expect(listedIn(exchangeOf('/orders/all?page=1', list))).toEqual([{ id: 'a' }]);
});

test('a lookup by any key finds a record', () => {
  for (const path of ['/stores/1', '/products/name/x%20y', '/customers/phone/%2B55', '/coupons/code/A%2FB']) {
    expect(foundIn(exchangeOf(path, { id: 'a' }))).toEqual({ id: 'a' });
  }
  expect(couponIn(exchangeOf('/coupons/external/1', { id: 'a' }))).toEqual({ id: 'a' });
  expect(couponIn(exchangeOf('/orders/1', { id: 'a' }))).toBeUndefined();
  expect(foundIn(exchangeOf('/coupons-config', { id: 'a' }))).toBeUndefined();
});

test('an object answered for an order without a coupon is no coupon', () => {
  expect(couponIn(exchangeOf('/coupons/order/1', { message: 'none' }))).toBeUndefined();
  expect(couponIn(exchangeOf('/coupons/order/1', { id: 'a', code: 'A' }))).toEqual({ id: 'a', code: 'A' });
});

test('a parameter is found by its whole name', () => {
  const sent = exchangeOf('/products?pageSize=10&after=2026-01-01', {});
  expect(sentParameter(sent, 'after')).toBe('2026-01-01');
  expect(sentParameter(sent, 'pageSize')).toBe('10');
  expect(sentParameter(sent, 'page')).toBeUndefined();
});
