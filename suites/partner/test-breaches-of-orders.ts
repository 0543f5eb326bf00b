import type { Breach } from './test-breach.ts';
import { act, orderBody, rewrite, rewriting, send, without, withoutCalls } from './test-record.ts';

export const breachesOfOrders: readonly Breach[] = [
  ['PART-7', 'another status', rewriting('POST /orders', { status: 'paid' })],
  ['PART-7', 'a status in capitals', rewriting('PUT /orders', { status: 'Canceled' })],
  ['PART-7', 'no status', rewriting('POST /orders', { status: undefined })],
  ['PART-8', 'two Ls', rewriting('PUT /orders', { status: 'cancelled' })],
  ['PART-9', 'no externalId', rewriting('POST /orders', { externalId: undefined })],
  ['PART-10', 'no phone', rewriting('POST /orders', { customer: { firstName: 'Ana', address: { street: 'Rua Um' } } })],
  ['PART-10', 'no address', rewriting('POST /orders', { customer: { phone: '+5511987654321' } })],
  ['PART-10', 'no customer', rewriting('POST /orders', { customer: undefined })],
  [
    'PART-10',
    'an address with nothing in it',
    rewriting('POST /orders', { customer: { phone: '+5511987654321', address: { street: '' } } }),
  ],
  ['PART-11', 'one item that is no array', rewriting('POST /orders', { lineItems: { quantity: 1 } })],
  [
    'PART-12',
    'a change by POST',
    (record) => {
      send(record, 400, 'POST /orders', orderBody('order-1', { status: 'canceled' }));
    },
  ],
  [
    'PART-12',
    'another total on a repeat',
    (record) => {
      for (const call of record.calls) if (call.atMs === 180) rewrite(call, { total: 1 });
    },
  ],
  ['PART-13', 'no look at what is stored', without('GET /orders/external/order-3')],
  ['PART-100', 'a paid order on hold', rewriting('POST /orders', { status: 'on-hold' })],
  [
    'PART-100',
    'a payment by another order',
    (record) => {
      act(record, { action: 'pay-order', fromMs: 400, parameters: { id: 'order-2' } });
      withoutCalls(record, ({ atMs }) => atMs === 4405);
      record.actions = record.actions.filter(({ action }) => action !== 'redeem');
      send(record, 405, 'POST /orders', orderBody('order-2b', { couponCode: 'PLAIN' }));
      send(record, 410, 'GET /orders/external/order-2b');
    },
  ],
  [
    'PART-101',
    'the externalId of another order',
    (record) => {
      act(record, { action: 'create-order', fromMs: 400 });
      send(record, 405, 'POST /orders', orderBody('order-1'));
    },
  ],
];
