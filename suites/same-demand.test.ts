import { expect, test } from 'vitest';
import { placeOf } from './same-demand.ts';

test.for([
  ['GET', '/orders/5f0c7b1e-0000-4000-8000-000000000001?x=1', 'GET /orders/#'],
  ['GET', '/customers/phone/%2B5511987650001', 'GET /customers/phone/#'],
  ['PUT', '/coupons/code/selo-a1b2-c-3', 'PUT /coupons/code/#'],
  ['GET', '/coupons-config', 'GET /coupons-config'],
] as const)('the place of %s %s is %s', ([method, path, place]) => {
  expect(placeOf({ request: { method, path, headers: {} } })).toBe(place);
});
