import { marks, type PartnerRecord } from '../../../core/partner-record.ts';
import {
  act,
  answering,
  emptyRecord,
  failing,
  hold,
  make,
  notify,
  orderBody,
  pageOf,
  read,
  readPage,
  send,
  showOrder,
  uuid,
  work,
} from './test-record.ts';
import type { Change } from './test-record-changes.ts';

const burstCodes = Array.from({ length: 60 }, (_, index) => `BURST${index}`);

const sendOrders = (record: PartnerRecord): void => {
  for (const [fromMs, id, status] of [
    [99, 'order-1', 'completed'],
    [109, 'order-2', 'on-hold'],
    [139, 'order-3', 'processing'],
    [159, 'order-4', 'completed'],
    [299, 'order-6', 'completed'],
    [309, 'order-7', 'completed'],
    [319, 'order-401', 'completed'],
    [329, 'order-403', 'completed'],
    [339, 'order-404', 'completed'],
    [599, 'order-5', 'completed'],
  ] as const) {
    act(record, { action: 'create-order', fromMs, toMs: fromMs + 1, id, parameters: { status } });
  }
  act(record, { action: 'cancel-order', fromMs: 129, toMs: 135, parameters: { id: 'order-2' } });
  send(record, 100, 'POST /orders', orderBody('order-1'));
  send(record, 110, 'POST /orders', orderBody('order-2', { status: 'on-hold' }));
  showOrder(record, 120, 'order-2', 2);
  send(record, 130, `PUT /orders/${uuid(2)}`, { status: 'canceled' });
  send(
    record,
    140,
    'POST /orders',
    orderBody('order-3', { status: 'processing', emittedAt: '2030-01-31T09:00:00-03:00' }),
  );
  showOrder(record, 150, 'order-3', 203);
  send(record, 155, `PUT /orders/${uuid(203)}`, { status: 'processing' });
  // answered 500 once
  send(record, 160, 'POST /orders', orderBody('order-4'), failing(500));
  send(record, 180, 'POST /orders', orderBody('order-4'));
  // answered 429 once
  send(record, 185, 'POST /products', { externalId: 'p-429', name: 'Lamp' }, { ...failing(429), tookMs: 1 });
  send(record, 198, 'POST /products', { externalId: 'p-429', name: 'Lamp' });
  // refused
  send(record, 300, 'POST /orders', orderBody('order-6'), failing(400));
  send(record, 310, 'POST /orders', orderBody('order-7'), failing(422));
  send(record, 320, 'POST /orders', orderBody('order-401'), failing(401));
  send(record, 330, 'POST /orders', orderBody('order-403'), failing(403));
  send(record, 340, 'POST /orders', orderBody('order-404'), failing(404));
  // not answered three times, and sent again after pauses that grow
  send(record, 600, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 640, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 720, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 880, 'POST /orders', orderBody('order-5'));
};

const sendRecords = (record: PartnerRecord): void => {
  const ana = { phone: '+5511987654321', firstName: 'Ana' };
  for (const atMs of [30, 31]) send(record, atMs, 'POST /customers', ana);
  read(record, 32, '/customers/phone/%2B5511987654321', { id: uuid(30) });
  act(record, { action: 'update-customer', fromMs: 33, toMs: 37 });
  send(record, 34, `PUT /customers/${uuid(30)}`, { firstName: 'Anna' });
  send(record, 36, 'POST /customers', { ...ana, firstName: 'Anna' });
  send(record, 40, 'POST /products', { name: 'Coffee', provider: 'shop', price: 60.5 });
  act(record, { action: 'create-product', fromMs: 41, toMs: 43 });
  send(record, 42, 'POST /products', { name: 'Coffee', provider: 'shop', price: 60.5 });
  act(record, { action: 'create-store', fromMs: 44, toMs: 45, id: 'store-1' });
  send(record, 44, 'POST /stores', { externalId: 'store-1', name: 'Centre' });
  act(record, { action: 'create-cart', fromMs: 46, toMs: 47, id: 'cart-1' });
  send(record, 46, 'POST /abandoned-carts', { externalId: 'cart-1', customer: { ...ana, id: uuid(30) } });
  readPage(record, 48, 'stores');
  const changedSince = '2030-01-01T00:00:00.000Z';
  act(record, { action: 'synchronize', fromMs: 49, toMs: 55, parameters: { list: 'products', changedSince } });
  for (const page of [1, 2, 3]) {
    const query = `after=2020-01-01T00:00:00Z&updatedAt=2029-12-31T21:00:00-03:00&page=${page}&pageSize=50`;
    read(record, 50 + page, `/products?${query}`, pageOf({ page, pages: 3 }));
  }
};

const sendCoupons = (record: PartnerRecord): void => {
  const own = { externalId: 'own-1', code: 'OWN1', type: 'percent', amount: 5.5, phone: '+5511987654321' };
  act(record, { action: 'register-coupon', fromMs: 60, toMs: 68, id: 'own-1' });
  send(record, 60, 'POST /coupons', { ...own, expiryDate: '2030-12-31T23:59:59-03:00', awaitingOrder: false });
  send(record, 62, 'GET /coupons/code/OWN1');
  send(record, 64, 'GET /coupons/external/own-1');
  send(record, 66, 'PUT /coupons/code/OWN1', { used: true, awaitingOrder: false });
  act(record, { action: 'mark-coupon-used', fromMs: 65, toMs: 68, parameters: { code: 'OWN1' } });
  act(record, { action: 'register-shared-coupon', fromMs: 70, toMs: 73, id: '7' });
  send(record, 70, 'POST /coupons/shared', { externalId: 7, code: 'ALL7' });
  send(record, 72, 'GET /coupons/code/ALL7');
  send(record, 74, 'GET /coupons-config');
};

/** An order and a coupon of its own for the second company, and an order that both companies call the same. */
const serveSecondCompany = (record: PartnerRecord): void => {
  const parameters = { company: 'second' } as const;
  const own = { externalId: 'own-second', code: 'SECOND2', type: 'percent', amount: 5, phone: '+5511987654321' };
  act(record, { action: 'create-order', fromMs: 8000, toMs: 8001, id: 'order-81', parameters });
  send(record, 8002, 'POST /orders', orderBody('order-81'), parameters);
  read(record, 8004, '/orders/external/order-81', { id: uuid(81), externalId: 'order-81' }, parameters);
  act(record, { action: 'pay-order', fromMs: 8005, toMs: 8006, parameters: { id: 'order-81', ...parameters } });
  send(record, 8007, `PUT /orders/${uuid(81)}`, { status: 'completed' }, parameters);
  act(record, { action: 'create-order', fromMs: 8010, toMs: 8011, id: 'order-1', parameters });
  send(record, 8012, 'POST /orders', orderBody('order-1'), parameters);
  act(record, { action: 'register-coupon', fromMs: 8020, toMs: 8021, id: 'own-second', code: 'SECOND2', parameters });
  send(record, 8022, 'POST /coupons', { ...own, expiryDate: '2030-12-31T23:59:59-03:00' }, parameters);
  send(record, 8024, 'GET /coupons/code/SECOND2', undefined, parameters);
};

/** The notifications of a session, both undisturbed and disturbed. */
const receive = (record: PartnerRecord): void => {
  for (const [index, code] of ['PLAIN', 'TWICE', 'NULL', 'MORE', 'GONE', 'AGAIN', 'LOST'].entries()) {
    make(record, code, 100 + index);
  }
  notify(record, 1000, 'PLAIN');
  work(record, 1010, 'PLAIN');
  hold(record, 1100, ['PLAIN']);

  notify(record, 2000, 'TWICE');
  work(record, 2010, 'TWICE');
  notify(record, 2020, 'TWICE', { fault: 'repeated' });
  hold(record, 2100, ['PLAIN', 'TWICE']);
  notify(record, 2200, 'TWICE', { fault: 'late repeat' });
  hold(record, 2300, ['PLAIN', 'TWICE']);

  notify(record, 3000, 'NULL', { orderId: null });
  work(record, 3010, 'NULL');
  notify(record, 3100, 'MORE', { fault: 'unknown fields', more: { channel: 'panel' } });
  work(record, 3110, 'MORE');
  notify(record, 3200, 'GONE');
  send(record, 3210, 'GET /coupons/code/GONE', undefined, failing(404));
  notify(record, 3300, 'AGAIN');
  send(record, 3310, 'GET /coupons/code/AGAIN', undefined, failing(500));
  work(record, 3330, 'AGAIN');
  notify(record, 3400, 'FORGED-1', {
    fault: 'wrong bearer',
    authorization: 'Bearer not-the-one',
    answer: { status: 401 },
  });

  act(record, { action: 'restart', fromMs: 4000, toMs: 4100 });
  notify(record, 4050, 'LOST', { answer: { lost: 'refused' } });
  notify(record, 4150, 'LOST');
  work(record, 4160, 'LOST');
  notify(record, 4200, 'TWICE', { fault: 'late repeat' });
  const all = ['PLAIN', 'TWICE', 'NULL', 'MORE', 'AGAIN', 'LOST'];
  hold(record, 4300, all);

  act(record, { action: 'redeem', fromMs: 4400, parameters: { code: 'PLAIN', total: 121 } });
  send(record, 4405, `PUT /orders/${uuid(2)}`, { status: 'completed', couponCode: 'PLAIN', total: 121 });

  for (const [index, code] of burstCodes.entries()) {
    make(record, code, 200 + index);
    notify(record, 5000 + index, code, { orderId: null });
    work(record, 5100 + index, code);
  }
  hold(record, 6000, [...all, ...burstCodes]);
  const own = { code: 'OWN1', id: 'own-1', type: 'percent', amount: 5.5, expiryDate: '2031-01-01T02:59:59Z' };
  record.states.at(-1)?.coupons.push(own);

  // a coupon of the shop, whose customer also has a giftback
  act(record, { action: 'register-coupon', fromMs: 6100, id: 'own-7', code: 'OWN7' });
  const registered = { externalId: 'own-7', code: 'OWN7', type: 'percent', amount: 5.5, phone: '+5511987654321' };
  send(record, 6102, 'POST /coupons', { ...registered, expiryDate: '2030-12-31T23:59:59Z' });
  make(record, 'GIFT3', 300, { madeMs: 6106 });
  act(record, { action: 'redeem', fromMs: 6120, id: 'order-own-7', parameters: { code: 'OWN7' } });
  send(record, 6122, 'POST /orders', orderBody('order-own-7', { couponCode: 'OWN7' }));
};

/** Changes one record of each kind, and leaves another one unchanged. */
const leaveOthersAlone = (record: PartnerRecord): void => {
  const orders = [
    ['order-21', '+5511911110001', 21],
    ['order-22', '+5511911110002', 22],
  ] as const;
  for (const [index, [id, phone, number]] of orders.entries()) {
    const fromMs = 900 + 10 * index;
    const customer = { phone, address: { street: 'Rua Dois', number: '20' } };
    act(record, { action: 'create-order', fromMs, toMs: fromMs + 8, id, parameters: { status: 'on-hold', phone } });
    send(record, fromMs + 2, 'POST /orders', orderBody(id, { status: 'on-hold', customer }));
    read(record, fromMs + 5, `/orders/external/${id}`, { id: uuid(number), externalId: id });
  }
  act(record, { action: 'pay-order', fromMs: 920, toMs: 928, id: 'order-21', parameters: { id: 'order-21' } });
  send(record, 922, `PUT /orders/${uuid(21)}`, { externalId: 'order-21', status: 'completed' });

  for (const number of [1, 2]) {
    const [fromMs, id, phone] = [920 + 10 * number, `customer-${number}`, `+551192222000${number}`];
    act(record, { action: 'create-customer', fromMs, toMs: fromMs + 8, id });
    send(record, fromMs + 2, 'POST /customers', { externalId: id, phone, firstName: 'Bia', lastName: 'Lima' });
    read(record, fromMs + 5, `/customers/phone/${encodeURIComponent(phone)}`, {
      id: uuid(50 + number),
      externalId: id,
      phone: phone.slice(1),
    });
  }
  act(record, { action: 'update-customer', fromMs: 950, toMs: 958, parameters: { id: 'customer-1' } });
  send(record, 952, `PUT /customers/${uuid(51)}`, { phone: '+5511922220001', firstName: 'Beatriz' });

  for (const number of [1, 2]) {
    const [fromMs, id] = [950 + 10 * number, `product-${number}`];
    act(record, { action: 'create-product', fromMs, toMs: fromMs + 8, id });
    send(record, fromMs + 2, 'POST /products', { externalId: id, name: `Tea ${number}`, provider: 'shop', price: 9 });
    read(record, fromMs + 5, `/products/external/${id}`, {
      id: uuid(60 + number),
      externalId: id,
      name: `Tea ${number}`,
      provider: 'shop',
    });
  }
  act(record, { action: 'create-product', fromMs: 980, toMs: 985, id: 'product-1', parameters: { id: 'product-1' } });
  send(record, 982, 'POST /products', { externalId: 'product-1', name: 'Tea 1', provider: 'shop', price: 9 });

  const [gone, phone] = ['customer-3', '+5511922220003'];
  act(record, { action: 'create-customer', fromMs: 986, toMs: 987, id: gone });
  send(record, 986, 'POST /customers', { externalId: gone, phone, firstName: 'Eva' });
  act(record, { action: 'delete-customer', fromMs: 988, toMs: 989, parameters: { id: gone } });
  read(record, 988, `/customers/external/${gone}`, { id: uuid(53), externalId: gone, phone });
  send(record, 989, `DELETE /customers/${uuid(53)}`);

  act(record, { action: 'mark-coupon-used', fromMs: 990, toMs: 998, parameters: { code: 'OWN1' } });
  send(record, 992, 'PUT /coupons/code/OWN1', { used: true, awaitingOrder: false });
};

/** The session of a correct partner with all capabilities, under all disturbances. */
export const testRecord = (change: Change = () => {}): PartnerRecord => {
  const record = emptyRecord();
  act(record, { action: 'register-webhook', fromMs: 0 });
  const registration = { event: 'coupon_create', targetUrl: 'http://shop.example/receiver', bearerToken: marks.bearer };
  send(record, 10, 'POST /webhooks', registration, { answer: answering(200, { id: uuid(10) }) });
  act(record, { action: 'change-webhook', fromMs: 19, toMs: 23 });
  send(record, 20, `PUT /webhooks/${uuid(10)}`, registration);
  sendRecords(record);
  sendCoupons(record);
  sendOrders(record);
  leaveOthersAlone(record);
  serveSecondCompany(record);
  receive(record);
  change(record);
  return record;
};
