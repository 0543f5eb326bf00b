import { expect, test } from 'vitest';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Verdict, Violation } from '../../core/verdict.ts';
import { sampleExchange, sampleFailure, sentExchange } from '../test-samples.ts';
import { causingExchange, groupsByCause, lastSteps } from './leading-exchanges.ts';

const sent = (number: number, method: string, path: string, body?: string) =>
  sentExchange(number, method, path, omitUndefined({ body }));

const stepsOf = (exchanges: ReturnType<typeof sent>[]): string[] => {
  const violation = { pointer: '/updatedAt', expected: 'a later date', actual: 'the same', exchange: 9 };
  const { steps } = lastSteps(sampleFailure({ exchanges, violation }));
  return steps.map(({ request }) => `${request.method} ${request.path}`);
};

test('the steps end with the last write that names the record', () => {
  const steps = stepsOf([
    sent(1, 'POST', '/products', '{"externalId":"p-1"}'),
    sent(2, 'PUT', '/products/a1', '{"name":"other"}'),
    sent(3, 'PUT', '/stores/b2', '{"name":"other"}'),
    sent(9, 'GET', '/products/a1'),
  ]);
  expect(steps).toEqual(['POST /products', 'PUT /products/a1']);
});

test('where no write names the record, all of them led to it', () => {
  const steps = stepsOf([
    sent(1, 'POST', '/customers'),
    sent(2, 'POST', '/orders'),
    sent(9, 'GET', '/coupons/order/o9'),
  ]);
  expect(steps).toEqual(['POST /customers', 'POST /orders']);
});

test('a record is followed under all of its names', () => {
  const answer = sampleExchange({ method: 'GET', path: '/coupons/code/C-1' }, { text: '{"id":"c1","code":"C-1"}' });
  const steps = stepsOf([
    sent(1, 'POST', '/coupons', '{"code":"C-1"}'),
    { ...answer, number: 2 },
    sent(3, 'PUT', '/coupons/c1', '{"companyId":"x"}'),
    sent(4, 'PUT', '/stores/b2', '{"name":"other"}'),
    sent(9, 'GET', '/coupons/code/C-1'),
  ]);
  expect(steps).toEqual(['POST /coupons', 'GET /coupons/code/C-1', 'PUT /coupons/c1']);
});

test('an order of the phone of a coupon may have changed the coupon', () => {
  const steps = stepsOf([
    sent(1, 'POST', '/coupons', '{"code":"C-1","phone":"+5511"}'),
    sent(2, 'POST', '/orders', '{"customer":{"phone":"+5511"}}'),
    sent(3, 'POST', '/orders', '{"customer":{"phone":"+5522"}}'),
    sent(9, 'GET', '/coupons/code/C-1'),
  ]);
  expect(steps).toEqual(['POST /coupons', 'POST /orders']);
});

test('of many writes those to the record itself are shown, and the others counted', () => {
  const others = Array.from({ length: 8 }, (_, index) =>
    sent(index + 2, 'POST', `/products`, `{"externalId":"p-${index}"}`),
  );
  const exchanges = [
    sent(1, 'POST', '/stores', '{"externalId":"s-1"}'),
    ...others,
    sent(20, 'PUT', '/stores/external/s-1'),
    sent(21, 'GET', '/stores/external/s-1'),
  ];
  const violation = { pointer: 'status', expected: '200', actual: '404', exchange: 21 };
  const { steps, others: count } = lastSteps(sampleFailure({ exchanges, violation }));
  expect(steps.map(({ request }) => request.method)).toEqual(['POST', 'PUT']);
  expect(count).toBe(8);
});

test('a write that shows a fault by its own answer has no cause before it', () => {
  const exchanges = [sent(1, 'POST', '/customers'), sent(9, 'POST', '/orders')];
  const violation = { pointer: 'status', expected: '422', actual: '200', exchange: 9 };
  expect(causingExchange(sampleFailure({ exchanges, violation }))).toBeUndefined();
});

const fault = (rule: string, path: string, violation: Partial<Violation> = {}, section = 'pagination'): Verdict =>
  sampleFailure({
    rule,
    section,
    exchanges: [sampleExchange({ path })],
    violation: {
      pointer: '/pagination/pageSize',
      expected: 'a size from 1 to 50',
      actual: '0',
      exchange: 7,
      ...violation,
    },
  });

const idsOf = (groups: readonly Verdict[][]): string[][] => groups.map((group) => group.map(({ rule }) => rule));

test('one convention that is broken in the same way on several routes is one cause', () => {
  const groups = groupsByCause([fault('PAG-2', '/products?page=1'), fault('PAG-14', '/customers?page=1')]);
  expect(idsOf(groups)).toEqual([['PAG-2', 'PAG-14']]);
});

test('one place that is wrong in the same way is one cause, whichever rule looks at it', () => {
  const seen = { expected: '200', actual: '201', pointer: 'status' };
  const groups = groupsByCause([
    fault('CONV-23', '/customers/1', seen, 'conventions'),
    fault('PAS-1', '/customers/2', { ...seen, expected: '200 or nothing else' }, 'passive'),
  ]);
  expect(idsOf(groups)).toEqual([['CONV-23', 'PAS-1']]);
});

test('faults of other places or with other values stand apart', () => {
  const groups = groupsByCause([
    fault('PAG-2', '/products?page=1'),
    fault('PAG-3', '/products?page=1', { pointer: 'status', expected: '200', actual: '404' }),
    fault('ORD-1', '/orders/1', {}, 'orders'),
  ]);
  expect(idsOf(groups)).toEqual([['PAG-2'], ['PAG-3'], ['ORD-1']]);
});

test('ids of records do not keep faults apart', () => {
  const id = (digit: string): string => `"${digit.repeat(8)}-1111-4111-8111-111111111111"`;
  const groups = groupsByCause([
    fault('USER-1', '/users/1', { pointer: '/id', actual: id('1') }, 'users'),
    fault('USER-2', '/users/2', { pointer: '/id', actual: id('2') }, 'users'),
  ]);
  expect(idsOf(groups)).toEqual([['USER-1', 'USER-2']]);
});

test('a property stands with the rule that it stands for, where the same place shows both', () => {
  const place = { pointer: 'status', expected: '422' };
  const groups = groupsByCause([
    fault('ORD-10', '/orders', { ...place, actual: '200' }, 'orders'),
    fault('LAW-21', '/orders', { ...place, actual: '201' }, 'properties-values'),
  ]);
  expect(idsOf(groups)).toEqual([['ORD-10', 'LAW-21']]);
});

test('a fault that shares something with two groups joins them', () => {
  const groups = groupsByCause([
    fault('PAG-2', '/products?page=1'),
    fault('ISO-1', '/customers?page=1', { expected: 'another' }, 'isolation'),
    fault('PAG-14', '/customers?page=1'),
  ]);
  expect(idsOf(groups)).toEqual([['PAG-2', 'ISO-1', 'PAG-14']]);
});
