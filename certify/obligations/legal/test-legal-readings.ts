import type { PartnerRecord } from '../../../core/partner-record.ts';
import { ask, updateCustomer } from '../test-records/test-later-records.ts';
import {
  act,
  answering,
  failing,
  hold,
  holdAlso,
  make,
  notify,
  orderBody,
  read,
  send,
  uuid,
} from '../test-records/test-record.ts';
import { callAt, callTo, type LegalPartners, rewrite, rewriting } from '../test-records/test-record-changes.ts';

const held = ['PLAIN', 'TWICE', 'NULL', 'MORE', 'AGAIN', 'LOST'];
const own = { type: 'percent', amount: 5, phone: '+5511987654321', expiryDate: '2030-12-31T23:59:59-03:00' };

const order = (record: PartnerRecord, fromMs: number, id: string, status: string): void => {
  ask(record, fromMs, 'create-order', { id, parameters: { status } });
  send(record, fromMs + 2, 'POST /orders', orderBody(id, { status }));
  read(record, fromMs + 4, `/orders/external/${id}`, { id: uuid(801), externalId: id, status });
};

/** Whose phone, address or id a field is, and what null and other forms of a value mean, is open. */
export const legalReadings: LegalPartners = {
  'a customer on file who is named by an id and a name': (record) => {
    const customer = { phone: '+5511933330012', address: { street: 'Rua Um', number: '12' } };
    send(record, 398, 'POST /customers', { ...customer, externalId: 'customer-12' });
    const named = { customer: { externalId: 'customer-12', firstName: 'Ana' } };
    send(record, 400, 'POST /orders', orderBody('order-12', named));
  },
  'a customer whose address came by an update of it alone': (record) => {
    const phone = '+5511933330012';
    send(record, 396, 'POST /customers', { externalId: 'customer-12', phone });
    read(record, 397, '/customers/external/customer-12', { id: uuid(712), externalId: 'customer-12', phone });
    send(record, 398, `PUT /customers/${uuid(712)}`, { address: { street: 'Rua Um', number: '12' } });
    send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone, emailAddress: '' } }));
  },
  'a customer who is shown with an address': (record) => {
    const phone = '+5511933330012';
    const shown = { id: uuid(712), externalId: 'customer-12', phone, address: { street: 'Rua Um' } };
    read(record, 398, `/customers/phone/${encodeURIComponent(phone)}`, shown);
    send(record, 400, 'POST /orders', orderBody('order-12', { customer: { phone } }));
  },
  'customers by id, with the phone of the seller in the same body': (record) => {
    for (const number of [1, 2]) {
      const [fromMs, id, phone] = [4500 + 20 * number, `order-s${number}`, `+551194444000${number}`];
      ask(record, fromMs, 'create-order', { id, parameters: { status: 'completed', phone } });
      send(record, fromMs + 1, 'POST /customers', { externalId: `cs${number}`, phone, address: { street: 'A' } });
      read(record, fromMs + 2, `/customers/external/cs${number}`, { id: uuid(700 + number), phone });
      const fields = { customer: undefined, customerId: uuid(700 + number) };
      const others = { seller: { name: 'Loja', phone: '+551133334444' }, shipping: { phone: '+5511955550000' } };
      send(record, fromMs + 4, 'POST /orders', orderBody(id, { ...fields, ...others }));
    }
  },
  'an address for parcels in one line, and the phone of a shopper': (record) => {
    const customer = { shopperPhone: '+5511987654321', shipAddress: 'Rua Um, 10' };
    rewriting('POST /orders', { customer, mailingAddress: { line1: 'Rua Um' } })(record);
  },
  'a price as text for people to read': rewriting('POST /products', { meta: { display_price: '9' } }),
  'the content of the package of an item': rewriting('POST /orders', {
    lineItems: [{ productId: 'p-1', quantity: 2, price: 60.5, package: { quantity: '12 un', amount: '500 ml' } }],
  }),
  'tax codes with points, and the release of the software': rewriting('POST /products', {
    ncm: '2203.00',
    cest: '28.038.00',
    softwareRelease: '4.10',
  }),
  'the country of a phone as a number': rewriting('POST /coupons', { phoneCountryCode: 55 }),
  'a number of a coupon that was refused, given to the next one': (record) => {
    for (const [fromMs, code, refusal] of [
      [6200, 'C1', failing(422)],
      [6210, 'C2', {}],
    ] as const) {
      ask(record, fromMs, 'register-coupon', { id: '70', code });
      send(record, fromMs + 2, 'POST /coupons', { ...own, code, externalId: '70' }, refusal);
    }
  },
  'codes that are kept in small letters': (record) => {
    for (const { coupons } of record.states) for (const each of coupons) each.code = each.code.toLowerCase();
  },
  'a transaction that begins again with another id after a failure': (record) => {
    make(record, 'ROLL', 170);
    notify(record, 4500, 'ROLL');
    read(record, 4505, '/coupons/code/ROLL', { code: 'ROLL' });
    send(record, 4510, 'PUT /coupons/code/ROLL', { externalId: 'own-5' }, failing(500));
    read(record, 4520, '/coupons/code/ROLL', { code: 'ROLL' });
    send(record, 4525, 'PUT /coupons/code/ROLL', { externalId: 'own-ROLL' });
    holdAlso(record, 6090, ['ROLL']);
  },
  'a coupon that was not found, and gets another id when it is there again': (record) => {
    send(record, 4450, 'GET /coupons/code/AGAIN', undefined, failing(404));
    read(record, 4460, '/coupons/code/AGAIN', { code: 'AGAIN' });
    send(record, 4465, 'PUT /coupons/code/AGAIN', { externalId: 'new-AGAIN' });
    hold(record, 4470, held);
    for (const { coupons } of record.states)
      for (const each of coupons) if (each.code === 'AGAIN') each.id = 'new-AGAIN';
  },
  'an id that was refused as malformed, and is corrected': (record) => {
    send(record, 6202, 'POST /coupons', { ...own, code: 'C3', externalId: 'x/1' }, failing(400));
    send(record, 6205, 'POST /coupons', { ...own, code: 'C3', externalId: 'x-1' });
  },
  'a used coupon that is written back whole': (record) => {
    ask(record, 4500, 'redeem', { id: 'order-77', parameters: { code: 'AGAIN', total: 121 } });
    send(record, 4502, 'POST /orders', orderBody('order-77', { couponCode: 'AGAIN' }));
    const coupon = { type: 'percent', amount: 10, minPurchaseValue: 50, used: true, isValid: false };
    read(record, 4510, '/coupons/code/AGAIN', { code: 'AGAIN', ...coupon });
    send(record, 4512, 'PUT /coupons/code/AGAIN', { externalId: 'own-AGAIN', ...coupon });
  },
  'a used coupon that is kept after its lookup was answered 404': (record) => {
    send(record, 4450, 'GET /coupons/code/PLAIN', undefined, failing(404));
    hold(record, 4460, held);
  },
  'a coupon that was shown, and is kept while its lookup is answered 422': (record) => {
    send(record, 4450, 'GET /coupons/code/AGAIN', undefined, failing(422));
    hold(record, 4460, held);
  },
  'null for what a change leaves out': (record) => {
    rewrite(callTo(record, 'PUT /webhooks'), { event: null });
    rewrite(callAt(record, 952), { email: null });
    send(record, 6300, 'POST /coupons/shared', { code: 'ALL8', externalId: null });
  },
  'the date on which an item of an order expires': rewriting('POST /orders', {
    lineItems: [{ productId: 'p-1', quantity: 2, price: 60.5, lot: 'L1', expiryDate: '05/02/2031' }],
  }),
  'a flag of its own in the registration of a coupon': rewriting('POST /coupons', { used: 0 }),
  'a moment of its own in an order': rewriting('POST /orders', { createdAt: '05/01/2030 10:00' }),
  'an id of its own in a cart that is read back': (record) => {
    const [id, phone] = ['7d444840-9dc0-11d1-b245-5ffdce74fad2', '+5511944440090'];
    send(record, 4500, 'POST /customers', { externalId: id, phone, firstName: 'Zoe' });
    send(record, 4502, 'POST /abandoned-carts', { externalId: 'cart-u', customer: { id, phone } });
    read(record, 4504, '/abandoned-carts/external/cart-u', { id: uuid(888), customer: { id, phone } });
  },
  'the number of a shared coupon under its id': (record) => {
    read(record, 6300, '/coupons/code/ALL7', { id: uuid(960), code: 'ALL7' });
    send(record, 6302, `PUT /coupons/${uuid(960)}`, { externalId: 7 });
  },
};

/** Such readings after a session of records that are sent one after another. */
export const legalAskedReadings: LegalPartners = {
  'a sale that is voided before its creation arrived': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'create-order', fromMs: 8000, toMs: 8002, id: 'o-v', parameters: { status: 'on-hold' } });
    send(record, 8001, 'POST /orders', orderBody('o-v', { status: 'on-hold' }), failing(500));
    ask(record, 8005, 'cancel-order', { toMs: 8020, parameters: { id: 'o-v' } });
    send(record, 8010, 'POST /orders', orderBody('o-v', { status: 'canceled', total: 0, lineItems: [] }));
  },
  'a coupon of the shop on an order that exists, which the platform would not take': (record) => {
    record.idleMs = 99_000;
    order(record, 8000, 'o-1', 'on-hold');
    ask(record, 8010, 'make-coupon', { id: 'l1', code: 'LOCAL1' });
    ask(record, 8020, 'redeem', { id: 'o-1', parameters: { code: 'LOCAL1', id: 'o-1' } });
    send(record, 8022, `PUT /orders/${uuid(801)}`, { status: 'on-hold', total: 115 });
  },
  'a coupon that covers a whole order, which is then paid': (record) => {
    record.idleMs = 99_000;
    order(record, 8000, 'o-1', 'on-hold');
    ask(record, 8010, 'register-coupon', { id: 'm-1', code: 'M1' });
    send(record, 8012, 'POST /coupons', { ...own, code: 'M1', externalId: 'm-1', type: 'percent', amount: 100 });
    ask(record, 8020, 'redeem', { id: 'o-1', parameters: { code: 'M1', id: 'o-1' } });
    send(record, 8022, `PUT /orders/${uuid(801)}`, { status: 'completed', couponCode: 'M1', total: 0 });
  },
  'a customer whose phone changes before the creation arrived': (record) => {
    record.idleMs = 99_000;
    act(record, { action: 'create-customer', fromMs: 8000, toMs: 8002, id: 'cp' });
    send(record, 8001, 'POST /customers', { externalId: 'cp', phone: '+5511944440071' }, failing(500));
    ask(record, 8005, 'update-customer', { toMs: 8020, parameters: { id: 'cp' } });
    send(record, 8010, 'POST /customers', { externalId: 'cp', phone: '+5511944440072' });
  },
  'coupons of its own that are lowered when they expire, and when their customer is deleted': (record) => {
    record.idleMs = 99_000;
    ask(record, 8000, 'create-customer', { id: 'c-1' });
    send(record, 8002, 'POST /customers', { externalId: 'c-1', phone: '+5511944440055' });
    read(record, 8004, '/customers/external/c-1', { id: uuid(790), externalId: 'c-1', phone: '+5511944440055' });
    for (const [fromMs, code, fields] of [
      [8010, 'M1', { phone: '+5511944440055' }],
      [8020, 'M2', { expiryDate: '2030-01-31T12:00:08.030Z' }],
    ] as const) {
      ask(record, fromMs, 'register-coupon', { id: `id-${code}`, code });
      send(record, fromMs + 2, 'POST /coupons', { ...own, code, externalId: `id-${code}`, ...fields });
    }
    send(record, 8040, 'PUT /coupons/code/M2', { used: true, awaitingOrder: false });
    ask(record, 8050, 'delete-customer', { parameters: { id: 'c-1' } });
    send(record, 8052, 'PUT /coupons/code/M1', { used: true, awaitingOrder: false });
    send(record, 8054, `DELETE /customers/${uuid(790)}`);
  },
  'a giftback that is lowered when its order is canceled, by a partner that marks none': (record) => {
    record.idleMs = 99_000;
    record.capabilities = record.capabilities.filter((capability) => capability !== 'mark-used');
    order(record, 8000, 'o-1', 'completed');
    make(record, 'GIFT1', 90, { madeMs: 8006, orderExternalId: 'o-1' });
    read(record, 8008, '/coupons/code/GIFT1', { code: 'GIFT1' });
    ask(record, 8010, 'cancel-order', { parameters: { id: 'o-1' } });
    send(record, 8012, `PUT /orders/${uuid(801)}`, { status: 'canceled' });
    send(record, 8014, 'PUT /coupons/code/GIFT1', { used: true, awaitingOrder: false });
  },
  'a birthday that changes, and nothing else': (record) => {
    record.idleMs = 99_000;
    const [customer, birthDate] = [{ externalId: 'c-1', phone: '+5511944440055' }, '1990-01-01T00:00:00.000Z'];
    ask(record, 8000, 'create-customer', { id: 'c-1' });
    send(record, 8002, 'POST /customers', { ...customer, birthDate });
    read(record, 8004, '/customers/external/c-1', { id: uuid(790), ...customer });
    ask(record, 8020, 'update-customer', { parameters: { id: 'c-1' } });
    send(record, 8022, `PUT /customers/${uuid(790)}`, { ...customer, birthDate: '1991-01-01T00:00:00.000Z' });
  },
  'customers of whom a consent or a visit is new, and nothing else': (record) => {
    record.idleMs = 99_000;
    updateCustomer(record, 8000, 1, { firstName: 'Zoe', consentedAt: '2030-01-31T12:00:08.022Z' });
    updateCustomer(record, 8040, 2, { firstName: 'Zoe', ultimaVisita: '2030-01-31T12:00:08.062Z' });
  },
  'a customer who is emptied before the deletion': (record) => {
    record.idleMs = 99_000;
    const customer = { externalId: 'c-1', phone: '+5511944440055', email: 'zoe@example.com' };
    ask(record, 8000, 'create-customer', { id: 'c-1' });
    send(record, 8002, 'POST /customers', customer);
    read(record, 8004, '/customers/external/c-1', { id: uuid(790), ...customer });
    ask(record, 8030, 'delete-customer', { parameters: { id: 'c-1' } });
    send(record, 8032, `PUT /customers/${uuid(790)}`, { firstName: '', email: '' });
    send(record, 8034, `DELETE /customers/${uuid(790)}`);
  },
  'registrations of two actions whose answers have no id': (record) => {
    record.idleMs = 99_000;
    const body = { event: 'coupon_create', targetUrl: 'http://shop.example/receiver' };
    for (const fromMs of [8000, 8100]) {
      ask(record, fromMs, 'register-webhook');
      send(record, fromMs + 2, 'POST /webhooks', body, { answer: answering(200, body), fault: 'echoed' });
    }
  },
  'a draft that is deleted before the order is sent': (record) => {
    record.idleMs = 99_000;
    ask(record, 8000, 'create-order', { toMs: 8020, id: 'final-1', parameters: { status: 'completed' } });
    const fields = { customer: { phone: '+5511944440095', address: { street: 'Rua Um' } } };
    send(record, 8002, 'POST /orders', orderBody('draft-1', { status: 'on-hold', ...fields }));
    read(record, 8004, '/orders/external/draft-1', { id: uuid(801), externalId: 'draft-1', status: 'on-hold' });
    send(record, 8006, `DELETE /orders/${uuid(801)}`);
    send(record, 8008, 'POST /orders', orderBody('final-1', fields));
  },
};
