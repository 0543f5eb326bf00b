import type { PartnerRecord } from '../../../core/partner-record.ts';
import { act, answering, failing, orderBody, read, readPage, send, uuid } from '../test-records/test-record.ts';
import {
  also,
  type Breaches,
  type Change,
  callTo,
  changing,
  rewritingAt,
  withoutAt,
} from '../test-records/test-record-changes.ts';

/** A scenario in progress when the same order comes again and again, which ends the session. */
const storm = (record: PartnerRecord, status: number): void => {
  record.judgedUntilMs = 7000;
  record.stormMs = 8000;
  act(record, { action: 'create-order', fromMs: 7010 });
  for (let sent = 0; sent < 50; sent += 1) {
    send(record, 7020 + sent, 'POST /orders', orderBody('order-storm'), { answer: answering(status) });
  }
};

const retrying =
  (order: string, status: Parameters<typeof failing>[0]): Change =>
  (record) => {
    for (const atMs of [400, 450, 500]) send(record, atMs, 'POST /orders', orderBody(order), failing(status));
  };

export const breachesOfRepeats: Breaches = {
  'PART-16': {
    'a cart with ids that no call shows, sent again under another externalId': (record) => {
      act(record, { action: 'create-cart', fromMs: 4600, id: 'basket-9', isSettled: true });
      send(record, 4605, 'POST /abandoned-carts', { externalId: 'web-9-1', customer: { phone: '+5511987654321' } });
      act(record, { action: 'create-cart', fromMs: 4700, id: 'basket-9', parameters: { id: 'basket-9' } });
      send(record, 4705, 'POST /abandoned-carts', { externalId: 'web-9-2', customer: { phone: '+5511987654321' } });
    },
    'another externalId after a 500': rewritingAt(180, { externalId: 'order-4b' }),
    'another externalId for a store': (record) => {
      send(
        record,
        400,
        'POST /stores',
        { externalId: 'a', name: 'x' },
        { answer: { lost: 'time-out' }, fault: 'reset' },
      );
      send(record, 420, 'POST /stores', { externalId: 'b', name: 'x' });
    },
    'another externalId when asked to send it again': (record) => {
      act(record, { action: 'create-order', fromMs: 400, parameters: { id: 'order-1' } });
      send(record, 405, 'POST /orders', orderBody('order-99'));
    },
    'another externalId when asked to send a store again': (record) => {
      act(record, { action: 'create-store', fromMs: 400, parameters: { id: 'store-1' } });
      send(record, 405, 'POST /stores', { externalId: 'store-99', name: 'Centre' });
    },
    'another externalId when asked to send a cart again': (record) => {
      act(record, { action: 'create-cart', fromMs: 400, parameters: { id: 'cart-1' } });
      send(record, 405, 'POST /abandoned-carts', { externalId: 'cart-99', customer: { phone: '+5511987654321' } });
    },
  },
  'PART-17': {
    'a deletion that is not retried': changing('DELETE /customers/', { answer: answering(500) }),
    'an order that is not retried': withoutAt(180),
    'an order that is not retried at the end, when nothing is under way any more': (record) => {
      send(record, 6100, 'POST /orders', orderBody('order-9'), { answer: { lost: 'reset' }, fault: 'reset' });
      record.idleMs = 6110;
    },
    'the id of a coupon that is never sent after a 500': changing('PUT /coupons/code/PLAIN', {
      answer: answering(500),
    }),
    'the id of a coupon that is not retried after a second 500': (record) => {
      const writeBack = callTo(record, 'PUT /coupons/code/PLAIN');
      writeBack.answer = answering(500);
      send(record, 1030, 'PUT /coupons/code/PLAIN', JSON.parse(writeBack.body), { answer: answering(500) });
    },
    'the id of a coupon that is not retried although its order shows the coupon without it': (record) => {
      callTo(record, 'PUT /coupons/code/PLAIN').answer = { lost: 'reset' };
      read(record, 1030, `/coupons/order/${uuid(1)}`, { id: uuid(100), code: 'PLAIN', externalId: null });
    },
    'a customer that is not retried although a list shows only others': (record) => {
      const answer = { lost: 'reset' } as const;
      send(record, 400, 'POST /customers', { externalId: 'lost', phone: '+5511955557777' }, { answer, fault: 'reset' });
      readPage(record, 410, 'customers', { data: [{ id: uuid(77), externalId: 'other', phone: '+5511955558888' }] });
    },
  },
  'PART-19': {
    'the same order again and again': retrying('order-6', 400),
    'an order that comes again after each 400 until the session ends': also(['PART-167'], (record) =>
      storm(record, 400),
    ),
    'the same order again and again, its fields in another order': (record) => {
      for (const atMs of [400, 450, 500]) {
        const fields = Object.entries(orderBody('order-6')).toReversed();
        send(record, atMs, 'POST /orders', Object.fromEntries(fields), failing(400));
      }
    },
  },
  'PART-102': {
    'an order sent again that was accepted': (record) => {
      for (const atMs of [105, 108]) send(record, atMs, 'POST /orders', orderBody('order-1'));
    },
  },
  'PART-167': {
    'an order that comes again after each 500 until the session ends': (record) => storm(record, 500),
  },
  'PART-176': {
    'an order that comes again at once after each 500, as far as the way of a request lets it': (record) => {
      for (let sent = 0; sent < 12; sent += 1)
        send(record, 400 + 5 * sent, 'POST /orders', orderBody('order-hasty'), { ...failing(500), tookMs: 1 });
      send(record, 470, 'POST /orders', orderBody('order-hasty'));
    },
    'an order that comes again at once after each 500': (record) => {
      for (let sent = 0; sent < 25; sent += 1)
        send(record, 400 + 1.2 * sent, 'POST /orders', orderBody('order-hasty'), failing(500));
      send(record, 450, 'POST /orders', orderBody('order-hasty'));
    },
  },
  'PART-184': {
    'an order that comes again 300 ms after a 429 that asks for a second': (record) => {
      send(record, 400, 'POST /orders', orderBody('order-hasty'), { ...failing(429), tookMs: 1 });
      send(record, 404, 'POST /orders', orderBody('order-hasty'));
    },
  },
  'PART-20': { 'the same order again and again': retrying('order-7', 422) },
  'PART-121': { 'the same order again and again': retrying('order-401', 401) },
  'PART-122': { 'the same order again and again': retrying('order-403', 403) },
  'PART-123': {
    'the same order again and again': retrying('order-404', 404),
    'the same product again and again, in one action': (record) => {
      for (const atMs of [400, 410, 420, 430]) send(record, atMs, 'POST /products', { name: 'Mug' }, failing(404));
    },
  },
};
