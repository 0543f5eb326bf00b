import { expect, test } from 'vitest';
import { path } from './path.ts';

test('values in a path are encoded, its own text is not', () => {
  expect(path`/orders/external/${'a b/1?c#d%é'}/x`).toBe('/orders/external/a%20b%2F1%3Fc%23d%25%C3%A9/x');
  expect(path`/customers/phone/${'+5511'}`).toBe('/customers/phone/%2B5511');
  expect(path`/plain`).toBe('/plain');
});
