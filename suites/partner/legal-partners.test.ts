import { expect, test } from 'vitest';
import type { PartnerRecord } from './record.ts';
import {
  act,
  answered,
  answering,
  asking,
  callTo,
  hold,
  holding,
  make,
  notify,
  orderBody,
  rewrite,
  rewriting,
  send,
  testRecord,
  unkept,
  uuid,
  without,
  work,
} from './test-record.ts';

const legal: [what: string, change: (record: PartnerRecord) => void][] = [
  [
    'content types with a charset',
    (record) => {
      for (const call of record.calls) call.headers['content-type'] = 'application/json; charset=utf-8';
    },
  ],
  [
    'no content type on a GET',
    (record) => {
      for (const call of record.calls) if (call.method === 'GET') delete call.headers['content-type'];
    },
  ],
  ['a zone with a plus that was not encoded', asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00:00:00+00:00')],
  ['a zone with an encoded plus', asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00%3A00%3A00%2B00%3A00')],
  ['no updatedAt', asking('updatedAt=2029-12-31T21:00:00-03:00&', '')],
  ['pages of one record', asking('pageSize=50', 'pageSize=1')],
  [
    'a page after the last',
    (record) => {
      const { path } = callTo(record, 'GET /products');
      send(record, 54, `GET ${path.replace('page=1', 'page=4')}`, undefined, {
        answer: answering(200, { pagination: { totalPages: 3 }, data: [] }),
      });
    },
  ],
  [
    'an empty list',
    (record) => {
      send(record, 400, 'GET /orders?after=2020-01-01T00:00:00Z&page=1&pageSize=10', undefined, {
        answer: answering(200, { pagination: { totalPages: 0 }, data: [] }),
      });
    },
  ],
  [
    'a page that failed and was given up',
    (record) => {
      const last = record.calls.find(({ path }) => path.includes('page=3'));
      if (last) last.answer = answering(500);
    },
  ],
  ['a customer by reference', rewriting('POST /orders', { customer: undefined, customerId: uuid(30) })],
  [
    'an order of its own words',
    rewriting('POST /orders', { customer: undefined, buyer: { mobile: '11987654321' }, shippingAddress: 'Rua Um, 10' }),
  ],
  ['an order without items and total', rewriting('POST /orders', { lineItems: undefined, total: undefined })],
  ['a change that names no status', rewriting('PUT /orders', { status: undefined })],
  ['couponCode null', rewriting('POST /orders', { couponCode: null })],
  [
    'the same order posted again',
    (record) => {
      send(record, 400, 'POST /orders', orderBody('order-1'));
    },
  ],
  [
    'alike orders after one that was given up at the end',
    (record) => {
      send(record, 6100, 'POST /orders', orderBody('order-9'), { answer: { lost: 'reset' }, fault: 'reset' });
      act(record, { action: 'create-order', fromMs: 6200 });
      send(record, 6210, 'POST /orders', orderBody('order-10'));
    },
  ],
  [
    'a look instead of a repeat',
    (record) => {
      for (const call of record.calls)
        if (call.atMs === 180) Object.assign(call, { method: 'GET', path: '/orders/external/order-4', body: '' });
    },
  ],
  [
    'a birthday',
    (record) => {
      rewrite(callTo(record, 'POST /customers'), { birthday: '1990-01-31' });
    },
  ],
  [
    'a name that looks like a date',
    (record) => {
      rewrite(callTo(record, 'POST /orders'), { externalId: '01/02/2030' });
    },
  ],
  [
    'the shop’s platform makes the coupon',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: undefined, createOnProvider: true });
      without('GET /coupons/external')(record);
    },
  ],
  [
    'a UUID as externalId',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: uuid(77) });
      asking('/coupons/external/own-1', `/coupons/external/${uuid(77)}`)(record);
    },
  ],
  [
    '255 characters',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: 'ã'.repeat(255) });
    },
  ],
  ['a shared coupon’s id in digits', rewriting('POST /coupons/shared', { externalId: '2147483647' })],
  [
    'an id that is shared and individual',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: '7' });
      send(record, 400, 'GET /coupons/external/7');
    },
  ],
  [
    'the registration deleted and made anew',
    (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      send(record, 400, `DELETE /webhooks/${uuid(10)}`);
      send(record, 410, `DELETE /webhooks/${uuid(10)}`, undefined, { answer: answering(404) });
      send(record, 420, 'POST /webhooks', JSON.parse(body));
    },
  ],
  [
    'a registration repeated because the first failed',
    (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      send(record, 5, 'POST /webhooks', JSON.parse(body), {
        answer: { lost: 'time-out' },
        fault: 'stored, then no answer',
      });
    },
  ],
  [
    'no bearer registered',
    (record) => {
      for (const call of record.calls) if (call.path.startsWith('/webhooks')) rewrite(call, { bearerToken: undefined });
      for (const attempt of record.attempts) delete attempt.headers.authorization;
      answered('FORGED-1', 200)(record);
    },
  ],
  [
    'answers of 204',
    (record) => {
      for (const attempt of record.attempts) if (attempt.code === 'PLAIN') attempt.answer = { status: 204 };
    },
  ],
  [
    'a coupon looked up by its order',
    (record) => {
      callTo(record, 'GET /coupons/code/PLAIN').path = `/coupons/order/${uuid(1)}`;
    },
  ],
  [
    'a coupon looked up by its id',
    (record) => {
      callTo(record, 'GET /coupons/code/PLAIN').path = `/coupons/${uuid(100)}`;
    },
  ],
  [
    'the id told by the coupon’s id',
    (record) => {
      callTo(record, 'PUT /coupons/code/PLAIN').path = `/coupons/${uuid(100)}`;
    },
  ],
  [
    'the same id told twice',
    (record) => {
      send(record, 2018, 'PUT /coupons/code/TWICE', { externalId: 'own-TWICE' });
    },
  ],
  [
    'no values told',
    holding({
      type: undefined,
      amount: undefined,
      minPurchaseValue: undefined,
      combinable: undefined,
      expiryDate: undefined,
    }),
  ],
  ['types of its own', holding({ type: 'PERCENTAGE' })],
  ['a type that nobody knows', holding({ type: 'B' })],
  ['the expiry in another zone', holding({ expiryDate: '2030-06-30T12:00:00-03:00' })],
  ['the expiry on the clock of Brasília', holding({ expiryDate: '2030-06-30 12:00:00' })],
  ['the expiry as a day', holding({ expiryDate: '2030-06-30' })],
  [
    'a coupon that may combine and does not',
    (record) => {
      for (const coupon of record.coupons) coupon.acumulative = true;
    },
  ],
  [
    'a coupon removed when it was used',
    (record) => {
      for (const state of record.states.slice(3)) state.coupons = state.coupons.filter(({ code }) => code !== 'PLAIN');
    },
  ],
  [
    'a cancelled coupon that was never made',
    (record) => {
      make(record, 'OLD', 150);
      for (const coupon of record.coupons) if (coupon.code === 'OLD') coupon.cancelledMs = 4450;
      notify(record, 4440, 'OLD');
    },
  ],
  [
    'a cancelled coupon on an order',
    (record) => {
      make(record, 'OLD', 150);
      for (const coupon of record.coupons) if (coupon.code === 'OLD') coupon.cancelledMs = 4450;
      send(
        record,
        4500,
        `PUT /orders/${uuid(2)}`,
        { couponCode: 'OLD', total: 60 },
        { answer: answering(422, { message: 'Coupon code not found' }) },
      );
    },
  ],
  [
    'a look-up that was slow, and no other',
    (record) => {
      make(record, 'SLOW', 151);
      notify(record, 4500, 'SLOW');
      send(record, 4510, 'GET /coupons/code/SLOW', undefined, {
        fault: 'slow',
        tookMs: 300,
        answer: answering(200, { code: 'SLOW' }),
      });
      send(record, 4820, 'PUT /coupons/code/SLOW', { externalId: 'own-SLOW' });
      hold(record, 6100, ['SLOW']);
    },
  ],
  [
    'a notification that fails while its look-up is answered 500',
    (record) => {
      make(record, 'SYNC', 152);
      notify(record, 4500, 'SYNC', { answer: { status: 500 }, tookMs: 20 });
      send(record, 4505, 'GET /coupons/code/SYNC', undefined, { fault: 'answered 500', answer: answering(500) });
      notify(record, 4540, 'SYNC');
      work(record, 4550, 'SYNC');
      hold(record, 6100, ['SYNC']);
    },
  ],
  [
    'a partner that is never asked what it holds',
    (record) => {
      record.states = [];
    },
  ],
  [
    'what a scenario did to a call',
    (record) => {
      send(record, 500, 'PUT /products', undefined, { fault: 'answered 404', answer: answering(404) }).headers = {};
    },
  ],
  [
    'an order opened on hold and completed by an update',
    (record) => {
      rewrite(callTo(record, 'POST /orders'), { status: 'on-hold' });
      send(record, 104, 'GET /orders/external/order-1', undefined, {
        answer: answering(200, { id: uuid(1), externalId: 'order-1' }),
      });
      send(record, 105, `PUT /orders/${uuid(1)}`, { status: 'completed' });
    },
  ],
  [
    'a total less the discount',
    (record) => {
      for (const call of record.calls)
        if (call.body.includes('couponCode')) rewrite(call, { total: 45, lineItems: [{ price: 50, quantity: 1 }] });
    },
  ],
  [
    'ids that no call shows',
    (record) => {
      for (const action of record.actions) if (action.id !== undefined) action.id = `inner-${action.id}`;
    },
  ],
  [
    'a count of tries in each order',
    (record) => {
      for (const call of record.calls)
        if (call.path === '/orders') rewrite(call, { attempt: call.atMs, sentBy: 'shop' });
    },
  ],
  [
    'an order sent again as it is since its PUT',
    (record) => {
      act(record, { action: 'create-order', fromMs: 400, parameters: { id: 'order-2' } });
      send(record, 405, 'POST /orders', orderBody('order-2', { status: 'canceled' }));
    },
  ],
  [
    'a paid order that was refused on hold',
    (record) => {
      for (const call of record.calls) if (call.body.includes('order-6')) rewrite(call, { status: 'on-hold' });
    },
  ],
];

test.each(legal)('nothing is broken by %s', (_, change) => {
  expect(unkept(testRecord(change))).toEqual([]);
});
