import type { PartnerRecord } from '../../../core/partner-record.ts';
import {
  after,
  ask,
  makeCustomer,
  makeOrder,
  register,
  registerCoupon,
  startMs,
} from '../test-records/test-later-records.ts';
import {
  act,
  answering,
  failing,
  make,
  notify,
  orderBody,
  read,
  readPage,
  send,
  uuid,
} from '../test-records/test-record.ts';
import { also, type Breaches } from '../test-records/test-record-changes.ts';

const order = { id: uuid(205), externalId: 'o-1' };
const bia = { phone: '+5511944440001', address: { street: 'Rua Bia' } };

/** An order of Bia that awaits its payment. */
const makeOrderOfBia = (record: PartnerRecord, phone = bia.phone): void => {
  ask(record, startMs, 'create-order', { id: 'o-1', parameters: { status: 'on-hold', phone: bia.phone } });
  send(record, startMs + 2, 'POST /orders', orderBody('o-1', { status: 'on-hold', customer: { ...bia, phone } }));
  read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
};

/** A coupon of the shop is marked as used. */
const markCoupon = (record: PartnerRecord): void => {
  registerCoupon(record);
  ask(record, startMs + 30, 'mark-coupon-used', { parameters: { code: 'M1' } });
  send(record, startMs + 32, 'PUT /coupons/code/M1', { used: true, awaitingOrder: false });
};

/** What a partner undoes, or does to the wrong record, some time after it was right. */
export const breachesOverTime: Breaches = {
  'PART-24': {
    'a first page from the right moment, and then all pages from a later one': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'products', since: '2030-01-31T01:30:00Z' } });
      readPage(record, startMs + 2, 'products', { after: '2030-01-31T01:30:00Z', pages: 2 });
      readPage(record, startMs + 4, 'products', { after: '2030-01-31T02:30:00Z' });
    }),
    'a first page from an early moment, and then all but one from the right one': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'products', since: '2030-01-31T01:30:00Z' } });
      readPage(record, startMs + 2, 'products', { pages: 3 });
      readPage(record, startMs + 4, 'products', { after: '2030-01-31T01:30:00Z', pages: 2 });
    }),
    'a page that failed, and was asked for again from a later moment': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'products' } });
      readPage(record, startMs + 2, 'products', { pages: 3 });
      readPage(record, startMs + 4, 'products', { page: 2 }).answer = answering(500);
      const recent = { after: '2030-01-31T12:00:00Z', page: 2, pages: 0, data: [] };
      readPage(record, startMs + 6, 'products', recent);
    }),
    'a first page that is the whole reading': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'products', since: '2030-01-31T01:30:00Z' } });
      readPage(record, startMs + 2, 'products', { pageSize: 1, pages: 106 });
    }),
  },
  'PART-44': {
    'a coupon that is set unused again at once': after((record) => {
      markCoupon(record);
      send(record, startMs + 36, 'PUT /coupons/code/M1', { externalId: 'm-1', used: false });
    }),
    'a coupon that awaits an order again after a restart': after((record) => {
      markCoupon(record);
      ask(record, startMs + 50, 'restart');
      send(record, startMs + 60, 'PUT /coupons/code/M1', { externalId: 'm-1', amount: 5, awaitingOrder: true });
    }),
  },
  'PART-137': {
    'a registration that is removed, and made again at once': after((record) => {
      ask(record, startMs, 'register-webhook');
      register(record, startMs + 2, 500);
      ask(record, startMs + 20, 'unregister-webhook');
      send(record, startMs + 22, `DELETE /webhooks/${uuid(500)}`);
      register(record, startMs + 24, 501);
    }),
  },
  'PART-138': {
    'a whole list from the day before on': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'products' } });
      readPage(record, startMs + 2, 'products', { after: '2030-01-30T12:00:00Z' });
    }),
    'changes that are read of records from five minutes before on': after((record) => {
      const changedSince = '2030-01-25T01:30:00.000Z';
      ask(record, startMs, 'synchronize', { parameters: { list: 'products', changedSince } });
      readPage(record, startMs + 2, 'products', { after: '2030-01-25T01:25:00Z' });
    }),
    'changes that are read of records from two days before on': after((record) => {
      const changedSince = '2030-01-25T01:30:00.000Z';
      ask(record, startMs, 'synchronize', { parameters: { list: 'products', changedSince } });
      readPage(record, startMs + 2, 'products', { after: `2030-01-23T00:00:00Z&updatedAt=${changedSince}` });
    }),
  },
  'PART-47': {
    'an own coupon that awaits an order, and no order': after((record) => {
      registerCoupon(record);
      for (const call of record.calls.slice(-1))
        call.body = JSON.stringify({ ...JSON.parse(call.body), awaitingOrder: true });
      ask(record, startMs + 20, 'redeem', { id: 'o-9', parameters: { code: 'M1' } });
    }),
  },
  'PART-124': {
    'an order that a small coupon leaves nothing to pay of': after((record) => {
      makeOrder(record);
      read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
      registerCoupon(record);
      ask(record, startMs + 20, 'redeem', { id: 'o-1', parameters: { code: 'M1', id: 'o-1' } });
      send(record, startMs + 22, `PUT /orders/${order.id}`, { status: 'completed', couponCode: 'M1', total: 0 });
    }),
  },
  'PART-125': {
    'an open order that is canceled with the next one': after((record) => {
      makeOrder(record);
      read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
      ask(record, startMs + 20, 'create-order', { id: 'o-2', parameters: { status: 'on-hold' } });
      send(record, startMs + 22, 'POST /orders', orderBody('o-2', { status: 'on-hold', total: 50 }));
      send(record, startMs + 24, `PUT /orders/${order.id}`, { status: 'canceled' });
    }),
  },
  'PART-129': {
    'a customer with orders who is deleted after the next sale': after((record) => {
      makeOrderOfBia(record);
      ask(record, startMs + 20, 'create-order', { id: 'o-2', parameters: { status: 'completed' } });
      send(record, startMs + 22, 'POST /orders', orderBody('o-2', { customer: bia }));
      read(record, startMs + 24, '/customers/phone/5511944440001', { id: uuid(755), ...bia });
      send(record, startMs + 26, `DELETE /customers/${uuid(755)}`);
    }),
  },
  'PART-145': {
    'each order twice, the second on hold under another externalId': after((record) => {
      for (let sale = 0; sale < 20; sale += 1) {
        const atMs = startMs + 20 * sale;
        ask(record, atMs, 'create-order', { id: `sale-${sale}` });
        for (const [index, status] of ['completed', 'on-hold'].entries()) {
          const fields = { status, dueAt: '2030-03-02T12:00:00Z' };
          send(record, atMs + 2 + index, 'POST /orders', orderBody(`sale-${sale}-${index}`, fields));
        }
      }
    }),
    'a copy that has a moment in a field of the store': after((record) => {
      ask(record, startMs, 'create-order', { id: 'o-5', parameters: { status: 'completed' } });
      for (const [index, id] of ['o-5', 'o-5b'].entries()) {
        const storedAt = `2030-01-31T12:00:08.00${index}Z`;
        send(record, startMs + 2 + index, 'POST /orders', orderBody(id, { storedAt }));
      }
    }),
  },
  'PART-148': {
    'one cart of two customers who are named by id': after((record) => {
      for (const [index, phone] of ['+5511944440055', '+5511944440066'].entries()) {
        const [atMs, externalId, id] = [startMs + 20 * index, `c-${index}`, uuid(755 + index)];
        send(record, atMs, 'POST /customers', { externalId, phone });
        read(record, atMs + 2, `/customers/external/${externalId}`, { id, externalId, phone });
        ask(record, atMs + 4, 'create-cart', { id: 'cart' });
        send(record, atMs + 6, 'POST /abandoned-carts', { externalId: 'cart', customer: { id }, total: 10 + index });
      }
    }),
  },
  'PART-126': {
    'the order before, with the total of the new one': after((record) => {
      makeOrder(record);
      read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
      ask(record, startMs + 20, 'create-order', { id: 'o-2', parameters: { status: 'on-hold' } });
      send(record, startMs + 22, 'POST /orders', orderBody('o-2', { status: 'on-hold', total: 77 }));
      send(record, startMs + 24, `PUT /orders/${order.id}`, { total: 77 });
    }),
  },
  'PART-127': {
    'a phone without its area': after((record) => makeOrderOfBia(record, '944440001')),
    'a country that stands twice before the phone': after((record) => makeOrderOfBia(record, '+555511944440001')),
    'the country of somebody else before the phone': after((record) => makeOrderOfBia(record, '+35111944440001')),
    'one customer for the orders of two, named by an id': after((record) => {
      for (const [at, id, phone] of [
        [0, 'o-1', '+5511944440001'],
        [20, 'o-2', '+5511944440002'],
      ] as const) {
        ask(record, startMs + at, 'create-order', { id, parameters: { phone } });
        send(record, startMs + at + 2, 'POST /orders', orderBody(id, { customer: { externalId: 'consumer' } }));
      }
    }),
    'the externalId of one customer, with the phone of another': after((record) => {
      const phones = ['+5511944440001', '+5511944440002'] as const;
      for (const [index, phone] of phones.entries()) {
        const externalId = `c-${index}`;
        ask(record, startMs + 20 * index, 'create-customer', { id: externalId });
        send(record, startMs + 20 * index + 2, 'POST /customers', { externalId, phone, firstName: 'Bia' });
      }
      ask(record, startMs + 40, 'create-order', { id: 'o-1', parameters: { phone: phones[1] } });
      const customer = { externalId: 'c-0', phone: phones[1], address: { street: 'Rua Bia' } };
      send(record, startMs + 42, 'POST /orders', orderBody('o-1', { customer }));
    }),
    'a payment with the phone of nobody': after((record) => {
      makeOrderOfBia(record);
      ask(record, startMs + 20, 'pay-order', { id: 'o-1', parameters: { id: 'o-1' } });
      const customer = { phone: '+5511999999999' };
      send(record, startMs + 22, `PUT /orders/${order.id}`, { externalId: 'o-1', status: 'completed', customer });
    }),
  },
  'PART-143': {
    'an update of a name that empties all the rest': after((record) => {
      const zoe = {
        externalId: 'c-1',
        phone: '+5511944440055',
        firstName: 'Zoe',
        lastName: 'Lima',
        email: 'z@example.com',
      };
      ask(record, startMs, 'create-customer', { id: 'c-1' });
      send(record, startMs + 2, 'POST /customers', zoe);
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), ...zoe });
      ask(record, startMs + 20, 'update-customer', { id: 'c-1', parameters: { id: 'c-1' } });
      send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { firstName: 'Zora', lastName: '', email: '' });
    }),
  },
  'PART-149': {
    'a phone without its area in each update': after((record) => {
      makeCustomer(record);
      const phone = '+5511944440055';
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone });
      for (const [index, lastName] of ['Lima', 'Reis'].entries()) {
        ask(record, startMs + 20 + 20 * index, 'update-customer', { id: 'c-1', parameters: { id: 'c-1' } });
        const body = { firstName: 'Zoe', lastName, phone: '+55944440055' };
        send(record, startMs + 22 + 20 * index, `PUT /customers/${uuid(755)}`, body);
      }
    }),
  },
  'PART-146': {
    'a coupon that is put on the order that brought it': after((record) => {
      ask(record, startMs, 'create-order', { id: 'o-1', parameters: { status: 'completed' } });
      send(record, startMs + 2, 'POST /orders', orderBody('o-1'));
      make(record, 'BACK', 771, { madeMs: startMs + 4, orderId: order.id, orderExternalId: 'o-1' });
      notify(record, startMs + 5, 'BACK', { orderId: order.id, more: { id: uuid(771) } });
      read(record, startMs + 6, '/coupons/code/BACK', { code: 'BACK', id: uuid(771) });
      send(record, startMs + 7, `PUT /orders/${order.id}`, { couponCode: 'BACK' });
      send(record, startMs + 8, 'PUT /coupons/code/BACK', { externalId: 'own-BACK' });
    }),
  },
  'PART-159': {
    'an externalId that a payment empties': after((record) => {
      makeOrderOfBia(record);
      ask(record, startMs + 20, 'pay-order', { id: 'o-1', parameters: { id: 'o-1' } });
      send(record, startMs + 22, `PUT /orders/${order.id}`, { status: 'completed', externalId: '' });
    }),
  },
  'PART-168': {
    'a product without an own id that fails during the next action': also(
      ['PART-17'],
      after((record) => {
        act(record, { action: 'create-product', fromMs: startMs, toMs: startMs + 2, id: 'p-1' });
        ask(record, startMs + 4, 'create-order', { id: 'o-1', parameters: { status: 'on-hold' } });
        send(record, startMs + 5, 'POST /products', { name: 'New', provider: 'shop' }, failing(500));
        send(record, startMs + 6, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
      }),
    ),
  },
  'PART-51': {
    'a new registration each time that an old id is deleted': after((record) => {
      register(record, startMs, 900);
      const deleted = { answer: answering(404, { message: 'Configuração de webhook não encontrada' }) };
      for (const [index, answer] of [{}, deleted, deleted].entries()) {
        const atMs = startMs + 20 * (index + 1);
        ask(record, atMs, 'change-webhook');
        send(record, atMs + 1, `DELETE /webhooks/${uuid(900)}`, undefined, answer);
        register(record, atMs + 2, 901 + index);
      }
    }),
  },
};
