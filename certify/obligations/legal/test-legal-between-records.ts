import type { PartnerRecord } from '../../../core/partner-record.ts';
import { ask, makeCustomer, makeOrder, registerCoupon, startMs } from '../test-records/test-later-records.ts';
import {
  act,
  answering,
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
} from '../test-records/test-record.ts';
import { callAt, type LegalPartners, rewrite } from '../test-records/test-record-changes.ts';

const order = `/orders/${uuid(205)}`;

/** An order that awaits its payment, and is then canceled by its deletion. */
const cancelByDeletion = (record: PartnerRecord): void => {
  record.idleMs = 99_000;
  makeOrder(record);
  showOrder(record, startMs + 4, 'o-1', 205);
  ask(record, startMs + 25, 'cancel-order', { parameters: { id: 'o-1' } });
  send(record, startMs + 26, `DELETE ${order}`);
};

const coupon = {
  ...{ code: 'X1', externalId: 'own-1', type: 'percent', amount: 5 },
  ...{ phone: '+5511987654321', expiryDate: '2030-12-31T23:59:59-03:00' },
};

/** A customer who is to be changed, or deleted. */
const changeCustomer = (record: PartnerRecord, action = 'update-customer'): void => {
  record.idleMs = 99_000;
  makeCustomer(record);
  read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });
  ask(record, startMs + 20, action, { parameters: { id: 'c-1' } });
};

/** A customer, an update of the customer, and then an order. */
const orderAfterUpdate = (record: PartnerRecord, phone: string): void => {
  record.idleMs = 99_000;
  makeCustomer(record);
  read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });
  ask(record, startMs + 10, 'update-customer', { parameters: { id: 'c-1' } });
  send(record, startMs + 12, `PUT /customers/${uuid(755)}`, { firstName: 'Zora', phone });
  ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { phone: '+5511944440056' } });
  send(record, startMs + 22, 'POST /orders', orderBody('o-1', { customer: { phone: '+5511944440056', address: 'R' } }));
};

/** A coupon whose first lookup was refused, and that is notified again. */
const refusedCoupon = (record: PartnerRecord): void => {
  record.idleMs = 99_000;
  make(record, 'NEXT', 771, { madeMs: startMs });
  notify(record, startMs + 1, 'NEXT');
  send(record, startMs + 3, 'GET /coupons/code/NEXT', undefined, failing(403));
  notify(record, startMs + 20, 'NEXT', { fault: 'late repeat' });
};

/** What comes near a mistake between two records. */
export const legalBetweenRecords: LegalPartners = {
  'a canceled order that is deleted, and kept as a canceled one': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 28, 'POST /orders', orderBody('o-1', { status: 'canceled' }));
  },
  'a canceled order that is to be sent again': (record) => {
    cancelByDeletion(record);
    ask(record, startMs + 40, 'create-order', { id: 'o-1', parameters: { id: 'o-1' } });
    send(record, startMs + 42, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
  },
  'a canceled order whose late creation is deleted again': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 28.5, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    showOrder(record, startMs + 30, 'o-1', 206);
    send(record, startMs + 32, `DELETE /orders/${uuid(206)}`);
  },
  'a canceled order whose creation overtakes its deletion': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 27, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
  },
  'a customer whose phone was to change, and that has the new one with the next order': (record) => {
    orderAfterUpdate(record, '+5511944440055');
    send(record, startMs + 24, `PUT /customers/${uuid(755)}`, { firstName: 'Zora', phone: '+5511944440056' });
  },
  'a customer who is sent again with the phone in other signs': (record) => {
    orderAfterUpdate(record, '55 (11) 94444-0055');
    for (const action of record.actions) if (action.action === 'update-customer') action.action = 'create-customer';
  },
  'a shop whose one account buys with one phone after another': (record) => {
    record.idleMs = 99_000;
    for (const number of [1, 2]) {
      const [atMs, phone] = [startMs + 20 * number, `+551194444000${number}`];
      ask(record, atMs, 'create-order', { id: `o-${number}`, parameters: { phone } });
      const account = { externalId: 'account', phone, address: { street: 'Rua Bia' } };
      if (number === 1) send(record, atMs + 1, 'POST /customers', account);
      else send(record, atMs + 1, `PUT /customers/${uuid(755)}`, account);
      read(record, atMs + 4, '/customers/external/account', { id: uuid(755), ...account });
      send(
        record,
        atMs + 6,
        'POST /orders',
        orderBody(`o-${number}`, { customer: { phone, address: 'R' }, total: number }),
      );
    }
  },
  'a cart that is sent again with the new phone of its customer, who filled another one': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'update-customer', { parameters: { id: 'customer-9' } });
    send(record, startMs + 2, `PUT /customers/${uuid(59)}`, {
      phone: '+5511933330005',
      lastName: 'Reis',
      firstName: 'Rui',
    });
    ask(record, startMs + 20, 'create-cart', { id: 'cart-10' });
    send(record, startMs + 22, 'POST /abandoned-carts', {
      externalId: 'cart-10',
      customer: { phone: '+5511933330005' },
    });
    ask(record, startMs + 40, 'create-cart', { id: 'cart-9', parameters: { id: 'cart-9' } });
    send(record, startMs + 42, 'POST /abandoned-carts', {
      externalId: 'cart-9',
      customer: { phone: '+5511933330005' },
    });
  },
  'an account that buys for a customer whom only orders name': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    const customer = { externalId: 'c-1', phone: '+5511944440057', address: 'R' };
    for (const number of [1, 2]) {
      const atMs = startMs + 20 * number;
      ask(record, atMs, 'create-order', { id: `o-${number}`, parameters: { phone: customer.phone } });
      send(record, atMs + 2, 'POST /orders', orderBody(`o-${number}`, { customer, total: number }));
      read(record, atMs + 4, '/customers/phone/5511944440057', { id: uuid(757), phone: '5511944440057' });
    }
  },
  'a customer whose phone changes, and who is posted again with it': (record) => {
    orderAfterUpdate(record, '+5511944440056');
    ask(record, startMs + 40, 'create-customer', { id: 'c-1', parameters: { id: 'c-1' } });
    const zora = { externalId: 'c-1', phone: '+5511944440056', firstName: 'Zora' };
    send(record, startMs + 42, 'POST /customers', zora);
  },
  ...Object.fromEntries(
    ['', null, '+5500000000000'].map((phone) => [
      `a customer who is made anonymous with the phone ${JSON.stringify(phone)}, and then deleted`,
      (record: PartnerRecord) => {
        changeCustomer(record, 'delete-customer');
        send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { firstName: 'Removido', lastName: '', phone });
        send(record, startMs + 24, `DELETE /customers/${uuid(755)}`);
      },
    ]),
  ),
  'a number that a new customer gets once the one before is deleted': (record) => {
    record.idleMs = 99_000;
    makeCustomer(record);
    read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });
    ask(record, startMs + 10, 'delete-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 12, `DELETE /customers/${uuid(755)}`);
    ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { phone: '+5511944440057' } });
    send(record, startMs + 21, 'POST /customers', { externalId: 'c-1', phone: '+5511944440057', firstName: 'Bia' });
    const customer = { phone: '+5511944440057', address: { street: 'R' } };
    send(record, startMs + 22, 'POST /orders', orderBody('o-1', { customer }));
  },
  'a customer who comes with and without the country': (record) => {
    record.idleMs = 99_000;
    for (const [index, phone] of ['+5511944440057', '(11) 94444-0057'].entries()) {
      const atMs = startMs + 20 * index;
      ask(record, atMs, 'create-order', { id: `o-${index}`, parameters: { phone: '+5511944440057' } });
      send(record, atMs + 1, 'POST /customers', { externalId: 'guest', phone, firstName: 'Bia' });
      const customer = { phone: '+5511944440057', address: { street: 'R' } };
      send(record, atMs + 2, 'POST /orders', orderBody(`o-${index}`, { customer, total: 50 + index }));
    }
  },
  'the code of a coupon that was refused, which the next one gets': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'register-coupon', { id: 'own-1', code: 'X1' });
    send(record, startMs + 2, 'POST /coupons', coupon, failing(422));
    ask(record, startMs + 20, 'register-coupon', { id: 'own-1', code: 'X1' });
    send(record, startMs + 22, 'POST /coupons', coupon);
  },
  'the code of a coupon that is used up, which the next one gets': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'register-coupon', { id: 'own-1', code: 'X1' });
    send(record, startMs + 2, 'POST /coupons', coupon);
    ask(record, startMs + 20, 'mark-coupon-used', { parameters: { code: 'X1' } });
    send(record, startMs + 22, 'PUT /coupons/code/X1', { used: true, awaitingOrder: false });
    ask(record, startMs + 40, 'register-coupon', { id: 'own-1', code: 'X1' });
    send(record, startMs + 42, 'POST /coupons', coupon);
  },
  'a shop that has one coupon, which it registers each time': (record) => {
    record.idleMs = 99_000;
    const { body } = callAt(record, 7042);
    for (const number of [1, 2]) {
      const atMs = startMs + 20 * number;
      ask(record, atMs, 'register-coupon', { id: 'own-OWN9', code: 'OWN9' });
      send(record, atMs + 2, 'POST /coupons', JSON.parse(body));
    }
  },
  'a coupon whose lookup is refused twice, and that is not made': (record) => {
    refusedCoupon(record);
    send(record, startMs + 22, 'GET /coupons/code/NEXT', undefined, failing(403));
    holdAlso(record, startMs + 50, []);
  },
  'a coupon whose second lookup is followed by its making, after a state': (record) => {
    refusedCoupon(record);
    holdAlso(record, startMs + 21, []);
    read(record, startMs + 22, '/coupons/code/NEXT', { code: 'NEXT' });
    send(record, startMs + 24, 'PUT /coupons/code/NEXT', { externalId: 'own-NEXT' });
  },
  'a coupon whose lookup was refused twice, and that is looked up when it is to be redeemed': (record) => {
    refusedCoupon(record);
    send(record, startMs + 22, 'GET /coupons/code/NEXT', undefined, failing(401));
    ask(record, startMs + 40, 'redeem', { outcome: 'cannot', parameters: { code: 'NEXT' } });
    read(record, startMs + 42, '/coupons/code/NEXT', { code: 'NEXT' });
    holdAlso(record, startMs + 50, []);
  },
  'a list at a path that the platform does not have, and then at the right one': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'synchronize', { parameters: { list: 'customers' } });
    const path = '/customers/list?after=2020-01-01T00:00:00Z&page=1&pageSize=50';
    send(record, startMs + 2, `GET ${path}`, undefined, { answer: answering(404) });
    readPage(record, startMs + 4, 'customers');
  },
  'a list whose reading ends with a restart, and that is read once more later': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'synchronize', fromMs: startMs, parameters: { list: 'customers' } });
    ask(record, startMs + 2, 'restart');
    ask(record, startMs + 20, 'synchronize', { parameters: { list: 'customers' } });
    readPage(record, startMs + 22, 'customers');
  },
  'a list that is refused': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'synchronize', { parameters: { list: 'customers' } });
    const path = '/customers?after=2020-01-01T00:00:00Z&page=1&pageSize=50';
    send(record, startMs + 2, `GET ${path}`, undefined, failing(401));
  },
  'two lists at once, each of which is read once for two actions': (record) => {
    record.idleMs = 99_000;
    const parameters = { list: 'customers' };
    act(record, { action: 'synchronize', fromMs: startMs, toMs: startMs + 1, parameters });
    ask(record, startMs + 2, 'synchronize', { parameters });
    readPage(record, startMs + 4, 'customers');
  },
  'texts with numbers, and the content of a package': (record) => {
    record.idleMs = 99_000;
    ask(record, startMs, 'create-product', { id: 'p-9' });
    const words = { quantity: '500 ml', price: 'sob consulta' };
    send(record, startMs + 2, 'POST /products', { externalId: 'p-9', name: 'Soap', provider: 'shop', ...words });
    ask(record, startMs + 20, 'create-order', { id: 'o-9' });
    const item = { productId: 'p-1', quantity: 2, price: 60.5, unit: '2 un', name: '3 por 2' };
    const lineItems = [{ ...item, options: { amount: 'two' } }];
    send(record, startMs + 22, 'POST /orders', orderBody('o-9', { lineItems, note: '2 un' }));
  },
  'an update of an address, with the name of who lives there': (record) => {
    changeCustomer(record);
    send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { address: { firstName: 'Zora', street: 'Rua Um' } });
  },
  'an update of a field that the creation did not have, and the same field in another spelling': (record) => {
    changeCustomer(record);
    send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { firstname: 'Zoe', lastName: 'Lima' });
  },
  'an update in the spelling of the creation': (record) => {
    changeCustomer(record);
    rewrite(callAt(record, startMs + 2), { nick_name: 'Z' });
    send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { nick_name: 'Zo' });
  },
  'a balance that shrinks, and a coupon that grows by a change, or once it is used': (record) => {
    record.idleMs = 99_000;
    registerCoupon(record);
    for (const [index, amount] of [5, 3, 6, 9].entries()) {
      const atMs = startMs + 20 * (index + 1);
      if (amount === 6) send(record, atMs - 5, 'PUT /coupons/code/M1', { amount });
      if (amount === 9) {
        ask(record, atMs - 8, 'mark-coupon-used', { parameters: { code: 'M1' } });
        send(record, atMs - 5, 'PUT /coupons/code/M1', { used: true, awaitingOrder: false });
      }
      const held = { code: 'M1', id: 'm-1', type: 'percent', amount, phone: '+5511987654321' };
      record.states.push({ after: record.actions.length, atMs, coupons: [held], gone: [] });
    }
  },
  'variants of a product that come with one sale after another, and have one externalId': (record) => {
    record.idleMs = 99_000;
    const sent = [
      { externalId: 'p-9', name: 'Tereré', provider: 'shop' },
      { externalId: 'p-9', name: 'Tereré 500 g', provider: 'shop' },
      { externalId: 'p-9', name: 'Tereré 500 g', provider: 'farm' },
      { externalId: 'p-9', name: 'Tereré verde', provider: 'farm' },
    ];
    for (const [index, product] of sent.entries()) {
      const atMs = startMs + 20 * index;
      ask(record, atMs, 'create-order', { id: `o-${index}` });
      send(record, atMs + 1, 'POST /products', product);
      send(record, atMs + 2, 'POST /orders', orderBody(`o-${index}`, { total: 50 + index }));
    }
  },
  'an order that is replaced when it is paid, since its change was refused': (record) => {
    record.idleMs = 99_000;
    makeOrder(record);
    showOrder(record, startMs + 4, 'o-1', 205);
    ask(record, startMs + 20, 'pay-order', { parameters: { id: 'o-1' } });
    send(record, startMs + 21, `PUT ${order}`, { status: 'completed' }, failing(403));
    send(record, startMs + 22, `DELETE ${order}`);
    send(record, startMs + 24, 'POST /orders', orderBody('o-1'));
  },
  'two redemptions at once, of which one has the coupon': (record) => {
    record.idleMs = 99_000;
    registerCoupon(record);
    act(record, { action: 'redeem', fromMs: startMs + 20, toMs: startMs + 21, id: 'o-7', parameters: { code: 'M1' } });
    ask(record, startMs + 21, 'redeem', { id: 'o-8', parameters: { code: 'M1' } });
    send(record, startMs + 22, 'POST /orders', orderBody('o-7', { couponCode: 'M1' }));
    send(record, startMs + 24, 'POST /orders', orderBody('o-8', { total: 90 }));
  },
  'a sale that goes on without a coupon that is used up': (record) => {
    record.idleMs = 99_000;
    registerCoupon(record);
    ask(record, startMs + 20, 'redeem', { id: 'o-7', parameters: { code: 'M1' } });
    send(record, startMs + 22, 'POST /orders', orderBody('o-7', { couponCode: 'M1' }));
    ask(record, startMs + 40, 'redeem', { outcome: 'cannot', parameters: { code: 'M1' } });
    send(record, startMs + 42, 'POST /orders', orderBody('o-8', { total: 90 }));
  },
};
