import { expect, test } from 'vitest';
import type { StoredExchange } from '../../core/exchange.ts';
import { sampleFailure, sampleVerdict, sentExchange } from '../test-samples.ts';
import { changesInWords, describeSettled, passedInWords, stepsInWords } from './verdict-in-words.ts';

const coupon = (type: string): string => JSON.stringify({ id: 'c-1', code: 'C-1', type });
const wrongType = { pointer: '/type', expected: '"percent"', actual: '"fixed_cart"', exchange: 9 };

test('a step says what the body changed, why it was refused, and what it shows of the field at fault', () => {
  const order = (couponCode: string): string => JSON.stringify({ status: 'on-hold', total: 1, couponCode });
  const refused = { status: 422, text: '{"message":"Coupon code not found"}' };
  const steps = stepsInWords(
    sampleFailure({
      violation: wrongType,
      exchanges: [
        sentExchange(1, 'PUT', '/orders/1', { body: order('C-1a'), ...refused }),
        sentExchange(2, 'GET', '/coupons/code/C-1', { text: coupon('percent') }),
        sentExchange(3, 'GET', '/coupons/code/C-1', { text: coupon('percent') }),
        sentExchange(4, 'PUT', '/orders/1', { body: order('C-1') }),
        sentExchange(9, 'GET', '/coupons/code/C-1', { text: coupon('fixed_cart') }),
      ],
    }),
  );
  expect(steps).toEqual([
    '`PUT /orders/:id` (`couponCode`: "C-1a") → 422 "Coupon code not found"',
    '`GET /coupons/code/:code` → 200, `type` is "percent"',
    '`PUT /orders/:id` (`couponCode`: "C-1") → 200',
  ]);
});

test('where a record should have stayed as it was, its changed fields are shown', () => {
  const exchanges = [
    sentExchange(1, 'GET', '/customers/a', { text: '{"id":"a","firstName":"Ana","phone":"1"}' }),
    sentExchange(2, 'PUT', '/customers/b', { body: '{"id":"a","firstName":"Bia"}' }),
    sentExchange(9, 'GET', '/customers/a', { text: '{"id":"a","firstName":"Bia","phone":"1"}' }),
  ];
  const violation = { pointer: 'body', expected: 'the record as it was', actual: 'another', exchange: 9 };
  expect(changesInWords(sampleFailure({ exchanges, violation }))).toEqual(['`firstName`: "Ana" → "Bia"']);
});

test('the other requests for which the assertion held are named, those that only prepare are not', () => {
  const asserted = (exchange: StoredExchange, expected: string, held: boolean): StoredExchange => ({
    ...exchange,
    assertions: [{ pointer: 'status', expected, actual: 'x', held }],
  });
  const exchanges = [
    asserted(sentExchange(1, 'POST', '/stores'), '200', true),
    asserted(sentExchange(2, 'GET', '/products'), '403', true),
    asserted(sentExchange(3, 'GET', '/orders'), '403', true),
    // the request that failed had held before: its own name would say nothing
    asserted(sentExchange(4, 'GET', '/stores'), '403', true),
    asserted(sentExchange(9, 'GET', '/stores'), '403', false),
  ];
  const violation = { pointer: 'status', expected: '403', actual: '200', exchange: 9 };
  expect(passedInWords(sampleFailure({ exchanges, violation }))).toEqual(['`GET /products`', '`GET /orders`']);
});

test('of several attempts of a delivery those are named for which it held', () => {
  const assertions = [
    { pointer: '/0/headers/authorization', expected: 'Bearer', actual: 'Bearer', held: true },
    { pointer: '/1/headers/authorization', expected: 'Bearer', actual: 'nothing', held: false },
  ];
  const verdict = sampleFailure({
    exchanges: [],
    deliveries: [{ about: { kind: 'order', id: 'o-1' }, company: 'main', attempts: [], assertions }],
    violation: {
      pointer: '/1/headers/authorization',
      expected: 'Bearer',
      actual: 'nothing',
      about: { kind: 'order', id: 'o-1' },
    },
  });
  expect(passedInWords(verdict)).toEqual(['header `authorization` of attempt 1']);
});

test('a run on a target that shows its changes at once says nothing of it', () => {
  expect(describeSettled({ verdicts: [sampleVerdict(), sampleFailure()] })).toEqual([]);
});

test('rules that passed only after reads settled are named, with the longest time', () => {
  const settled = { withinMs: 1250, waitedMs: 3750, isNeeded: true } as const;
  const verdicts = ['CUST-3', 'ORD-1'].map((rule) => sampleVerdict({ rule, settled }));
  expect(describeSettled({ verdicts })).toEqual([
    '2 rules passed only after reads settled (up to 1.25 s): CUST-3, ORD-1',
  ]);
});

test('of many rules the first are named, and those that waited from the beginning are counted', () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    sampleVerdict({ rule: `ORD-${index}`, settled: { withinMs: 5000, waitedMs: 5000, isNeeded: true } }),
  );
  const [passed, waited] = describeSettled({
    verdicts: [...many, sampleFailure({ settled: { withinMs: 5000, waitedMs: 12_345 } })],
  });
  expect(passed).toMatch(/^14 rules passed only after reads settled \(up to 5 s\): ORD-0, .*ORD-11 and 2 more$/);
  expect(waited).toBe('1 rule waited up to 5 s after each change, 12.3 s at most in all');
});
