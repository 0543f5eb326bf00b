import { expect, test } from 'vitest';
import { sampleFailure, sentExchange } from '../test-samples.ts';
import { adviceOn } from './advice.ts';

const coupon = (type: string): string => JSON.stringify({ id: 'c-1', code: 'C-1', type });
const wrongType = { pointer: '/type', expected: '"percent"', actual: '"fixed_cart"', exchange: 9 };

test.each([
  [
    'the write, where its own answer has the wrong value',
    'fixed_cart',
    undefined,
    /^correct `POST \/coupons`: another answer/,
  ],
  [
    'the read, where another read has another value',
    'percent',
    'percent',
    /^correct `GET \/coupons\/code\/:code`: another read/,
  ],
  [
    'both, where nothing shows which',
    'percent',
    undefined,
    /^correct `POST \/coupons`, or else how `GET \/coupons\/code\/:code`/,
  ],
])('suspected is %s', (_, written, elsewhere, suspects) => {
  const exchanges = [
    sentExchange(1, 'POST', '/coupons', { body: '{"code":"C-1"}', text: coupon(written) }),
    ...(elsewhere === undefined ? [] : [sentExchange(2, 'GET', '/coupons/c-1', { text: coupon(elsewhere) })]),
    sentExchange(9, 'GET', '/coupons/code/C-1', { text: coupon('fixed_cart') }),
  ];
  expect(adviceOn(sampleFailure({ exchanges, violation: wrongType })).what).toMatch(suspects);
});

test('of a list the list itself is suspected first', () => {
  const exchanges = [
    sentExchange(1, 'POST', '/stores', { body: '{}' }),
    sentExchange(9, 'GET', '/stores?page=1', { text: '{"data":[]}' }),
  ];
  const violation = { pointer: '/data', expected: 'the record', actual: '[]', exchange: 9 };
  expect(adviceOn(sampleFailure({ exchanges, violation })).what).toBe('correct `GET /stores`, or else `POST /stores`');
});
