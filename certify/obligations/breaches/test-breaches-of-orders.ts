import { act, answering, orderBody, readPage, send, showOrder, uuid } from '../test-records/test-record.ts';
import {
  also,
  type Breaches,
  rewriting,
  rewritingAt,
  sending,
  without,
  withoutAt,
} from '../test-records/test-record-changes.ts';

export const breachesOfOrders: Breaches = {
  'PART-7': {
    'another status': rewriting('POST /orders', { status: 'paid' }),
    'a status in capitals': rewriting('PUT /orders', { status: 'Canceled' }),
  },
  'PART-8': {
    'two Ls': rewriting('PUT /orders', { status: 'cancelled' }),
  },
  'PART-9': {
    'no externalId': rewriting('POST /orders', { externalId: undefined }),
  },
  'PART-10': {
    'no phone': rewriting('POST /orders', { customer: { firstName: 'Ana', address: { street: 'Rua Um' } } }),
    'zeros for a phone': rewriting('POST /orders', {
      customer: { phone: '+5500000000000', address: { street: 'Rua Um' } },
    }),
    'no address': rewriting('POST /orders', { customer: { phone: '+5511987654321' } }),
    'no address under the name that the partner declares': (record) => {
      Object.assign(record.names, { orderCustomer: 'buyer', customerAddress: 'domicilio' });
      rewriting('POST /orders', { customer: undefined, buyer: { phone: '+5511987654321', domicilio: '' } })(record);
    },
    'no customer': rewriting('POST /orders', { customer: undefined }),
    'an e-mail address alone': rewriting('POST /orders', {
      customer: { phone: '+5511987654321', emailAddress: 'ana@example.com' },
      ipAddress: '192.0.2.1',
    }),
    'the address and the phone of the store': rewriting('POST /orders', {
      customer: { firstName: 'Ana' },
      store: { phone: '+551133334444', address: 'Rua da Loja' },
    }),
    'an id of an address, and the address of the company': rewriting('POST /orders', {
      customer: { phone: '+5511987654321' },
      deliveryAddressId: '12',
      company: { name: 'Shop', address: 'Rua Um, 1' },
    }),
    'a name and an id that the platform does not have': rewriting('POST /orders', {
      customer: { externalId: 'customer-77', firstName: 'Ana' },
    }),
    'neither phone nor address, and 0 as the id of the customer': rewriting('POST /orders', {
      customer_id: 0,
      customer: { firstName: 'Ana' },
    }),
    'neither phone nor address, and null as the id of the customer': rewriting('POST /orders', {
      customer: { id: null, firstName: 'Ana' },
    }),
    'an address with nothing in it': rewriting('POST /orders', {
      customer: { phone: '+5511987654321', address: { street: '' } },
    }),
    'an address of words for nothing': rewriting('POST /orders', {
      customer: { phone: '+5511987654321', address: { street: 'undefined', number: 'null', city: 'null, null' } },
    }),
    'no address, for a customer who is stored with one only later, or as another one': (record) => {
      const stored = { phone: '+5511933330012', address: { street: 'Rua Um', number: '12' } };
      send(record, 398, 'POST /customers', { ...stored, externalId: 'customer-12', phone: '+5511933330099' });
      send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone: stored.phone } }));
      send(record, 402, 'POST /customers', { ...stored, externalId: 'customer-13' });
    },
    'no address, for a customer whose creation was refused': (record) => {
      const stored = {
        externalId: 'customer-12',
        phone: '+5511933330012',
        address: { street: 'Rua Um', number: '12' },
      };
      send(record, 398, 'POST /customers', stored, { answer: answering(400), fault: 'answered 400' });
      send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone: stored.phone } }));
    },
    'an empty address, for a customer who is stored with one': (record) => {
      const stored = { externalId: 'customer-12', phone: '+5511933330012', address: { street: 'Rua Um' } };
      send(record, 398, 'POST /customers', stored);
      send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone: stored.phone, address: {} } }));
    },
    'a customer under the id of a creation that changed nothing': (record) => {
      for (const [index, phone] of ['+5511955550001', '5511955550001'].entries()) {
        send(record, 500 + index, 'POST /customers', { externalId: `spelling-${index}`, phone });
      }
      const customer = { externalId: 'spelling-1' };
      send(record, 510, 'POST /orders', orderBody('order-spelled', { customer }), { answer: answering(400) });
    },
  },
  'PART-11': {
    'null for the items of a new order': rewriting('POST /orders', { lineItems: null }),
    'one item that is no array': rewriting('POST /orders', { lineItems: { quantity: 1 } }),
  },
  'PART-12': {
    'a change by POST': sending(400, 'POST /orders', orderBody('order-1', { status: 'canceled' })),
    'another total on a repeat': rewritingAt(180, { total: 1 }),
    'a payment by POST of an order whose creation got no answer and that a list shows': (record) => {
      const stored = orderBody('order-13', { status: 'on-hold' });
      act(record, { action: 'create-order', fromMs: 4500, id: 'order-13', parameters: { status: 'on-hold' } });
      send(record, 4510, 'POST /orders', stored, { answer: { lost: 'reset' }, fault: 'stored, then reset' });
      readPage(record, 4520, 'orders', { data: [{ id: uuid(78), ...stored }] });
      act(record, { action: 'pay-order', fromMs: 4530, parameters: { id: 'order-13' } });
      send(record, 4535, 'POST /orders', orderBody('order-13'));
    },
    'an order that is posted again as it was before it was canceled': sending(
      135,
      'POST /orders',
      orderBody('order-2', { status: 'on-hold' }),
    ),
  },
  'PART-100': {
    'a payment that is put on another order': (record) => {
      act(record, { action: 'pay-order', fromMs: 400, parameters: { id: 'order-3' } });
      showOrder(record, 405, 'order-1', 1);
      send(record, 410, `PUT /orders/${uuid(1)}`, { status: 'completed' });
    },
    'a payment without a status': rewriting(`PUT /orders/${uuid(21)}`, { status: undefined }),
    'a paid order on hold': rewriting('POST /orders', { status: 'on-hold' }),
    'a payment by another order': (record) => {
      act(record, { action: 'pay-order', fromMs: 400, parameters: { id: 'order-2' } });
      withoutAt(4405)(record);
      record.actions = record.actions.filter(({ action }) => action !== 'redeem');
      send(record, 405, 'POST /orders', orderBody('order-2b', { couponCode: 'PLAIN' }));
      send(record, 410, 'GET /orders/external/order-2b');
    },
  },
  'PART-107': {
    'no status': rewriting('POST /orders', { status: undefined }),
  },
  'PART-118': {
    'items that name nothing': rewriting('POST /orders', { lineItems: [{ quantity: 2, price: 60.5 }] }),
  },
  'PART-124': {
    'a payment of every open order': (record) => {
      act(record, { action: 'create-order', fromMs: 400, id: 'order-8', parameters: { status: 'on-hold' } });
      send(record, 405, 'POST /orders', orderBody('order-8', { status: 'on-hold' }));
      act(record, { action: 'pay-order', fromMs: 450, parameters: { id: 'order-1' } });
      send(record, 455, 'POST /orders', orderBody('order-1'));
      showOrder(record, 460, 'order-8', 8);
      send(record, 470, `PUT /orders/${uuid(8)}`, { status: 'completed' });
    },
    'a coupon that is put on an order on hold': (record) => {
      act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE', id: 'order-22' } });
      send(record, 4505, `PUT /orders/${uuid(22)}`, { status: 'completed', couponCode: 'TWICE', total: 121 });
    },
  },
  'PART-155': {
    'totals in cents once an order is paid or canceled': (record) => {
      for (const number of [2, 21]) rewriting(`PUT /orders/${uuid(number)}`, { total: 12_100 })(record);
    },
  },
  'PART-156': {
    'items under another name': rewriting('POST /orders', {
      lineItems: undefined,
      items: [{ sku: 'p-1', quantity: 2, price: 60.5 }],
    }),
    'items under another name, and an empty field for them': rewriting('POST /orders', {
      lineItems: [],
      items: [{ sku: 'p-1', quantity: 2, price: 60.5 }],
    }),
    'items without a quantity under another name': rewriting('POST /orders', {
      lineItems: undefined,
      items: [{ sku: 'p-1', price: 121 }],
    }),
  },
  'PART-159': {
    'another externalId that comes with a payment alone': (record) => {
      rewriting(`PUT /orders/${uuid(21)}`, { externalId: 'order-21-paid' })(record);
      send(record, 935, `PUT /orders/${uuid(21)}`, { externalId: 'order-21', status: 'completed' });
    },
    'another externalId with each change, while the partner answers the first one': (record) => {
      rewriting(`PUT /orders/${uuid(21)}`, { externalId: 'order-21-1' })(record);
      send(record, 927, `PUT /orders/${uuid(21)}`, { externalId: 'order-21-2', status: 'completed' });
    },
    'the externalId in capitals': rewriting(`PUT /orders/${uuid(21)}`, { externalId: 'ORDER-21' }),
  },
  'PART-160': {
    'no items once an order is paid': rewriting(`PUT /orders/${uuid(21)}`, { lineItems: [] }),
    'an item less once an order is paid': (record) => {
      const [first, second] = [
        { productId: 'p-1', quantity: 1, price: 60.5 },
        { productId: 'p-2', quantity: 1, price: 60.5 },
      ];
      rewriting('POST /orders', { lineItems: [first, second] })(record);
      rewriting(`PUT /orders/${uuid(21)}`, { lineItems: [second], total: 121 })(record);
    },
    'less than half of the total for the same items': (record) => {
      const lineItems = [{ productId: 'p-1', quantity: 2, price: 60.5 }];
      rewriting('POST /orders', { lineItems })(record);
      rewriting(`PUT /orders/${uuid(21)}`, { lineItems, total: 21 })(record);
    },
    'no items once an order with a coupon is paid': (record) => {
      rewriting('POST /orders', { couponCode: 'GIFT9' })(record);
      send(record, 940, `PUT /orders/${uuid(1)}`, { lineItems: [], total: 0 });
    },
    'nothing in an order that awaits its payment': sending(940, `PUT /orders/${uuid(22)}`, {
      status: 'on-hold',
      lineItems: [],
    }),
    'a total of 0 once an order is paid': rewriting(`PUT /orders/${uuid(21)}`, { total: 0 }),
  },
  'PART-171': {
    'the items of another order once an order is paid': (record) => {
      rewriting('POST /orders', { lineItems: [{ productId: 'p-2', quantity: 1, price: 121 }] })(record);
      rewriting(`PUT /orders/${uuid(21)}`, { lineItems: [{ productId: 'p-2', quantity: 1, price: 121 }] })(record);
    },
    'items of another order that name no product once an order is paid': also(['PART-118'], (record) => {
      rewriting('POST /orders', { lineItems: [{ quantity: 1, price: 60.5 }] })(record);
      rewriting(`PUT /orders/${uuid(21)}`, { lineItems: [{ quantity: 1, price: 60.5 }] })(record);
    }),
    'less about another product of another order once an order is paid': (record) => {
      rewriting('POST /orders', { lineItems: [{ productId: 'p-2', quantity: 2 }] })(record);
      rewriting(`PUT /orders/${uuid(21)}`, { lineItems: [{ productId: 'p-2', quantity: 2 }] })(record);
    },
  },
  'PART-173': { 'an order in processing that is never changed': without(`PUT /orders/${uuid(203)}`) },
};
