import { expect, test } from 'vitest';
import { testExchange } from '../test-exchange.ts';
import { failedAssertionKey, heldAssertion, placeOf } from './assertion-key.ts';

test.for([
  ['GET', '/orders/5f0c7b1e-0000-4000-8000-000000000001?x=1', 'GET /orders/#'],
  ['GET', '/customers/phone/%2B5511987650001', 'GET /customers/phone/#'],
  ['PUT', '/coupons/code/selo-a1b2-c-3', 'PUT /coupons/code/#'],
  ['GET', '/coupons-config', 'GET /coupons-config'],
] as const)('the place of %s %s is %s', ([method, path, place]) => {
  expect(placeOf({ request: { method, path, headers: {} } })).toBe(place);
});

const asserting = (...held: boolean[]) => ({
  exchanges: [
    testExchange(
      200,
      {},
      { assertions: held.map((each) => ({ pointer: '/id', expected: 'a', actual: 'b', held: each })) },
    ),
  ],
  deliveries: [],
});

test('a try that ended before an assertion was made has not seen it hold', () => {
  const name = failedAssertionKey(asserting(true, false)) ?? '';
  expect(name).toMatch(/ #2$/);
  expect(heldAssertion(asserting(false), name)).toBe(false);
  expect(heldAssertion(asserting(true), name)).toBe(false);
  expect(heldAssertion(asserting(true, true, false), name)).toBe(true);
});
