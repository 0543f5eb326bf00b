import type { PartnerRecord } from '../../../core/partner-record.ts';
import { ask, makeCustomer, register, registerCoupon, startMs } from '../test-records/test-later-records.ts';
import {
  act,
  failing,
  holdAlso,
  make,
  notify,
  orderBody,
  read,
  readPage,
  send,
  showOrder,
  uuid,
  work,
} from '../test-records/test-record.ts';
import type { LegalPartners } from '../test-records/test-record-changes.ts';

const first = { lineItems: [{ productId: 'p-1', quantity: 1, price: 60.5 }], total: 60.5 };
const basket = { lineItems: [{ productId: 'p-1', quantity: 2, price: 60.5 }], total: 121 };

/** The partner makes an order that awaits its payment, and has it paid as another purchase. */
const payLater = (record: PartnerRecord, atMs: number, number: number, made: object, paid: object): void => {
  const [id, parameters] = [`o-${number}`, { status: 'on-hold' }];
  ask(record, atMs, 'create-order', { id, parameters });
  send(record, atMs + 2, 'POST /orders', orderBody(id, { ...parameters, ...made }));
  showOrder(record, atMs + 4, id, 600 + number);
  ask(record, atMs + 20, 'pay-order', { parameters: { id } });
  send(record, atMs + 22, `PUT /orders/${uuid(600 + number)}`, { status: 'completed', ...paid });
};

/** The platform shows its id of that customer. */
const showCustomer = (record: PartnerRecord): unknown =>
  read(record, startMs + 6, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });

/** The partner looks for something in a list, which a scenario refuses. */
const readRefused = (record: PartnerRecord, atMs: number, list: string, status: 401 | 404 | 422): unknown =>
  send(record, atMs, `GET /${list}?after=2020-01-01T00:00:00Z&page=1&pageSize=50`, undefined, failing(status));

/** Partners that need several requests for one action. */
export const legalSteps: LegalPartners = {
  'sales of several steps, two of them at once': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'create-order', fromMs: startMs, toMs: startMs + 3, id: 'o-5' });
    send(record, startMs + 1, 'POST /orders', orderBody('o-5', { status: 'on-hold', ...first }));
    showOrder(record, startMs + 4, 'o-5', 605);
    ask(record, startMs + 6, 'create-order', { id: 'o-6', toMs: startMs + 20 });
    send(record, startMs + 8, `PUT /orders/${uuid(605)}`, { status: 'completed', ...basket });
    send(record, startMs + 10, 'POST /orders', orderBody('o-6', { status: 'on-hold', ...first }));
    showOrder(record, startMs + 12, 'o-6', 606);
    send(record, startMs + 14, `PUT /orders/${uuid(606)}`, { status: 'completed', ...basket });
  },
  'an order that is paid by PUT, and then sent again as it is, without its code': (record) => {
    const sold = { status: 'on-hold', couponCode: 'PLAIN' };
    ask(record, startMs, 'redeem', { id: 'o-9', parameters: { code: 'PLAIN' } });
    send(record, startMs + 2, 'POST /orders', orderBody('o-9', sold));
    showOrder(record, startMs + 4, 'o-9', 609);
    ask(record, startMs + 20, 'pay-order', { id: 'o-9', parameters: { id: 'o-9' } });
    send(record, startMs + 22, `PUT /orders/${uuid(609)}`, { status: 'completed' });
    ask(record, startMs + 40, 'create-order', { id: 'o-9', parameters: { id: 'o-9' } });
    send(record, startMs + 42, 'POST /orders', orderBody('o-9', { status: 'completed' }));
  },
  'the first step of a redemption, which is refused while a list is read': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'redeem', fromMs: startMs, toMs: startMs + 1, id: 'o-10', parameters: { code: 'AGAIN' } });
    ask(record, startMs + 2, 'synchronize', { parameters: { list: 'products' } });
    readPage(record, startMs + 3, 'products');
    send(record, startMs + 4, 'POST /orders', orderBody('o-10', { status: 'on-hold' }), failing(401));
  },
  'a customer who is changed twice, and sent whole after the second change': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
    ask(record, startMs + 40, 'update-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 42, `PUT /customers/${uuid(755)}`, { phone: '+5511944440055', firstName: 'Zoraide' });
  },
  'a registration that is removed, and made again at the next start': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'register-webhook');
    register(record, startMs + 2, 500);
    ask(record, startMs + 20, 'unregister-webhook');
    send(record, startMs + 22, `DELETE /webhooks/${uuid(500)}`);
    ask(record, startMs + 40, 'restart');
    register(record, startMs + 50, 501);
  },
  'two updates at once that fail, and come as one': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    const line = `PUT /customers/${uuid(755)}`;
    act(record, { action: 'update-customer', fromMs: startMs + 20, toMs: startMs + 21, parameters: { id: 'c-1' } });
    send(record, startMs + 22, line, { firstName: 'Zoraide' }, failing(500));
    ask(record, startMs + 26, 'update-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 28, line, { lastName: 'Lima' }, failing(500));
    send(record, startMs + 40, line, { firstName: 'Zoraide', lastName: 'Lima' });
  },
  'a whole update that fails, and then one with the last value of what changed': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    const line = `PUT /customers/${uuid(755)}`;
    read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1' });
    act(record, { action: 'update-customer', fromMs: startMs + 20, toMs: startMs + 21, parameters: { id: 'c-1' } });
    send(record, startMs + 22, line, { phone: '+5511944440055', firstName: 'Zoraide' }, failing(500));
    ask(record, startMs + 26, 'update-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 28, line, { firstName: 'Zilda' });
  },
  'a customer who is changed by a request for each section, the first of which is refused': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    showCustomer(record);
    ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { phone: '+5511944440055' }, failing(401));
  },
  'a customer who is changed by a request for each section, the first of which fails until the next change': (
    record,
  ) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    showCustomer(record);
    const put = (atMs: number, fields: object, sent = {}): unknown =>
      send(record, startMs + atMs, `PUT /customers/${uuid(755)}`, fields, sent);
    act(record, { action: 'update-customer', fromMs: startMs + 20, toMs: startMs + 24, parameters: { id: 'c-1' } });
    put(21, { phone: '+5511944440055' }, failing(500));
    ask(record, startMs + 30, 'update-customer', { parameters: { id: 'c-1' } });
    put(32, { phone: '+5511944440055' });
    put(34, { firstName: 'Zoraide' });
  },
  'checkouts that begin with a cart, which is refused': (record) => {
    record.idleMs = 99_000;
    for (const [index, action] of ['create-order', 'redeem'].entries()) {
      const [atMs, parameters] = [startMs + 40 * index, action === 'redeem' ? { code: 'AGAIN' } : {}];
      ask(record, atMs, action, { id: `o-${5 + index}`, parameters });
      const cart = { externalId: `cart-${5 + index}`, customer: { phone: '+5511987654321' } };
      send(record, atMs + 2, 'POST /abandoned-carts', cart, failing(422));
    }
  },
  'a coupon that is marked as used before it is put on an order, which is refused': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'redeem', { id: 'o-5', parameters: { code: 'AGAIN' } });
    send(record, startMs + 2, 'PUT /coupons/code/AGAIN', { used: true, awaitingOrder: false }, failing(401));
  },
  'shared coupons that are registered several at once, ahead of their use': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'register-shared-coupon', { id: '11', code: 'S11' });
    for (const externalId of [11, 12]) {
      const coupon = { externalId, code: `S${externalId}` };
      send(record, startMs + externalId, 'POST /coupons/shared', coupon);
    }
    ask(record, startMs + 20, 'register-shared-coupon', { id: '12', code: 'S12' });
  },
  'the one code that a shop has for everybody, registered once': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'register-shared-coupon', { id: '11', code: 'WELCOME' });
    send(record, startMs + 2, 'POST /coupons/shared', { externalId: 11, code: 'WELCOME' });
    ask(record, startMs + 20, 'register-shared-coupon', { id: '11', code: 'WELCOME' });
  },
  'a notified coupon that is looked for in a list, which is refused': (record) => {
    record.idleMs = 99_000;
    make(record, 'LISTED', 171, { orderId: uuid(671), orderExternalId: null, madeMs: startMs });
    notify(record, startMs, 'LISTED', { orderId: uuid(671), more: { id: uuid(171) } });
    readRefused(record, startMs + 3, 'coupons', 401);
    holdAlso(record, startMs + 40, []);
  },
  'a changed customer who is looked for in a list, which is refused': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    showCustomer(record);
    ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
    readRefused(record, startMs + 22, 'customers', 404);
  },
  'a changed customer who is looked for in a list, which is refused, and then posted': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    showCustomer(record);
    ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
    readRefused(record, startMs + 22, 'customers', 422);
    const changed = { externalId: 'c-1', phone: '+5511944440055', firstName: 'Zoraide' };
    send(record, startMs + 24, 'POST /customers', changed);
  },
  'a new coupon that the shop puts on the open order of its customer': (record) => {
    record.idleMs = 99_000;
    const customer = { phone: '+5511987654321', address: { street: 'A' } };
    for (const [index, id] of ['o-5', 'o-6'].entries()) {
      const [atMs, parameters] = [startMs + 10 * index, { status: 'on-hold', phone: customer.phone }];
      ask(record, atMs, 'create-order', { id, parameters });
      send(record, atMs + 2, 'POST /orders', orderBody(id, { status: 'on-hold', customer, total: 121 + index }));
      showOrder(record, atMs + 5, id, 605 + index);
    }
    ask(record, startMs + 20, 'pay-order', { parameters: { id: 'o-6' } });
    send(record, startMs + 22, `PUT /orders/${uuid(606)}`, { status: 'completed' });
    const made = { phone: customer.phone, orderId: uuid(606), orderExternalId: 'o-6', madeMs: startMs + 23 };
    make(record, 'FRESH', 171, made);
    notify(record, startMs + 23, 'FRESH', { orderId: uuid(606), more: { id: uuid(171) } });
    work(record, startMs + 28, 'FRESH');
    send(record, startMs + 40, `PUT /orders/${uuid(605)}`, { status: 'on-hold', couponCode: 'FRESH' });
    holdAlso(record, startMs + 50, ['FRESH']);
  },
  'an order that is paid with the short phone for its carrier': (record) => {
    record.idleMs = 99_000;
    payLater(record, startMs, 6, basket, { delivery: { phone: '11987654321' }, tracking: { phone: '87654321' } });
  },
  'variants of a product under one id, of which the first fails and comes again': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'create-product', { id: 'p-7' });
    for (const [place, name] of ['Shirt S', 'Shirt M', 'Shirt S'].entries())
      send(record, startMs + 2 + 3 * place, 'POST /products', { externalId: 'p-7', name }, place ? {} : failing(500));
  },
  'an order that is deleted with its customer': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    showCustomer(record);
    const customer = { phone: '+5511944440055', address: { street: 'A' } };
    ask(record, startMs + 10, 'create-order', { id: 'o-5', parameters: { phone: customer.phone } });
    send(record, startMs + 12, 'POST /orders', orderBody('o-5', { customer }));
    showOrder(record, startMs + 15, 'o-5', 605);
    ask(record, startMs + 20, 'delete-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 22, `DELETE /orders/${uuid(605)}`);
    send(record, startMs + 25, `DELETE /customers/${uuid(755)}`);
  },
  'a whole list of what changed, from the same early moment by both filters': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'synchronize', { parameters: { list: 'products', changedSince: '2030-01-31T12:00:05.000Z' } });
    readPage(record, startMs + 2, 'products', { after: '2000-01-01T00:00:00Z&updatedAt=2000-01-01T00:00:00Z' });
  },
  'a whole list from the first day of the company, and what changed from a year before': (record) => {
    record.idleMs = 99_000;
    const changedSince = '2030-01-31T12:00:05.000Z';
    ask(record, startMs, 'synchronize', { parameters: { list: 'products' } });
    readPage(record, startMs + 2, 'products', { after: '2029-06-01T00:00:00-03:00' });
    ask(record, startMs + 20, 'synchronize', { parameters: { list: 'products', changedSince } });
    readPage(record, startMs + 22, 'products', { after: `2029-01-31T00:00:00-03:00&updatedAt=${changedSince}` });
  },
  'pages that are read at once, one of which fails': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'synchronize', { parameters: { list: 'products' } });
    readPage(record, startMs + 1, 'products', { pages: 3 });
    readPage(record, startMs + 4, 'products', { page: 3, pages: 3 });
    const page = '/products?after=2020-01-01T00:00:00Z&page=2&pageSize=50';
    send(record, startMs + 3.5, `GET ${page}`, undefined, { ...failing(401), tookMs: 5 });
  },
  'a basket of two sellers with one coupon, while a list is read': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'redeem', fromMs: startMs, toMs: startMs + 1, id: 'o-5', parameters: { code: 'AGAIN' } });
    ask(record, startMs + 2, 'synchronize', { parameters: { list: 'products' } });
    for (const [index, seller] of ['a', 'b'].entries()) {
      const part = { couponCode: 'AGAIN', seller, total: 100 + index };
      send(record, startMs + 4, 'POST /orders', { ...orderBody(`o-5-${seller}`), ...part });
    }
    readPage(record, startMs + 6, 'products');
  },
  'a marketplace whose sales are two orders each, which are like those of other sales': (record) => {
    record.idleMs = 99_000;
    for (let sale = 0; sale < 20; sale += 1) {
      const atMs = startMs + 20 * sale;
      ask(record, atMs, 'create-order', { id: `sale-${sale}` });
      for (const [index, total] of [60, 70].entries())
        send(record, atMs + 2 + index, 'POST /orders', orderBody(`sale-${sale}-${index}`, { total }));
    }
  },
  'subscriptions whose next invoice is made with the first one': (record) => {
    record.idleMs = 99_000;
    for (let sale = 0; sale < 20; sale += 1) {
      const atMs = startMs + 20 * sale;
      ask(record, atMs, 'create-order', { id: `sale-${sale}` });
      send(record, atMs + 2, 'POST /orders', orderBody(`sale-${sale}-0`));
      const next = { status: 'on-hold', dueAt: '2030-03-02T12:00:00Z' };
      send(record, atMs + 4, 'POST /orders', orderBody(`sale-${sale}-1`, next));
    }
  },
  'sales in three equal installments, an order each': (record) => {
    record.idleMs = 99_000;
    for (let sale = 0; sale < 20; sale += 1) {
      const atMs = startMs + 20 * sale;
      ask(record, atMs, 'create-order', { id: `sale-${sale}` });
      for (const [index, status] of ['completed', 'on-hold', 'on-hold'].entries())
        send(record, atMs + 2 + index, 'POST /orders', orderBody(`sale-${sale}-${index}`, { status, parcela: index }));
    }
  },
  'orders that cost less when they are paid by Pix, as one that is paid at once': (record) => {
    record.idleMs = 99_000;
    const paid = { lineItems: [{ productId: 'p-1', quantity: 2, price: 57.475 }], total: 114.95 };
    ask(record, startMs, 'create-order', { id: 'o-5' });
    send(record, startMs + 2, 'POST /orders', orderBody('o-5', paid));
    for (const number of [6, 7]) payLater(record, startMs + 40 * number, number, basket, paid);
  },
  'an order that costs less when it is paid, by a discount of each item': (record) => {
    record.idleMs = 99_000;
    const paid = { lineItems: [{ productId: 'p-1', quantity: 2, price: 60.5, discount: 6.05 }], total: 114.95 };
    ask(record, startMs, 'create-order', { id: 'o-5' });
    send(record, startMs + 2, 'POST /orders', orderBody('o-5', paid));
    payLater(record, startMs + 40, 6, basket, paid);
  },
  'an order of which one item is out of stock when it is paid': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'create-order', { id: 'o-5' });
    send(record, startMs + 2, 'POST /orders', orderBody('o-5', first));
    const lineItems = [...first.lineItems, { productId: 'p-2', quantity: 1, price: 10 }];
    payLater(record, startMs + 40, 6, { lineItems, total: 70.5 }, first);
  },
  'an order that is paid with less about the same product, as another order has from the beginning': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'create-order', { id: 'o-5' });
    send(record, startMs + 2, 'POST /orders', orderBody('o-5', first));
    const lineItems = first.lineItems.map((item) => ({ ...item, externalId: 'x-1', name: 'Soap' }));
    payLater(record, startMs + 40, 6, { ...first, lineItems }, first);
  },
  'a marketplace whose sales are of one seller or of two': (record) => {
    record.idleMs = 99_000;
    for (const [sale, sellers] of [['a'], ['a', 'b'], ['a'], ['a'], ['a', 'b']].entries()) {
      const atMs = startMs + 20 * sale;
      ask(record, atMs, 'create-order', { id: `sale-${sale}-a` });
      for (const [index, seller] of sellers.entries())
        send(record, atMs + 2 + index, 'POST /orders', orderBody(`sale-${sale}-${seller}`, { seller, ...first }));
    }
  },
  'a job that finds an order canceled before it sends it': (record) => {
    record.idleMs = 99_000;
    for (const [place, id] of ['o-5', 'o-6'].entries())
      act(record, {
        action: 'create-order',
        fromMs: startMs + place,
        id,
        toMs: startMs + 1,
        parameters: { status: 'on-hold' },
      });
    act(record, { action: 'pay-order', fromMs: startMs + 3, toMs: startMs + 4, parameters: { id: 'o-5' } });
    ask(record, startMs + 5, 'cancel-order', { toMs: startMs + 18, parameters: { id: 'o-6' } });
    send(record, startMs + 10, 'POST /orders', orderBody('o-5'));
  },
  'a coupon that is released once the order with it is canceled': (record) => {
    record.idleMs = 99_000;
    registerCoupon(record);
    ask(record, startMs + 30, 'redeem', { id: 'o-9', parameters: { code: 'M1' } });
    send(record, startMs + 32, 'POST /orders', orderBody('o-9', { couponCode: 'M1' }));
    showOrder(record, startMs + 34, 'o-9', 609);
    ask(record, startMs + 40, 'mark-coupon-used', { parameters: { code: 'M1' } });
    send(record, startMs + 42, 'PUT /coupons/code/M1', { used: true, awaitingOrder: false });
    ask(record, startMs + 60, 'cancel-order', { parameters: { id: 'o-9' } });
    send(record, startMs + 62, `PUT /orders/${uuid(609)}`, { status: 'canceled' });
    send(record, startMs + 66, 'PUT /coupons/code/M1', { used: false });
  },
  'a job that finds a coupon used before it registers it': (record) => {
    record.idleMs = 99_000;
    registerCoupon(record);
    ask(record, startMs + 30, 'mark-coupon-used', { parameters: { code: 'M1' } });
    send(record, startMs + 32, 'PUT /coupons/code/M1', { used: true, awaitingOrder: false });
    act(record, { action: 'register-coupon', fromMs: startMs + 40, toMs: startMs + 41, id: 'own-C7', code: 'C7' });
    ask(record, startMs + 42, 'mark-coupon-used', { parameters: { code: 'C7' } });
  },
};
