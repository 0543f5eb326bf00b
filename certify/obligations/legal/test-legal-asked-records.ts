import type { PartnerRecord } from '../../../core/partner-record.ts';
import {
  act,
  answering,
  failing,
  make,
  orderBody,
  read,
  readPage,
  send,
  showOrder,
  uuid,
} from '../test-records/test-record.ts';
import {
  changingAt,
  eva,
  holding,
  type LegalPartners,
  reading,
  rewrite,
  rewritingAt,
  sending,
  synchronizeProducts,
  withoutAt,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

const phone = '+5511933330001';

/** Adds `order-50`, which awaits payment. */
const addOrderOnHold = (record: PartnerRecord): void => {
  const [id, parameters] = ['order-50', { status: 'on-hold' }];
  act(record, { action: 'create-order', fromMs: 7170, toMs: 7174, id, isSettled: true, parameters });
  const customer = { phone: '+5511944440001', address: { street: 'A' } };
  send(record, 7172, 'POST /orders', orderBody(id, { ...parameters, customer }));
};

export const legalAskedRecords: LegalPartners = {
  'a product and a customer that each order brings along, with counts that orders change': (record) => {
    for (const number of [1, 2, 3]) {
      const fromMs = 8000 + 20 * number;
      const counts = { ordersCount: number, totalSpent: 9 * number };
      act(record, { action: 'create-order', fromMs, toMs: fromMs + 8, id: `order-5${number}`, isSettled: true });
      send(record, fromMs + 1, 'POST /products', { name: 'Soap', provider: 'shop', stock: 20 - number });
      send(record, fromMs + 2, 'POST /customers', { externalId: 'customer-50', phone, ...counts });
      send(
        record,
        fromMs + 3,
        'POST /orders',
        orderBody(`order-5${number}`, { customer: { phone, address: { street: 'A' } } }),
      );
    }
  },
  'ids that no call shows': (record) => {
    for (const action of record.actions) {
      if (action.id !== undefined) action.id = `ticket ${action.id}`;
      if (typeof action.parameters.id === 'string') action.parameters.id = `ticket ${action.parameters.id}`;
    }
  },
  'an order that comes with the next one': (record) => {
    for (const call of record.calls) if (call.atMs > 7000 && call.atMs < 7010) call.atMs += 21;
    for (const action of record.actions) if (action.id?.startsWith('order')) action.id = `ticket ${action.id}`;
  },
  'an order that is refused': (record) => {
    withoutAt(7005)(record);
    changingAt(7002, (call) => Object.assign(call, { answer: answering(422, { message: 'Invalid status' }) }))(record);
  },
  'an order that cannot be sent while its customer is refused': (record) => {
    withoutCalls(record, ({ atMs }) => atMs > 7000 && atMs < 7010);
    send(record, 7002, 'POST /customers', { phone }, failing(401));
  },
  'an order of another customer that nothing asked for': sending(
    7012,
    'POST /orders',
    orderBody('walk-in', { customer: { phone: '+5511944440000', address: { street: 'A' } } }),
  ),
  'two orders of one customer with the same items': (record) => {
    const customer = { phone, address: { street: 'Rua Dois' } };
    act(record, { action: 'create-order', fromMs: 7010, toMs: 7014, id: 'order-39', isSettled: true });
    send(record, 7012, 'POST /orders', orderBody('order-39', { customer }));
  },
  'an order that is paid and canceled at once, of which the last alone is sent': (record) => {
    addOrderOnHold(record);
    showOrder(record, 7173, 'order-50', 50);
    act(record, { action: 'pay-order', fromMs: 7176, toMs: 7177, parameters: { id: 'order-50' } });
    act(record, {
      action: 'cancel-order',
      fromMs: 7178,
      toMs: 7184,
      isSettled: true,
      parameters: { id: 'order-50' },
    });
    send(record, 7180, `PUT /orders/${uuid(50)}`, { status: 'canceled' });
  },
  'a payment that failed, was stored and is found so': (record) => {
    addOrderOnHold(record);
    const shown = (status: string) => ({ answer: answering(200, { id: uuid(50), externalId: 'order-50', status }) });
    send(record, 7173, 'GET /orders/external/order-50', undefined, shown('on-hold'));
    act(record, { action: 'pay-order', fromMs: 7176, toMs: 7188, isSettled: true, parameters: { id: 'order-50' } });
    send(
      record,
      7177,
      `PUT /orders/${uuid(50)}`,
      { status: 'completed' },
      { fault: 'stored, then reset', answer: { lost: 'reset' } },
    );
    send(record, 7182, 'GET /orders/external/order-50', undefined, shown('completed'));
    send(record, 7185, `PUT /orders/${uuid(50)}`, { note: 'paid in cash' });
  },
  'a coupon on an order that is paid a moment later': (record) => {
    rewritingAt(7052, { status: 'on-hold' })(record);
    showOrder(record, 7053, 'order-33', 33);
    send(record, 7054, `PUT /orders/${uuid(33)}`, { status: 'completed' });
  },
  'a total less the discount': rewritingAt(7052, { total: 108.9 }),
  'a total less a large discount': (record) => {
    rewritingAt(7042, { amount: 60 })(record);
    holding({ amount: 60 }, 'OWN9')(record);
    rewritingAt(7052, { total: 48.4, lineItems: [{ productId: 'p-1', quantity: 1, price: 48.4 }] })(record);
  },
  'a total that is doubled by the freight': rewritingAt(7052, { total: 242, freight: 121 }),
  'a total of a hundredth after a coupon of 99 percent': (record) => {
    rewritingAt(7042, { amount: 99 })(record);
    holding({ amount: 99 }, 'OWN9')(record);
    rewritingAt(7052, { total: 1.21 })(record);
  },
  'a total of nothing after a discount of the shop': rewritingAt(7052, { total: 0, discount: 121 }),
  'a total of nothing after the discount, and no items': rewritingAt(7052, { total: 0, lineItems: [] }),
  'a code that comes again with what the order becomes': (record) => {
    showOrder(record, 7054, 'order-33', 33);
    send(record, 7056, `PUT /orders/${uuid(33)}`, {
      externalId: 'order-33',
      status: 'completed',
      couponCode: 'OWN9',
    });
  },
  'customers and products without an id of the partner': (record) => {
    for (const call of record.calls) {
      if (call.method === 'POST' && /^\/(customers|products)/.test(call.path)) rewrite(call, { externalId: undefined });
    }
  },
  'the only store that there is': (record) => {
    for (const call of record.calls)
      if (call.path === '/stores') rewrite(call, { externalId: 'store', name: 'The store' });
    for (const action of record.actions) {
      if (action.action === 'create-store') Object.assign(action, { id: 'store', parameters: {} });
    }
  },
  'a phone in other signs when a customer is sent again': rewritingAt(7072, { phone: '55 (11) 93333-0003' }),
  'a phone that a customer was given before being sent again': (record) => {
    act(record, {
      action: 'update-customer',
      fromMs: 7064,
      toMs: 7068,
      isSettled: true,
      parameters: { id: 'customer-9' },
    });
    send(record, 7066, `PUT /customers/${uuid(59)}`, { phone: '+5511933330005', lastName: 'Reis', firstName: 'Rui' });
    rewritingAt(7072, { phone: '+5511933330005' })(record);
  },
  'a customer who changes while the creation is retried, and is sent with the new values': (record) => {
    act(record, { action: 'create-customer', fromMs: 7170, toMs: 7171, id: 'customer-60' });
    send(record, 7171, 'POST /customers', eva, failing(500));
    const changed = { parameters: { id: 'customer-60' }, isSettled: true } as const;
    act(record, { action: 'update-customer', fromMs: 7172, toMs: 7175, ...changed });
    send(record, 7173, 'POST /customers', { ...eva, firstName: 'Evita' });
  },
  'a customer who is deleted before being sent, while another one is sent twice': (record) => {
    act(record, { action: 'create-customer', fromMs: 7170, toMs: 7172, id: 'customer-60' });
    send(record, 7171, 'POST /customers', eva, { answer: answering(500) });
    act(record, { action: 'create-customer', fromMs: 7173, toMs: 7174, id: 'customer-61' });
    const deleted = { parameters: { id: 'customer-61' } };
    act(record, { action: 'delete-customer', fromMs: 7175, toMs: 7176, isSettled: true, ...deleted });
    send(record, 7177, 'POST /customers', eva);
  },
  'a total after the discount that another order has without one': (record) => {
    for (const [index, [total, sent]] of (
      [
        [63.05, 63.05],
        [70.05, 63.05],
      ] as const
    ).entries()) {
      const [fromMs, code, id] = [7210 + 10 * index, `LOCAL${index}`, `order-of-LOCAL${index}`];
      make(record, code, 310 + index);
      act(record, { action: 'redeem', fromMs, id, parameters: { code, total } });
      send(record, fromMs + 2, 'POST /orders', orderBody(id, { couponCode: code, total: sent, lineItems: [] }));
    }
  },
  'a store that is sent again under a new name': rewritingAt(7112, { name: 'North and South' }),
  'a product that is sent again with the moment of that': rewritingAt(7092, { sentAt: '2030-01-31T12:00:07Z' }),
  'a coupon that is held in words of its own': holding(
    { type: 'porcentagem', amount: 10.001, phone: '(11) 98765-4321' },
    'OWN9',
  ),
  'a coupon that anybody may use': holding({ phone: null }, 'OWN9'),
  'a coupon that is held with neither amount nor expiry': holding(
    { amount: undefined, expiryDate: undefined, type: undefined },
    'OWN9',
  ),
  'an expiry that is kept by day': holding({ expiryDate: '2030-06-30' }, 'OWN9'),
  'an expiry that is kept as the day after': holding({ expiryDate: '2030-07-01' }, 'OWN9'),
  'an expiry that is kept as the end of the day': holding({ expiryDate: '2030-06-30T23:59:59-03:00' }, 'OWN9'),
  'a registration without the answer of a code': (record) => {
    for (const action of record.actions) delete action.code;
  },
  'lists that are read from the beginning, whatever was asked for': (record) => {
    changingAt(7152, (call) =>
      Object.assign(call, { path: call.path.replace('2030-01-30T22:30:00-03:00', '2020-01-01T00:00:00Z') }),
    )(record);
    changingAt(7162, (call) => Object.assign(call, { path: call.path.replace('updatedAt=2030-01-31T01:30:00Z&', '') }))(
      record,
    );
  },
  'a list that is read from the beginning of a day in Brasília': changingAt(7152, (call) =>
    Object.assign(call, { path: call.path.replace('2030-01-30T22:30:00-03:00', '2030-01-30T00:00:00-03:00') }),
  ),
  'two lists that are read at the same time': (record) => {
    for (const action of record.actions) if (action.fromMs === 6960) delete action.isSettled;
    act(record, { action: 'synchronize', fromMs: 6963, isSettled: true, parameters: { list: 'customers' } });
    for (const page of [1, 2]) {
      const pagination = { page, pageSize: 50, totalRecords: 90, totalPages: 2 };
      read(record, 6963 + 2 * page, `/customers?after=2020-01-01T00:00:00Z&page=${page}&pageSize=50`, {
        pagination,
        data: [{}],
      });
    }
  },
  'a list that is looked at first, from another moment': reading(
    7151,
    '/products?after=2030-01-31T12:00:00Z&page=1&pageSize=1',
    {
      pagination: { page: 1, pageSize: 1, totalRecords: 0, totalPages: 0 },
      data: [],
    },
  ),
  'a list that is looked at first, from an earlier moment': (record) =>
    readPage(record, 7151, 'products', { pageSize: 1, pages: 106 }),
  'an update of one field alone': changingAt(7142, (call) => Object.assign(call, { body: '{"points":7}' })),
  'an update in two steps': (record) => {
    rewritingAt(7142, { lastName: 'Reis' })(record);
    send(record, 7145, `PUT /customers/${uuid(59)}`, { lastName: 'Ramos' });
  },
  'an order that is stored and not answered before a restart, and looked up after it': (record) => {
    changingAt(7182, (call) => Object.assign(call, { answer: { lost: 'time-out' } }))(record);
    for (const fault of record.faults.slice(-1)) fault.kind = 'stored, then no answer';
    withoutAt(7186)(record);
    showOrder(record, 7186, 'order-35', 35);
  },
  'a customer that failed, and came inside an order in its place': (record) => {
    act(record, { action: 'create-customer', fromMs: 7190, id: 'customer-60' });
    act(record, { action: 'create-order', fromMs: 7192, toMs: 7199, id: 'order-60', isSettled: true });
    const customer = { externalId: 'customer-60', phone: '+5511944440060', firstName: 'Ari' };
    send(record, 7191, 'POST /customers', customer, { fault: 'reset', answer: { lost: 'reset' } });
    send(record, 7194, 'POST /orders', orderBody('order-60', { customer: { ...customer, address: { street: 'B' } } }));
  },
  'a product that failed, and is sent again under the same name': (record) => {
    act(record, { action: 'create-product', fromMs: 7190, toMs: 7199, id: 'product-60', isSettled: true });
    const product = { name: 'Café', provider: 'shop' };
    send(record, 7191, 'POST /products', { ...product, sentAt: 1 }, { fault: 'reset', answer: { lost: 'reset' } });
    send(record, 7194, 'POST /products', { ...product, sentAt: 2 });
  },
  'two products of one name, one of them of another provider': (record) => {
    for (const atMs of [6911, 6914])
      changingAt(atMs, (call) => rewrite(call, { name: 'Mate', provider: 'farm' }))(record);
  },
  'an order of three items of one price, whose total is a cent less': rewritingAt(7052, {
    total: 120.99,
    lineItems: [{ productId: 'p-1', quantity: 3, price: 40.33 }],
  }),
  'a list whose page fails, and that is read from its beginning again': (record) => {
    synchronizeProducts(record);
    readPage(record, 7191, 'products', { pages: 2 });
    readPage(record, 7192, 'products', { page: 2 }).answer = answering(500);
    for (const page of [1, 2, 3]) readPage(record, 7193 + page, 'products', { page, pageSize: 20, pages: 3 });
  },
  'a list whose page fails, and that is then read from an earlier moment': (record) => {
    synchronizeProducts(record);
    readPage(record, 7191, 'products', { pages: 2 });
    readPage(record, 7192, 'products', { page: 2 }).answer = answering(500);
    const earlier = { after: '2019-01-01T00:00:00Z', pages: 2 };
    for (const page of [2, 1]) readPage(record, 7195 - page, 'products', { ...earlier, page });
  },
  'a list whose page fails, and whose new records are then read': (record) => {
    synchronizeProducts(record);
    readPage(record, 7191, 'products', { pages: 2 });
    readPage(record, 7192, 'products', { page: 2 }).answer = answering(500);
    readPage(record, 7195, 'products', { after: '2030-01-31T12:00:00Z' });
  },
  'an order that was refused, and sent again as it was but for a coupon that is no good': (record) => {
    act(record, { action: 'create-order', fromMs: 7190, toMs: 7199, id: 'order-60', isSettled: true });
    const refused = failing(422);
    const body = orderBody('order-60', { total: 60, couponCode: 'NO-GOOD' });
    for (const atMs of [7191, 7193]) send(record, atMs, 'POST /orders', body, refused);
    send(record, 7195, 'POST /orders', { ...body, couponCode: undefined });
  },
  'an order that is put on hold to redeem a coupon, and that no lookup shows afterwards': (record) => {
    act(record, { action: 'redeem', fromMs: 7210, id: 'order-61', parameters: { code: 'LOCAL3', total: 121 } });
    send(record, 7212, 'POST /orders', orderBody('order-61', { status: 'on-hold', couponCode: 'LOCAL3' }));
    send(record, 7214, 'GET /orders/external/order-61', undefined, failing(403));
  },
  'a customer who is posted again after a lookup by another form of the phone returned no one': (record) => {
    send(record, 7190, 'POST /customers', { externalId: 'customer-62', phone: '5511933330062', firstName: 'Rui' });
    send(record, 7192, 'GET /customers/phone/%2B5511933330062', undefined, failing(404));
    send(record, 7194, 'POST /customers', { externalId: 'customer-62', phone: '5511933330062', firstName: 'Rio' });
  },
  'an order worth nothing that fails and is sent again': (record) => {
    act(record, { action: 'create-order', fromMs: 7230, toMs: 7239, id: 'order-63', isSettled: true });
    send(record, 7232, 'POST /orders', orderBody('order-63', { total: 0 }), failing(500));
    send(record, 7234, 'POST /orders', orderBody('order-63', { total: 0 }));
  },
  'orders of one basket whose discount is spread over the items, one of them by a change': (record) => {
    const discounted = {
      couponCode: 'TWICE',
      lineItems: [{ productId: 'p-1', quantity: 2, price: 53.24 }],
      total: 106.48,
    };
    act(record, { action: 'create-order', fromMs: 7238, id: 'order-64' });
    act(record, { action: 'create-order', fromMs: 7239, toMs: 7244, id: 'order-65', isSettled: true });
    send(record, 7240, 'POST /orders', orderBody('order-64', { ...discounted, couponCode: 'AGAIN' }));
    send(record, 7242, 'POST /orders', orderBody('order-65', { status: 'on-hold' }));
    showOrder(record, 7243, 'order-65', 65);
    act(record, { action: 'redeem', fromMs: 7245, parameters: { code: 'TWICE', id: 'order-65' } });
    send(record, 7246, `PUT /orders/${uuid(65)}`, { status: 'on-hold', ...discounted });
  },
  'a sale that goes on without the coupon that it was refused': (record) => {
    act(record, {
      action: 'redeem',
      fromMs: 7250,
      toMs: 7258,
      outcome: 'cannot',
      isSettled: true,
      parameters: { code: 'OWN9', total: 121 },
    });
    send(record, 7254, 'POST /orders', orderBody('order-66'));
  },
  'a draft with the coupon that is deleted before the order, and two parts of a basket with one coupon': (record) => {
    const redeemed = { couponCode: 'PLAIN', status: 'on-hold' };
    send(record, 620, 'POST /orders', orderBody('draft-67', redeemed));
    showOrder(record, 621, 'draft-67', 67);
    send(record, 622, `DELETE /orders/${uuid(67)}`);
    act(record, { action: 'create-order', fromMs: 7260, toMs: 7269, id: 'order-68', isSettled: true });
    for (const seller of ['a', 'b']) {
      send(record, 7262, 'POST /orders', { ...orderBody(`order-68-${seller}`), seller: { externalId: seller } });
    }
  },
};
