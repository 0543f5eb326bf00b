import {
  act,
  answering,
  failing,
  holdAlso,
  orderBody,
  read,
  send,
  showOrder,
  uuid,
} from '../test-records/test-record.ts';
import {
  asking,
  callAt,
  callTo,
  holding,
  type LegalPartners,
  registeringAs,
  rewrite,
  rewriting,
  sending,
} from '../test-records/test-record-changes.ts';

export const legalOrdersAndIds: LegalPartners = {
  'an order that was read, is not found any more when it is paid, and is made again': (record) => {
    const order = orderBody('order-70', { status: 'on-hold' });
    send(record, 7200, 'POST /orders', order);
    showOrder(record, 7202, 'order-70', 70);
    send(record, 7210, 'GET /orders/external/order-70', undefined, failing(404));
    send(record, 7212, 'POST /orders', { ...order, status: 'completed' });
  },
  'a customer sent in two spellings of the phone, under one id that its order names': (record) => {
    for (const [index, phone] of ['+5511955550001', '55 11 95555-0001'].entries()) {
      send(record, 500 + index, 'POST /customers', { externalId: 'spelled', phone });
    }
    send(record, 510, 'POST /orders', orderBody('order-spelled', { customer: { externalId: 'spelled' } }));
  },
  'a coupon put on an order on hold, which is paid afterwards': (record) => {
    const redeemed = { couponCode: 'TWICE', total: 121 };
    act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE', id: 'order-22' } });
    send(record, 4505, `PUT /orders/${uuid(22)}`, { status: 'on-hold', ...redeemed });
    act(record, { action: 'pay-order', fromMs: 4520, parameters: { id: 'order-22' } });
    send(record, 4525, `PUT /orders/${uuid(22)}`, { status: 'completed' });
  },
  'an order that got a coupon by PUT, and is sent again with it': (record) => {
    const redeemed = { couponCode: 'TWICE', total: 121 };
    act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE', id: 'order-1' } });
    showOrder(record, 4503, 'order-1', 1);
    send(record, 4505, `PUT /orders/${uuid(1)}`, { status: 'completed', ...redeemed });
    act(record, { action: 'create-order', fromMs: 4520, parameters: { id: 'order-1' } });
    send(record, 4525, 'POST /orders', orderBody('order-1', redeemed));
  },
  'an order of its own words': rewriting('POST /orders', {
    customer: undefined,
    buyer: { mobile: '11987654321' },
    shippingAddress: 'Rua Um, 10',
  }),
  'an order whose customer, address and total have the names that the partner declares': (record) => {
    Object.assign(record.names, { orderCustomer: 'buyer', customerAddress: 'domicilio', orderTotal: 'valor' });
    rewriting('POST /orders', {
      customer: undefined,
      total: undefined,
      buyer: { phone: '+5511987654321', domicilio: 'Rua Um, 10' },
      valor: 121,
    })(record);
  },
  'items by name, a size and a postal code that look like amounts': rewriting('POST /orders', {
    lineItems: [{ description: 'Coffee', size: '10.50', quantity: 1, price: 121 }],
    postalCode: '12.345',
    version: '1.25',
  }),
  'items that name their product by a code of digits': rewriting('POST /orders', {
    lineItems: [
      { codigo: '7891000100103', quantity: 1, price: 60.5 },
      { gtin: '7891000100103', quantity: 1, price: 60.5 },
      { referencia: 17, quantity: 1, price: 60.5 },
    ],
  }),
  'a phone under a name that only its value explains, and one that the partner declares': (record) => {
    record.names.phones = ['fixo'];
    rewriting('POST /orders', { customer: { contact: '+55 (11) 98765-4321', address: 'Rua Um, 10' } })(record);
    rewriting('POST /customers', { phone: undefined, fixo: '1132654321' })(record);
  },
  'an order whose customer is on file with an address, and is named by the phone': (record) => {
    const stored = { externalId: 'customer-12', phone: '+5511933330012', address: { street: 'Rua Um', number: '12' } };
    send(record, 398, 'POST /customers', stored);
    send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone: '11933330012' } }));
    send(record, 410, 'POST /orders', orderBody('order-13', { customer: undefined, customerPhone: '+5511933330012' }));
    send(record, 420, 'POST /orders', orderBody('order-14', { customer: { phone: '+5511933330012', address: null } }));
  },
  'an order that names a customer by the phone, whose creation was stored and got no answer': (record) => {
    const stored = { externalId: 'customer-12', phone: '+5511933330012', address: { street: 'Rua Um', number: '12' } };
    send(record, 398, 'POST /customers', stored, { answer: { lost: 'reset' }, fault: 'stored, then reset' });
    send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone: '+5511933330012' } }));
    send(record, 410, 'POST /customers', stored);
  },
  'a phone that an update completes with its country, and an update of another customer whose phone is its end': (
    record,
  ) => {
    const [local, area, whole] = ['933330031', '11933330031', '+5511933330031'];
    const [name, address] = [{ firstName: 'Ana', lastName: 'Reis' }, { street: 'Rua Um' }];
    for (const [index, phone] of [area, local].entries()) {
      const own = { externalId: `customer-3${index}`, phone };
      send(record, 4500 + index, 'POST /customers', { ...own, ...name, address });
      read(record, 4505 + index, `/customers/external/customer-3${index}`, { id: uuid(81 + index), ...own });
    }
    for (const [index, phone] of [area, whole].entries()) {
      send(record, 4510 + index, `PUT /customers/${uuid(81)}`, { phone, ...name, lastName: 'Ramos' });
    }
    send(record, 4520, `PUT /customers/${uuid(82)}`, { phone: local, ...name, lastName: 'Ramos' });
  },
  'an address of a dash, at a till that asks for none': rewriting('POST /orders', {
    customer: { phone: '+5511987654321', address: '-' },
  }),
  'an address of a country alone': rewriting('POST /orders', {
    customer: { phone: '+5511987654321', address: { street: '', country: 'BR' } },
  }),
  'an address in parts, next to the phone': rewriting('POST /orders', {
    customer: { phone: '+5511987654321', street: 'Rua Um', city: 'Recife', zipCode: '50000-000' },
  }),
  'a customer on file, under the name that the partner declares': (record) => {
    Object.assign(record.names, { orderCustomer: 'buyer' });
    rewriting('POST /orders', { customer: undefined, buyer: { id: uuid(9) } })(record);
  },
  'a customer on file, by the externalId alone': rewriting('POST /orders', { customer: { externalId: 'customer-9' } }),
  'an order to be processed that is sent as on-hold': (record) => {
    act(record, { action: 'create-order', fromMs: 400, parameters: { status: 'processing' }, id: 'order-11' });
    send(record, 405, 'POST /orders', { ...orderBody('order-11'), status: 'on-hold' });
  },
  'an order that was deleted by a call without an answer, is not there any more and is created as canceled': (
    record,
  ) => {
    const order = orderBody('order-12');
    const answer = answering(200, { id: uuid(77), externalId: 'order-12' });
    send(record, 400, 'POST /orders', { ...order, status: 'on-hold' }, { answer });
    send(record, 410, `DELETE /orders/${uuid(77)}`, undefined, {
      answer: { lost: 'reset' },
      fault: 'stored, then reset',
    });
    send(record, 420, `DELETE /orders/${uuid(77)}`, undefined, { answer: answering(404) });
    send(record, 430, 'POST /orders', { ...order, status: 'canceled' });
  },
  'two orders whose changes write the same items in another form than their creations': (record) => {
    const lineItems = [{ sku: 'p-1', qty: 2, each: 60.5 }];
    for (const number of [21, 22]) send(record, 923 + number, `PUT /orders/${uuid(number)}`, { lineItems, total: 121 });
  },
  'an order whose id was asked for in vain, created once more as paid': (record) => {
    send(record, 400, 'POST /orders', orderBody('order-12', { status: 'on-hold' }));
    send(record, 410, 'GET /orders/external/order-12', undefined, failing(401));
    send(record, 420, 'POST /orders', orderBody('order-12'));
  },
  'an order that is paid between two creations that fail, posted again as it is by then, and looked up': (record) => {
    const answer = answering(500);
    const parameters = { status: 'on-hold' };
    act(record, { action: 'create-order', fromMs: 4500, toMs: 4502, id: 'order-13', parameters });
    act(record, { action: 'pay-order', fromMs: 4505, toMs: 4550, parameters: { id: 'order-13' } });
    send(record, 4510, 'POST /orders', orderBody('order-13', parameters), { answer, fault: 'answered 500' });
    send(record, 4520, 'POST /orders', orderBody('order-13'), { answer, fault: 'answered 500' });
    send(record, 4530, 'POST /orders', orderBody('order-13'));
    read(record, 4540, '/orders/external/order-13', { id: uuid(78), ...orderBody('order-13') });
  },
  'an order whose customer changes and that redeems a coupon between two creations, the first of which fails': (
    record,
  ) => {
    const id = 'order-14';
    act(record, { action: 'create-order', fromMs: 4500, toMs: 4502, id, parameters: { status: 'completed' } });
    send(record, 4503, 'POST /orders', orderBody(id), failing(500));
    act(record, { action: 'update-customer', fromMs: 4505, toMs: 4506 });
    act(record, { action: 'redeem', fromMs: 4510, toMs: 4550, parameters: { code: 'TWICE', id, total: 114.34 } });
    const customer = { ...orderBody(id).customer, firstName: 'Anna' };
    send(record, 4530, 'POST /orders', orderBody(id, { customer, couponCode: 'TWICE', total: 114.34 }));
  },
  'the same order posted again': sending(400, 'POST /orders', orderBody('order-1')),
  'alike orders after one that was not retried at the end': (record) => {
    send(record, 6100, 'POST /orders', orderBody('order-9'), { answer: { lost: 'reset' }, fault: 'reset' });
    act(record, { action: 'create-order', fromMs: 6200 });
    send(record, 6210, 'POST /orders', orderBody('order-10'));
  },
  'an order that is paid after the next one was refused while the first was under way': (record) => {
    const parameters = { status: 'on-hold' };
    act(record, { action: 'create-order', fromMs: 390, toMs: 398, id: 'order-7', isSettled: true });
    send(record, 391, 'POST /orders', orderBody('order-7'));
    act(record, { action: 'create-order', fromMs: 400, toMs: 402, id: 'order-8', parameters });
    act(record, { action: 'create-order', fromMs: 403, toMs: 440, id: 'order-9', parameters, isSettled: true });
    send(record, 406, 'POST /orders', orderBody('order-8', parameters));
    send(record, 409, 'POST /orders', orderBody('order-9', parameters), failing(400));
    act(record, { action: 'pay-order', fromMs: 450, parameters: { id: 'order-8' }, isSettled: true });
    showOrder(record, 452, 'order-8', 8);
    send(record, 455, `PUT /orders/${uuid(8)}`, { status: 'completed' });
  },
  'an order that may still be sent again when the record ends': (record) => {
    record.idleMs = 6100;
    send(record, 6100, 'POST /orders', orderBody('order-9'), { answer: { lost: 'reset' }, fault: 'reset' });
  },
  'a look instead of a repeat': (record) => {
    for (const call of record.calls)
      if (call.atMs === 180) Object.assign(call, { method: 'GET', path: '/orders/external/order-4', body: '' });
  },
  'payments and no items, then a hundredth of the total': (record) => {
    rewriting('POST /orders', { lineItems: undefined, payments: [{ method: 'pix', amount: 121 }] })(record);
    rewriting(`PUT /orders/${uuid(21)}`, { total: 1.21 })(record);
  },
  'items twice, under a name of its own as well': rewriting('POST /orders', {
    items: [{ sku: 'p-1', quantity: 2, price: 60.5 }],
  }),
  'a UUID as externalId': (record) => {
    registeringAs(uuid(77))(record);
    asking('/coupons/external/own-1', `/coupons/external/${uuid(77)}`)(record);
  },
  '255 characters': registeringAs('ã'.repeat(255)),
  'a registration under another id that was refused': (record) => {
    const { body } = callTo(record, 'POST /coupons');
    holdAlso(record, 6400, ['REFUSED']);
    send(record, 6390, 'POST /coupons', { ...JSON.parse(body), code: 'REFUSED', externalId: 'another' }, failing(400));
  },
  'the name of the shop before the id that the shop has': holding({ id: 'shop-own-1' }, 'OWN1'),
  'the name of the shop before the id of a coupon': rewriting('POST /coupons', { externalId: 'shop-own-1' }),
  'an id that is shared and individual': (record) => {
    registeringAs('7')(record);
    send(record, 400, 'GET /coupons/external/7');
  },
  'an order opened on hold and completed by an update': (record) => {
    rewriting('POST /orders', { status: 'on-hold' })(record);
    showOrder(record, 104, 'order-1', 1);
    send(record, 105, `PUT /orders/${uuid(1)}`, { status: 'completed' });
  },
  'a total less the discount': (record) => {
    for (const call of record.calls)
      if (call.body.includes('couponCode'))
        rewrite(call, { total: 108.9, lineItems: [{ sku: 17, price: 121, quantity: 1 }] });
  },
  'ids that no call shows': (record) => {
    for (const action of record.actions) if (action.id !== undefined) action.id = `inner-${action.id}`;
  },
  'a count of tries in each order': (record) => {
    for (const call of record.calls) if (call.path === '/orders') rewrite(call, { attempt: call.atMs, sentBy: 'shop' });
  },
  'an order sent again as it is since its PUT': (record) => {
    act(record, { action: 'create-order', fromMs: 400, parameters: { id: 'order-2' } });
    send(record, 405, 'POST /orders', orderBody('order-2', { status: 'canceled' }));
  },
  'a paid order that was refused on hold': (record) => {
    for (const call of record.calls) if (call.body.includes('order-6')) rewrite(call, { status: 'on-hold' });
  },
  'an order called off by its deletion': (record) => {
    Object.assign(callAt(record, 130), { method: 'DELETE', body: '' });
  },
  'a customer by reference': rewriting('POST /orders', { customer: undefined, customerId: uuid(30) }),
  'an order without items and total': rewriting('POST /orders', { lineItems: undefined, total: undefined }),
  'a further change that names no status': sending(400, `PUT /orders/${uuid(2)}`, { note: 'later' }),
  'a change that names no status': sending(132, `PUT /orders/${uuid(2)}`, { note: 'by noon' }),
};
