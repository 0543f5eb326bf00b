import { expect, test } from 'vitest';
import type { SentRequest } from '../../core/exchange.ts';
import { testExchange } from '../test-exchange.ts';
import { requestForm } from './request-form.ts';

const typed = { 'Content-Type': 'application/json' };

const formOf = (sent: Partial<SentRequest>): string =>
  requestForm(testExchange(200, {}, { request: { method: 'POST', path: '/coupons', headers: typed, ...sent } }));

test('requests of two tries, which differ in their values, have the same form', () => {
  expect(formOf({ body: '{"code":"A","phone":"1"}' })).toBe(formOf({ body: '{"phone":"2","code":"B"}' }));
  expect(formOf({ path: '/products?after=2020-01-01&page=1' })).toBe(
    formOf({ path: '/products?after=2021-01-01&page=2' }),
  );
});

test.each<[what: string, sent: Partial<SentRequest>]>([
  ['lacks a field', { body: '{"code":"A"}' }],
  ['is no JSON', { body: '{"code":"A","phone":"1",}' }],
  ['is a list', { body: '[]' }],
  ['is a text', { body: '"code"' }],
  ['is empty', {}],
  ['is of no type', { body: '{"code":"A","phone":"1"}', headers: {} }],
])('a request whose body %s has another form', (_, sent) => {
  expect(formOf(sent)).not.toBe(formOf({ body: '{"code":"A","phone":"1"}' }));
});

test('a parameter that is empty is not as one with a value, nor as none', () => {
  const forms = ['/products?after=2020-01-01&page=1', '/products?after=&page=1', '/products?page=1'];
  expect(new Set(forms.map((path) => formOf({ path }))).size).toBe(3);
});

test('a request without the second header has another form than one with it', () => {
  expect(formOf({ headers: { ...typed, 'service-access': '«SELO_ACCESS_KEY»' } })).not.toBe(formOf({}));
});
