import type { PartnerRecord } from '../../../core/partner-record.ts';
import {
  after,
  ask,
  makeCustomer,
  makeOrder,
  registerCoupon,
  startMs,
  updateCustomer,
} from '../test-records/test-later-records.ts';
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
  work,
} from '../test-records/test-record.ts';
import { also, type Breaches } from '../test-records/test-record-changes.ts';

const bia = { phone: '+5511944440001', address: { street: 'Rua Bia' } };
const order = `/orders/${uuid(205)}`;

/** An order that awaits its payment, and is then canceled by its deletion. */
const cancelByDeletion = (record: PartnerRecord, meanwhile: () => void = () => {}): void => {
  makeOrder(record);
  showOrder(record, startMs + 4, 'o-1', 205);
  meanwhile();
  ask(record, startMs + 25, 'cancel-order', { parameters: { id: 'o-1' } });
  send(record, startMs + 26, `DELETE ${order}`);
};

/** The partner holds its coupon so. */
const holdAs = (record: PartnerRecord, atMs: number, fields: object): void => {
  const held = { code: 'M1', id: 'm-1', type: 'percent', phone: '+5511987654321', ...fields };
  record.states.push({ after: record.actions.length, atMs, coupons: [held], gone: [] });
};

/** A coupon is redeemed, and accepted once more for an order without it. */
const redeemTwice = (record: PartnerRecord): void => {
  registerCoupon(record);
  ask(record, startMs + 20, 'redeem', { id: 'o-7', parameters: { code: 'M1' } });
  send(record, startMs + 22, 'POST /orders', orderBody('o-7', { couponCode: 'M1' }));
  ask(record, startMs + 40, 'redeem', { id: 'o-8', parameters: { code: 'M1' } });
  send(record, startMs + 42, 'POST /orders', orderBody('o-8', { total: 90 }));
};

/** A customer who is to be changed. */
const changeCustomer = (record: PartnerRecord): void => {
  makeCustomer(record);
  read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });
  ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
};

/** A customer, and then an order of another one. */
const orderAfterCustomer = (record: PartnerRecord): void => {
  makeCustomer(record);
  read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1', phone: '5511944440055' });
  ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { phone: '+5511944440001' } });
  send(record, startMs + 22, 'POST /orders', orderBody('o-1', { customer: bia }));
};

const expiryDate = '2030-12-31T23:59:59-03:00';
const coupon = { code: 'X1', type: 'percent', amount: 5, phone: '+5511987654321' };

/** Two coupons at once that get one code, and the registration of the first. */
const registerTwo = (record: PartnerRecord, id: string): void => {
  act(record, { action: 'register-coupon', fromMs: startMs, toMs: startMs + 1, id: 'own-1', code: coupon.code });
  ask(record, startMs + 0.5, 'register-coupon', { id, code: coupon.code });
  send(record, startMs + 2, 'POST /coupons', { externalId: 'own-1', expiryDate, ...coupon });
};

/** What a partner does to another record than the one at hand, or makes once more. */
export const breachesBetweenRecords: Breaches = {
  'PART-125': {
    'a canceled order that its late payment makes again': after((record) => {
      cancelByDeletion(record, () => {
        act(record, { action: 'pay-order', fromMs: startMs + 20, toMs: startMs + 21, parameters: { id: 'o-1' } });
        send(record, startMs + 21, `PUT ${order}`, { status: 'completed' }, failing(500));
      });
      const answer = answering(404, { message: 'Pedido não encontrado' });
      send(record, startMs + 32, `PUT ${order}`, { status: 'completed' }, { answer });
      send(record, startMs + 34, 'POST /orders', orderBody('o-1'));
    }),
    'a canceled order that a restart makes again': after((record) => {
      cancelByDeletion(record);
      ask(record, startMs + 40, 'restart');
      send(record, startMs + 50, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    }),
  },
  'PART-129': {
    'a customer who is given the phone of the next order': after((record) => {
      orderAfterCustomer(record);
      send(record, startMs + 24, `PUT /customers/${uuid(755)}`, { phone: bia.phone, firstName: 'Bia' });
    }),
    'a customer who is given the phone of a notified coupon': after((record) => {
      orderAfterCustomer(record);
      make(record, 'NEXT', 771, { madeMs: startMs + 40 });
      notify(record, startMs + 41, 'NEXT');
      work(record, startMs + 44, 'NEXT');
      send(record, startMs + 54, `PUT /customers/${uuid(755)}`, { phone: '+5511987654321' });
    }),
  },
  'PART-149': {
    'a customer who loses the phone in place of a deletion': also(
      ['PART-136'],
      after((record) => {
        makeCustomer(record);
        read(record, startMs + 4, '/customers/external/c-1', { id: uuid(755), externalId: 'c-1' });
        ask(record, startMs + 20, 'delete-customer', { parameters: { id: 'c-1' } });
        send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { firstName: 'Removido', lastName: '', phone: '' });
      }),
    ),
  },
  'PART-148': {
    'one externalId for the customers of all orders': after((record) => {
      for (const number of [1, 2]) {
        const [atMs, phone] = [startMs + 30 * number, `+551194444000${number}`];
        ask(record, atMs, 'create-order', { id: `o-${number}`, parameters: { phone } });
        send(record, atMs + 1, 'POST /customers', { externalId: 'guest', phone, address: { street: 'Rua Bia' } });
        send(
          record,
          atMs + 2,
          'POST /orders',
          orderBody(`o-${number}`, { customer: { ...bia, phone }, total: number }),
        );
      }
    }),
  },
  'PART-152': {
    'one code for two coupons at once, of which the platform takes one': after((record) => {
      registerTwo(record, 'own-2');
      const answer = answering(422, { message: 'Coupon code exists' });
      send(record, startMs + 4, 'POST /coupons', { externalId: 'own-2', expiryDate, ...coupon }, { answer });
    }),
    'one code for two coupons at once, of which one is sent': after((record) => registerTwo(record, 'own-1')),
  },
  'PART-83': {
    'a coupon that is read once it is notified again, and is not made': after((record) => {
      make(record, 'NEXT', 771, { madeMs: startMs });
      notify(record, startMs + 1, 'NEXT');
      send(record, startMs + 3, 'GET /coupons/code/NEXT', undefined, failing(403));
      notify(record, startMs + 20, 'NEXT', { fault: 'late repeat' });
      read(record, startMs + 22, '/coupons/code/NEXT', { code: 'NEXT' });
      holdAlso(record, startMs + 50, []);
    }),
  },
  'PART-95': {
    'another list than the requested one, which a later action reads': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'customers' } });
      readPage(record, startMs + 2, 'products');
      ask(record, startMs + 20, 'synchronize', { parameters: { list: 'customers' } });
      readPage(record, startMs + 22, 'customers');
    }),
    'a list at a path that the platform does not have': after((record) => {
      ask(record, startMs, 'synchronize', { parameters: { list: 'customers' } });
      const path = '/customers/list?after=2020-01-01T00:00:00Z&page=1&pageSize=50';
      send(record, startMs + 2, `GET ${path}`, undefined, { answer: answering(404) });
    }),
  },
  'PART-143': {
    'an update inside another object': after((record) => {
      changeCustomer(record);
      send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { customer: { firstName: 'Zora' } });
    }),
    'an update of old values with the moment of its sending': after((record) => {
      updateCustomer(record, startMs, 1, { firstName: 'Zoe', syncedAt: '2030-01-31T12:00:08.022Z' });
    }),
    'an update of old values with the last visit, which each write has as now': after((record) => {
      updateCustomer(record, startMs, 1, { firstName: 'Zoe', lastVisit: '2030-01-31T12:00:08.022Z' });
      for (const call of record.calls
        .filter(({ method, path }) => method === 'POST' && path === '/customers')
        .slice(-1))
        call.body = call.body.replace('}', ',"lastVisit":"2030-01-31T12:00:08.002Z"}');
    }),
    'an update in another spelling': after((record) => {
      changeCustomer(record);
      send(record, startMs + 22, `PUT /customers/${uuid(755)}`, { first_name: 'Zora' });
    }),
  },
  'PART-153': {
    'a coupon of the partner whose amount grows by itself': after((record) => {
      registerCoupon(record);
      holdAs(record, startMs + 20, { amount: 5 });
      holdAs(record, startMs + 40, { amount: 99 });
    }),
    'a coupon of the partner that becomes one of another type': after((record) => {
      registerCoupon(record);
      holdAs(record, startMs + 20, { amount: 5 });
      holdAs(record, startMs + 40, { amount: 5, type: 'fixed_cart' });
    }),
  },
  'PART-12': {
    'an order that is deleted and posted again when it is paid': after((record) => {
      makeOrder(record);
      showOrder(record, startMs + 4, 'o-1', 205);
      ask(record, startMs + 20, 'pay-order', { parameters: { id: 'o-1' } });
      send(record, startMs + 22, `DELETE ${order}`);
      send(record, startMs + 24, 'POST /orders', orderBody('o-1'));
    }),
  },
  'PART-50': {
    'a second redemption that is accepted, and whose order has no code': after(redeemTwice),
  },
};
