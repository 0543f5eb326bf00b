import { expect, test } from 'vitest';
import type { OpenPaths } from '../check-context.ts';
import { journalEntriesOf } from './journal-entry.ts';

const paths: OpenPaths = {
  createCustomer: '/people',
  createProduct: '/goods',
  createStore: '/shops',
  createCart: '/baskets',
  listCustomers: '/people',
  listStores: '/shops',
  listCarts: '/baskets',
  listOrders: '/all-orders',
  listCoupons: '/all-coupons',
  listUsers: '/all-users',
  internalError: '/broken',
};

const entries = (method: string, path: string, body: unknown, phones: string[] = []) =>
  journalEntriesOf({ method, path, body, json: JSON.stringify(body), phones }, paths);

test.for([
  ['/orders', { externalId: 'o' }, 'order', 'o'],
  ['/coupons', { externalId: 'e', code: 'C' }, 'coupon', 'C'],
  ['/coupons/shared', { externalId: 7, code: 'C' }, 'coupon', 'C'],
  ['/goods', { name: 'n', externalId: 'p' }, 'product', 'p'],
  ['/shops', { externalId: 's' }, 'store', 's'],
  ['/baskets', { externalId: 'c' }, 'cart', 'c'],
] as [string, object, string, string][])(
  'a POST to %s is noted with what it is found by',
  ([path, body, kind, key]) => {
    expect(entries('POST', path, body)).toEqual([{ kind, key }]);
  },
);

test('a record without what it is found by is noted all the same', () => {
  for (const body of [{}, { externalId: '' }, { externalId: 7 }]) {
    expect(entries('POST', '/orders', body)).toEqual([{ kind: 'order', key: undefined }]);
  }
});

test('a customer is noted by each phone of the check, wherever a body has it', () => {
  const phones = ['+5511', '+5522', '+5533'];
  const body = { externalId: 'o', buyer: { contact: { tel: '+5522' } }, note: 'not +5511 itself' };
  expect(entries('POST', '/orders', body, phones)).toEqual([
    { kind: 'order', key: 'o' },
    { kind: 'customer', key: '+5522' },
  ]);
  expect(entries('POST', '/people', { phone: '+5533' }, phones)).toEqual([{ kind: 'customer', key: '+5533' }]);
  expect(entries('POST', '/people', { phone: '+5544' }, phones)).toEqual([{ kind: 'customer', key: '+5544' }]);
});

test('a PUT that gives a record another externalId is noted, because it is found by that one then', () => {
  expect(entries('PUT', '/abandoned-carts/1', { externalId: 'new' })).toEqual([{ kind: 'cart', key: 'new' }]);
  expect(entries('PUT', '/orders/1', { status: 'canceled' })).toEqual([]);
  expect(entries('PUT', '/coupons/code/C', { externalId: 'new' })).toEqual([]);
  expect(entries('PUT', '/webhooks/1', { externalId: 'new' })).toEqual([]);
});

test('what leaves nothing behind is not noted', () => {
  expect(entries('DELETE', '/orders/1', undefined)).toEqual([]);
  expect(entries('POST', '/webhooks', { url: 'x' })).toEqual([]);
  expect(entries('POST', '/orders', undefined)).toEqual([]);
  expect(entries('POST', '/orders', [{ externalId: 'o' }])).toEqual([]);
});
