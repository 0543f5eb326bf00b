import { expect, test } from 'vitest';
import { couponsPolicy, sharedCouponsPolicy } from './coupons.ts';

test.each<[string | number, number]>([
  [1, 1],
  [41.5, 42],
  [41.4, 41],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 2_147_483_647],
  [9e15, 2_147_483_647],
  ['123abc', 123],
  ['0012', 12],
  ['abc', 0],
  ['abc123', 0],
  ['', 0],
  ['99999999999', 2_147_483_647],
])('a shared coupon sent with externalId %j is stored with %d', (sent, stored) => {
  expect(sharedCouponsPolicy.storedId(sent, 2_147_483_647)).toBe(stored);
});

test('an externalId of 255 characters is kept, one of 256 loses its last', () => {
  expect(couponsPolicy.storedExternalId('a'.repeat(255), 255)).toBe('a'.repeat(255));
  expect(couponsPolicy.storedExternalId(`${'a'.repeat(255)}b`, 255)).toBe('a'.repeat(255));
});
