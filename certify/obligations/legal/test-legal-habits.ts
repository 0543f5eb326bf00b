import type { PartnerRecord } from '../../../core/partner-record.ts';
import { ask } from '../test-records/test-later-records.ts';
import {
  act,
  failing,
  hold,
  holdAlso,
  make,
  notify,
  orderBody,
  read,
  send,
  showOrder,
  uuid,
  work,
} from '../test-records/test-record.ts';
import { type LegalPartners, rewrite } from '../test-records/test-record-changes.ts';

const bia = { phone: '+5511944440001', address: { street: 'Rua Bia' } };

/** Adds an order of Bia that awaits payment, and that a lookup shows. */
const addOrder = (record: PartnerRecord, atMs: number, number: number, fields: object = {}): void => {
  const parameters = { status: 'on-hold' };
  ask(record, atMs, 'create-order', { id: `order-${number}`, parameters });
  send(record, atMs + 2, 'POST /orders', orderBody(`order-${number}`, { ...parameters, customer: bia, ...fields }));
  showOrder(record, atMs + 5, `order-${number}`, number);
};

/** Has a coupon of Ana notified, which the partner holds. */
const bringCoupon = (record: PartnerRecord, atMs: number, code: string): void => {
  make(record, code, atMs, { orderId: uuid(atMs), orderExternalId: null, madeMs: atMs, minPurchaseValue: 0 });
  notify(record, atMs, code, { orderId: uuid(atMs), more: { id: uuid(atMs) } });
  work(record, atMs + 3, code);
  hold(record, atMs + 9, ['OWN9', code]);
  for (const held of record.states.at(-1)?.coupons ?? []) if (held.code === code) held.minPurchaseValue = 0;
};

const registration = {
  ...{ externalId: 'own-C7', code: 'C7', type: 'percent', amount: 10, minPurchaseValue: 50 },
  ...{ phone: '+5511987654321', expiryDate: '2030-06-30T12:00:00-03:00' },
};

/** What shops do in their own way, and the document leaves to them. */
export const legalHabits: LegalPartners = {
  'a coupon that is refused for an order of another customer': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    addOrder(record, 8020, 70);
    ask(record, 8040, 'redeem', { outcome: 'cannot', parameters: { code: 'OF-ANA', id: 'order-70' } });
  },
  'an order, a customer and a cart that fail and come again with the phone in another form': (record) => {
    const inForm = (phone: string) => ({ ...bia, externalId: 'bia-7', firstName: 'Bia', phone });
    const [plus, plain] = [inForm('+5511944440001'), inForm('5511944440001')];
    const lineItems = [{ productId: 'p-1', quantity: 1, price: 10 }];
    ask(record, 8000, 'create-order', { id: 'order-69' });
    send(record, 8002, 'POST /orders', orderBody('order-69', { customer: plus }), failing(500));
    send(record, 8004, 'POST /orders', orderBody('order-69', { customer: plain }));
    ask(record, 8020, 'create-customer', { id: 'bia-7' });
    send(record, 8022, 'POST /customers', plus, failing(500));
    send(record, 8024, 'POST /customers', plain);
    ask(record, 8040, 'create-cart', { id: 'cart-69' });
    send(record, 8042, 'POST /abandoned-carts', { externalId: 'cart-69', customer: plain, lineItems }, failing(500));
    send(record, 8044, 'POST /abandoned-carts', { externalId: 'cart-69', customer: plus, lineItems });
  },
  'one open cart for each customer, which is filled and abandoned again': (record) => {
    for (const [place, product] of ['p-1', 'p-2'].entries()) {
      ask(record, 8000 + 20 * place, 'create-cart', { id: 'cart-of-bia' });
      const lineItems = [{ productId: product, quantity: 1, price: 10 }];
      send(record, 8002 + 20 * place, 'POST /abandoned-carts', { externalId: 'cart-of-bia', customer: bia, lineItems });
    }
  },
  'an order for a customer by its id and name, which somebody else receives': (record) => {
    for (const [number, phone] of [
      [71, '+5511944440071'],
      [72, '+5511944440072'],
    ] as const) {
      const customer = { externalId: `customer-${number}`, firstName: 'Ana' };
      const atMs = 8000 + 20 * (number - 71);
      ask(record, atMs, 'create-order', { id: `order-${number}`, parameters: { status: 'completed', phone } });
      send(record, atMs + 1, 'POST /customers', { ...customer, phone, address: { street: 'Rua Ana' } });
      const shipping = { recipient: 'Bia', phone: '+5511955550009', address: { street: 'Rua Bia' } };
      send(record, atMs + 4, 'POST /orders', orderBody(`order-${number}`, { customer, shipping }));
    }
  },
  'a configuration that is kept once it is read': (record) => {
    ask(record, 8000, 'read-coupons-config');
    send(record, 8002, 'GET /coupons-config');
    ask(record, 8020, 'read-coupons-config');
  },
  'the only store, which the platform has already': (record) => ask(record, 8000, 'create-store', { id: 'store-9' }),
  'a coupon of a chain that is registered for both companies': (record) => {
    ask(record, 8000, 'register-shared-coupon', { id: '71', code: 'ALL71', parameters: { company: 'second' } });
    send(record, 8002, 'POST /coupons/shared', { externalId: 71, code: 'ALL71' }, { company: 'second' });
    send(record, 8003, 'POST /coupons/shared', { externalId: 71, code: 'ALL71' });
  },
  'a registration that a 500 undid, and that begins again with the next id': (record) => {
    ask(record, 8000, 'register-coupon', { id: '6', code: 'C7', toMs: 8018 });
    send(record, 8002, 'POST /coupons', { ...registration, externalId: '5' }, failing(500));
    send(record, 8008, 'POST /coupons', { ...registration, externalId: '6' });
  },
  'a coupon whose amount, expiry and minimum are set after its registration': (record) => {
    const { amount, expiryDate, minPurchaseValue, ...rest } = registration;
    ask(record, 8000, 'register-coupon', { id: 'own-C7', code: 'C7', toMs: 8018 });
    send(record, 8002, 'POST /coupons', { ...rest, amount: 5, expiryDate: '2030-12-31T12:00:00-03:00' });
    send(record, 8008, 'PUT /coupons/code/C7', { amount, expiryDate, minPurchaseValue });
    hold(record, 8020, ['OWN9', 'C7']);
  },
  'a coupon that an order has used, and that is written back as used with its id': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    ask(record, 8020, 'redeem', { id: 'order-73', toMs: 8038, parameters: { code: 'OF-ANA' } });
    send(record, 8022, 'POST /orders', orderBody('order-73', { couponCode: 'OF-ANA' }));
    send(record, 8028, 'PUT /coupons/code/OF-ANA', { externalId: 'own-OF-ANA', used: true });
  },
  'a coupon with flags and moments of its phone': (record) => {
    const flags = { hasWhatsapp: 1, phoneVerified: 1, whatsappOptIn: 0, phoneVerifiedAt: 1_893_456_000 };
    send(record, 8000, 'POST /coupons', { ...registration, ...flags });
  },
  'an order that awaits its payment in vain, and that the shop cancels': (record) => {
    addOrder(record, 8000, 75);
    addOrder(record, 8020, 76, { total: 50 });
    send(record, 8060, `PUT /orders/${uuid(75)}`, { status: 'canceled' });
    record.idleMs = 9000;
  },
  'the freight and the number of an order that come while another one is paid': (record) => {
    addOrder(record, 8000, 77);
    addOrder(record, 8020, 78, { total: 50 });
    ask(record, 8040, 'pay-order', { parameters: { id: 'order-78' } });
    send(record, 8042, `PUT /orders/${uuid(78)}`, { status: 'completed' });
    send(record, 8044, `PUT /orders/${uuid(77)}`, { status: 'on-hold', total: 136, freight: 15, externalId: 'NF-77' });
  },
  'customers who change at once, in two requests each': (record) => {
    const customers = [
      { number: 79, firstName: 'Ana', email: 'ana@example.com' },
      { number: 80, firstName: 'Bia', email: 'bia@example.com' },
    ];
    for (const [place, { number, ...names }] of customers.entries()) {
      const [externalId, atMs] = [`customer-${number}`, 8000 + 20 * place];
      ask(record, atMs, 'create-customer', { id: externalId });
      send(record, atMs + 2, 'POST /customers', { externalId, phone: `+55119444400${number}`, ...names });
      read(record, atMs + 4, `/customers/external/${externalId}`, { id: uuid(number), externalId });
    }
    act(record, { action: 'update-customer', fromMs: 8040, toMs: 8041, parameters: { id: 'customer-79' } });
    ask(record, 8044, 'update-customer', { toMs: 8060, parameters: { id: 'customer-80' } });
    for (const [place, { number, firstName, email }] of customers.entries()) {
      send(record, 8042 + 4 * place, `PUT /customers/${uuid(number)}`, { firstName: `${firstName} Reis` });
      send(record, 8050 + place, `PUT /customers/${uuid(number)}`, { email: `new.${email}` });
    }
  },
  'what is left out because the record that it needs was refused first': (record) => {
    const needs = {
      'create-order': 'POST /customers',
      'create-cart': 'POST /products',
      'register-coupon': `PUT /customers/${uuid(59)}`,
      redeem: 'POST /stores',
    };
    for (const [place, [action, line]] of Object.entries(needs).entries()) {
      const fromMs = 8000 + 20 * place;
      ask(record, fromMs, action, { id: `left-out-${place}`, code: 'OWN9', parameters: { code: 'OWN9' } });
      send(record, fromMs + 2, line, { externalId: 'needed', phone: '+5511944440090', name: 'Mate' }, failing(403));
    }
    ask(record, 8100, 'delete-customer', { parameters: { id: 'customer-9' } });
    send(record, 8102, `PUT /customers/${uuid(59)}`, { firstName: 'Nobody' }, failing(401));
  },
  'a giftback that is withdrawn with its purchase': (record) => {
    addOrder(record, 8000, 81);
    make(record, 'OF-81', 82, { orderId: uuid(81), orderExternalId: 'order-81', madeMs: 8010 });
    notify(record, 8010, 'OF-81', { orderId: uuid(81), more: { id: uuid(82) } });
    work(record, 8013, 'OF-81');
    ask(record, 8030, 'cancel-order', { parameters: { id: 'order-81' } });
    send(record, 8032, `PUT /orders/${uuid(81)}`, { status: 'canceled' });
    hold(record, 8050, ['OWN9']);
  },
  'an order that gets its number with its payment, and is sent again under it': (record) => {
    ask(record, 8000, 'create-order', { id: 'order-83', toMs: 8018 });
    send(record, 8002, 'POST /orders', orderBody('draft-83', { status: 'on-hold' }));
    showOrder(record, 8005, 'draft-83', 83);
    send(record, 8008, `PUT /orders/${uuid(83)}`, { externalId: 'order-83', status: 'completed' });
    ask(record, 8020, 'create-order', { id: 'order-83', parameters: { id: 'order-83' } });
    send(record, 8022, 'POST /orders', orderBody('order-83'));
  },
  'a coupon that is redeemed with the first item, before the others come': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    ask(record, 8020, 'redeem', { id: 'order-84', toMs: 8038, parameters: { code: 'OF-ANA', total: 121 } });
    const first = { status: 'on-hold', lineItems: [{ productId: 'p-1', quantity: 1, price: 60.5 }], total: 60.5 };
    send(record, 8022, 'POST /orders', orderBody('order-84', { couponCode: 'OF-ANA', ...first }));
    showOrder(record, 8025, 'order-84', 84);
    send(record, 8028, `PUT /orders/${uuid(84)}`, orderBody('order-84', { couponCode: 'OF-ANA', total: 108.9 }));
  },
  'a query of its own with each write': (record) => {
    ask(record, 8000, 'create-store', { id: 'store-85', toMs: 8018 });
    const store = { externalId: 'store-85', name: 'North' };
    send(record, 8002, 'POST /stores?try=1', store, { ...failing(429), tookMs: 1 });
    send(record, 8014, 'POST /stores?try=2', store);
    record.idleMs = 9000;
  },
  'a payment in two steps of which the first is refused': (record) => {
    addOrder(record, 8000, 86);
    ask(record, 8020, 'pay-order', { parameters: { id: 'order-86' } });
    send(record, 8022, `PUT /orders/${uuid(86)}`, { status: 'processing' }, failing(422));
  },
  'a redemption in two steps of which the first is refused': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    ask(record, 8020, 'redeem', { id: 'order-87', toMs: 8038, parameters: { code: 'OF-ANA', total: 121 } });
    send(record, 8022, 'POST /orders', orderBody('order-87', { status: 'on-hold' }), failing(401));
    record.idleMs = 9000;
  },
  'a read of the configuration that a restart ends': (record) => {
    record.calls = record.calls.filter(({ path }) => path !== '/coupons-config');
    ask(record, 8000, 'read-coupons-config', { toMs: 8008 });
    for (const atMs of [8002, 8005]) send(record, atMs, 'GET /coupons-config', undefined, failing(500));
    act(record, { action: 'read-coupons-config', fromMs: 8020, toMs: 8021 });
    ask(record, 8024, 'restart', { toMs: 8030 });
    record.idleMs = 9000;
  },
  'a copy of an order that comes when the next one is made': (record) => {
    ask(record, 8000, 'create-order', { id: 'order-88', toMs: 8004 });
    send(record, 8002, 'POST /orders', orderBody('order-88'));
    act(record, { action: 'create-order', fromMs: 8010, toMs: 8018, id: 'order-89' });
    send(record, 8011, 'POST /orders', orderBody('order-88'));
    ask(record, 8012, 'create-order', { id: 'order-90', toMs: 8018 });
    for (const id of ['order-89', 'order-90']) send(record, 8014, 'POST /orders', orderBody(id));
  },
  'another coupon of the customer than the one that the order is too small for': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    make(record, 'TOO-BIG', 87, { madeMs: 8010, minPurchaseValue: 500 });
    notify(record, 8010, 'TOO-BIG', { more: { id: uuid(87) } });
    work(record, 8013, 'TOO-BIG');
    ask(record, 8020, 'redeem', { id: 'order-87', parameters: { code: 'TOO-BIG', total: 121 } });
    send(record, 8022, 'POST /orders', orderBody('order-87', { couponCode: 'OF-ANA' }));
  },
  'an e-mail address that is taken out once it does not exist any more': (record) => {
    const customer = { externalId: 'customer-88', phone: '+5511944440088' };
    ask(record, 8000, 'create-customer', { id: customer.externalId });
    send(record, 8002, 'POST /customers', { ...customer, email: 'eva@example.com' });
    read(record, 8004, '/customers/external/customer-88', { id: uuid(88), ...customer });
    send(record, 8020, `PUT /customers/${uuid(88)}`, { email: '' });
  },
  'a coupon of the shop that a newer one of the customer replaces': (record) => {
    for (const [fromMs, code] of [
      [8000, 'C7'],
      [8020, 'C8'],
    ] as const) {
      ask(record, fromMs, 'register-coupon', { id: `own-${code}`, code });
      send(record, fromMs + 2, 'POST /coupons', { ...registration, externalId: `own-${code}`, code });
    }
    send(record, 8024, 'PUT /coupons/code/C7', { used: true, awaitingOrder: false });
  },
  'a code that is kept in small letters and registered in capitals': (record) => {
    ask(record, 8000, 'register-coupon', { id: 'own-C7', code: 'verao7' });
    send(record, 8002, 'POST /coupons', { ...registration, code: 'VERAO7' });
    record.idleMs = 9000;
  },
  'a catalogue that is sent again before each new product, and whose first request is refused': (record) => {
    const tea = { name: 'Tea 91', externalId: 'product-91', provider: 'shop' };
    ask(record, 8000, 'create-product', { id: 'product-91' });
    send(record, 8002, 'POST /products', tea);
    ask(record, 8020, 'create-product', { id: 'product-92' });
    send(record, 8022, 'POST /products', tea, failing(401));
  },
  'a customer who buys as a guest, and is forgotten after the sale': (record) => {
    const guest = { externalId: 'guest-93', phone: '+5511944440093', address: { street: 'Rua Um' } };
    ask(record, 8000, 'create-order', { id: 'order-93', toMs: 8018 });
    send(record, 8002, 'POST /customers', guest);
    send(record, 8004, 'POST /orders', orderBody('order-93', { customer: guest }));
    read(record, 8006, '/customers/external/guest-93', { id: uuid(93), ...guest });
    send(record, 8008, `DELETE /customers/${uuid(93)}`);
  },
  'an id that stands for every guest, with the phone in another field': (record) => {
    for (const [fromMs, id, phone] of [
      [8000, 'order-95', '+5511944440001'],
      [8020, 'order-96', '(011) 94444-0002'],
    ] as const) {
      ask(record, fromMs, 'create-order', { id, parameters: { phone } });
      const customer = { externalId: 'guest', celular: phone, address: { street: 'Rua Um' } };
      send(record, fromMs + 2, 'POST /orders', orderBody(id, { customer }));
    }
  },
  'texts about the phone of a customer on file, and the phone of the hotline': (record) => {
    const customer = { externalId: 'c-12', phone: '+5511944440012', address: { street: 'Rua Um' } };
    send(record, 8000, 'POST /customers', customer);
    const said = { externalId: 'c-12', firstName: 'Ana', phoneVerified: 'true', phoneMasked: '(11) *****-0012' };
    for (const [index, more] of [
      {},
      { customerServicePhone: '0800 123 4567' },
      { customerNote: '+55 11 3333-4444' },
    ].entries()) {
      const id = `order-97-${index}`;
      ask(record, 8020 + 20 * index, 'create-order', { id, parameters: { phone: customer.phone } });
      send(record, 8022 + 20 * index, 'POST /orders', orderBody(id, { customer: said, ...more }));
    }
  },
  'a customer who moves to another area': (record) => {
    const customer = { externalId: 'c-11', phone: '+5511999990001', firstName: 'Eva' };
    ask(record, 8000, 'create-customer', { id: 'c-11' });
    send(record, 8002, 'POST /customers', customer);
    read(record, 8004, '/customers/external/c-11', { id: uuid(811), ...customer });
    ask(record, 8020, 'update-customer', { parameters: { id: 'c-11' } });
    send(record, 8022, `PUT /customers/${uuid(811)}`, { ...customer, phone: '+5521999990001' });
  },
  'a coupon for a customer whose phone differs from that of another one in its area': (record) => {
    const phone = '+5521999990001';
    const buyer = { phone: '+5511999990001', address: { street: 'Rua Um' } };
    ask(record, 8000, 'create-order', { id: 'order-94' });
    send(record, 8002, 'POST /orders', orderBody('order-94', { customer: buyer }));
    ask(record, 8020, 'register-coupon', { id: 'own-C7', code: 'C7' });
    send(record, 8022, 'POST /coupons', { ...registration, phone });
    holdAlso(record, 8040, ['C7']);
    for (const coupon of record.states.at(-1)?.coupons ?? []) coupon.phone = phone;
  },
  'coupons of the shop that await an order, and that the next order of the customer uses': (record) => {
    const phone = '+5511944440095';
    const customer = { phone, address: { street: 'Rua Um' } };
    for (const code of ['C7', 'C8']) {
      ask(record, 8000, 'register-coupon', { id: `own-${code}`, code });
      send(record, 8002, 'POST /coupons', {
        ...registration,
        externalId: `own-${code}`,
        code,
        minPurchaseValue: 0,
        phone,
      });
    }
    holdAlso(record, 8010, ['C7']);
    for (const coupon of record.states.at(-1)?.coupons ?? []) Object.assign(coupon, { phone, minPurchaseValue: 0 });
    ask(record, 8020, 'create-order', { id: 'order-95' });
    send(record, 8022, 'POST /orders', orderBody('order-95', { customer }));
    ask(record, 8040, 'redeem', { id: 'order-96', parameters: { code: 'C8' } });
    send(record, 8042, 'POST /orders', orderBody('order-96', { customer }));
    make(record, 'GIFT95', 95, { madeMs: 8050, phone, cancelledMs: 8051 });
    record.states.push({ after: record.actions.length, atMs: 8070, coupons: [], gone: ['C7'] });
    ask(record, 8080, 'redeem', { outcome: 'cannot', parameters: { code: 'C7' } });
  },
  'one giftback for each customer, in which a newer one takes the place of the last': (record) => {
    bringCoupon(record, 8000, 'GB1');
    bringCoupon(record, 8040, 'GB2');
    for (const made of record.coupons) if (made.code === 'GB1') made.cancelledMs = 8039;
    for (const call of record.calls)
      if (/^PUT .*GB/.test(`${call.method} ${call.path}`)) rewrite(call, { externalId: 'wallet-7' });
    for (const { coupons } of record.states) {
      for (const held of coupons) if (held.code.startsWith('GB')) held.id = 'wallet-7';
    }
  },
  'somebody who is deleted and comes again, whose id is a number of the state': (record) => {
    const customer = { externalId: '11122233344', phone: '+5511944440097' };
    for (const fromMs of [8000, 8040]) {
      ask(record, fromMs, 'create-customer', { id: customer.externalId });
      send(record, fromMs + 2, 'POST /customers', customer);
      if (fromMs === 8040) continue;
      read(record, 8004, `/customers/external/${customer.externalId}`, { id: uuid(97), ...customer });
      ask(record, 8020, 'delete-customer', { parameters: { id: customer.externalId } });
      send(record, 8022, `DELETE /customers/${uuid(97)}`);
    }
    record.idleMs = 99_000;
  },
  'variants of a product under the id of their parent': (record) => {
    const [small, medium] = ['S', 'M'].map((size) => ({ externalId: 'p-98', name: `Shirt ${size}` }));
    ask(record, 8000, 'create-product', { id: 'p-98', toMs: 8018 });
    send(record, 8002, 'POST /products', small, failing(500));
    send(record, 8004, 'POST /products', medium);
    send(record, 8008, 'POST /products', small);
  },
  'the phone for the carrier, without its country, in a change of an order': (record) => {
    addOrder(record, 8000, 99);
    ask(record, 8020, 'pay-order', { parameters: { id: 'order-99' } });
    const delivery = { phone: bia.phone.slice(3) };
    send(record, 8022, `PUT /orders/${uuid(99)}`, { status: 'completed', delivery });
  },
};
