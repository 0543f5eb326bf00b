import {
  after,
  ask,
  makeOrder,
  registerInSmallLetters,
  startMs,
  updateCustomer,
} from '../test-records/test-later-records.ts';
import { act, answering, failing, orderBody, read, send, showOrder, uuid } from '../test-records/test-record.ts';
import { also, type Breaches } from '../test-records/test-record-changes.ts';

const phone = '+5511944440055';

/** What a partner leaves out, or does twice, when it creates records. */
export const breachesOfCreations: Breaches = {
  'PART-44': {
    'a coupon that is registered in small letters, and marked in capitals': after((record) => {
      registerInSmallLetters(record);
      ask(record, startMs + 30, 'mark-coupon-used', { parameters: { code: 'PROMO1' } });
      const mark = { used: true, awaitingOrder: false };
      send(record, startMs + 32, 'PUT /coupons/code/PROMO1', mark, { answer: answering(404) });
    }),
  },
  'PART-47': {
    'a coupon that is registered in small letters, and on an order in capitals': after((record) => {
      registerInSmallLetters(record);
      ask(record, startMs + 30, 'redeem', { id: 'o-5', parameters: { code: 'PROMO1' } });
      send(record, startMs + 32, 'POST /orders', orderBody('o-5', { couponCode: 'PROMO1' }));
    }),
  },
  'PART-16': {
    'a cart that comes under two externalIds': after((record) => {
      ask(record, startMs, 'create-cart', { id: 'k-1' });
      for (const [index, externalId] of ['k-1', 'k-1-again'].entries())
        send(record, startMs + 2 + index, 'POST /abandoned-carts', { externalId, customer: { phone }, total: 5 });
    }),
    'an order that is sent again as it was, and under another externalId': also(
      ['PART-145'],
      after((record) => {
        makeOrder(record);
        ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { id: 'o-1' } });
        for (const [index, id] of ['o-1', 'o-1-again'].entries())
          send(record, startMs + 22 + index, 'POST /orders', orderBody(id, { status: 'on-hold' }));
      }),
    ),
    'a store that is sent once more after its repeat, under another externalId': after((record) => {
      ask(record, startMs, 'create-store', { id: 's-1' });
      const lost = { fault: 'stored, then reset', answer: { lost: 'reset' } } as const;
      send(record, startMs + 2, 'POST /stores', { externalId: 's-1', name: 'South' }, lost);
      for (const [index, externalId] of ['s-1', 's-1-again'].entries())
        send(record, startMs + 6 + index, 'POST /stores', { externalId, name: 'South' });
    }),
  },
  'PART-149': {
    'a product that is sent again as it was, and with its id under another name': after((record) => {
      ask(record, startMs, 'create-product', { id: 'p-9' });
      send(record, startMs + 2, 'POST /products', { externalId: 'p-9', name: 'Soap' });
      ask(record, startMs + 20, 'create-product', { id: 'p-9', parameters: { id: 'p-9' } });
      for (const [index, name] of ['Soap', 'Soap (again)'].entries())
        send(record, startMs + 22 + index, 'POST /products', { externalId: 'p-9', name });
    }),
    'two customers who are updated under one new externalId': after((record) => {
      for (const number of [1, 2]) updateCustomer(record, startMs + 40 * number, number, { externalId: '0' });
    }),
  },
  'PART-159': {
    'two orders that are paid under one new externalId': after((record) => {
      for (const number of [1, 2]) {
        const fromMs = startMs + 40 * number;
        const open = { status: 'on-hold', total: 60 + number };
        ask(record, fromMs, 'create-order', { id: `o-${number}`, parameters: { status: 'on-hold' } });
        send(record, fromMs + 2, 'POST /orders', orderBody(`o-${number}`, open));
        showOrder(record, fromMs + 4, `o-${number}`, 700 + number);
        ask(record, fromMs + 20, 'pay-order', { parameters: { id: `o-${number}` } });
        const line = `PUT /orders/${uuid(700 + number)}`;
        send(record, fromMs + 22, line, { externalId: '0', status: 'completed' });
      }
    }),
  },
  'PART-148': {
    'one number for the carts of two guests': after((record) => {
      for (const [index, email] of ['ana@shop.example', 'rui@shop.example'].entries()) {
        ask(record, startMs + 20 * index, 'create-cart', { id: '0' });
        send(record, startMs + 20 * index + 2, 'POST /abandoned-carts', { externalId: '0', email, total: 5 + index });
      }
    }),
  },
  'PART-132': {
    'a customer who is looked up, not found, and not sent': after((record) => {
      ask(record, startMs, 'create-customer', { id: 'c-1' });
      const answer = answering(422, { message: 'Customer not found' });
      send(record, startMs + 2, `GET /customers/phone/${phone}`, undefined, { answer });
    }),
    'a product whose lookup failed, and that is not sent': after((record) => {
      ask(record, startMs, 'create-product', { id: 'p-9' });
      send(record, startMs + 2, 'GET /products/name/Tea', undefined, failing(500));
    }),
    'one of two customers at once, of whom the other is changed as well': after((record) => {
      act(record, { action: 'create-customer', fromMs: startMs, toMs: startMs + 2, id: 'c-1' });
      act(record, { action: 'create-customer', fromMs: startMs + 3, toMs: startMs + 4, id: 'c-2' });
      ask(record, startMs + 5, 'update-customer', { parameters: { id: 'c-1' } });
      send(record, startMs + 6, 'POST /customers', { externalId: 'c-1', phone, firstName: 'Zoe' });
      read(record, startMs + 8, '/customers/external/c-1', { id: uuid(71), externalId: 'c-1', phone });
      send(record, startMs + 10, `PUT /customers/${uuid(71)}`, { firstName: 'Zoraide' });
    }),
  },
};
