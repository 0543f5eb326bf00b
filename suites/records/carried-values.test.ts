import { expect, test } from 'vitest';
import { carriedIn, carries } from './carried-values.ts';

const body = { contact: { mail: 'a@example.com', full: 'Ana Lima' }, tags: ['x1'] };

test('a value is carried under any name and at any depth, but not as a part of another text', () => {
  expect(carries(body, 'a@example.com')).toBe(true);
  expect(carries(body, 'x1')).toBe(true);
  expect(carries(body, 'Ana')).toBe(false);
});

test('only fields whose values are carried are left', () => {
  expect(carriedIn(body, { email: 'a@example.com', firstName: 'Ana' })).toEqual({ email: 'a@example.com' });
});
