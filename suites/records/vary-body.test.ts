import { expect, test } from 'vitest';
import { placesIn, varyBody } from './vary-body.ts';

const body = {
  phone: '+5511',
  price: 10,
  isNew: true,
  tags: ['a'],
  address: { street: 'Rua Um', number: '19', of: null },
};

test('a varied body has another value of the same type in each chosen place', () => {
  expect(varyBody(body, (_, at) => at !== '/phone')).toEqual({
    phone: '+5511',
    price: 11,
    isNew: false,
    tags: ['a 1'],
    address: { street: 'Rua Um 6', number: '18', of: null },
  });
  expect(varyBody({ email: 'a@b.c', day: '2026-01-30' }, () => true)).toEqual({
    email: 'other.a@b.c',
    day: '2026-01-31',
  });
});

test('the places of a body are those of its strings, numbers and booleans', () => {
  expect(placesIn(body, (value) => value !== '+5511')).toEqual([
    '/price',
    '/isNew',
    '/tags/0',
    '/address/street',
    '/address/number',
  ]);
});
