import type { PartnerRecord } from '../../../core/partner-record.ts';
import {
  act,
  answering,
  failing,
  make,
  orderBody,
  pageOf,
  read,
  readPage,
  send,
  uuid,
} from '../test-records/test-record.ts';
import {
  also,
  type Breaches,
  type Change,
  callAt,
  holding,
  rewritingAt,
  sending,
  synchronizeProducts,
  withoutAt,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

const asking =
  (atMs: number, from: string, to: string) =>
  (record: PartnerRecord): void => {
    for (const call of record.calls) if (call.atMs === atMs) call.path = call.path.replace(from, to);
  };

const phone = '+5511933330001';

/** The partner makes `order-60`, which is refused. */
const refuseOrder = (record: PartnerRecord): void => {
  act(record, { action: 'create-order', fromMs: 7190, toMs: 7199, id: 'order-60', isSettled: true });
  const refused = failing(403);
  send(record, 7191, 'POST /orders', orderBody('order-60', { total: 60 }), refused);
};

/** The customer of `OWN9` gets a giftback before that coupon is redeemed. */
const replaceOwn: Change = (record) => {
  make(record, 'GIFT9', 90, { madeMs: 7047 });
  record.states.push({ after: record.actions.length, atMs: 7049, coupons: [], gone: ['OWN9'] });
};

export const breachesOfAskedRecords: Breaches = {
  'PART-12': {
    'an order that failed and comes again in cents': also(['PART-147'], rewritingAt(7175, { total: 717_100 })),
    'an order that failed and comes again without its worth': also(['PART-147'], rewritingAt(7175, { total: 0 })),
  },
  'PART-17': {
    'a coupon whose registration failed and was dropped once the coupon was used': (record) => {
      const own = { externalId: 'own-C7', code: 'C7', type: 'percent', amount: 10, phone: '+5511987654321' };
      act(record, { action: 'register-coupon', fromMs: 8000, toMs: 8004, id: 'own-C7', code: 'C7' });
      send(record, 8002, 'POST /coupons', { ...own, expiryDate: '2030-06-30T12:00:00-03:00' }, failing(500));
      act(record, {
        action: 'redeem',
        fromMs: 8006,
        toMs: 8020,
        id: 'order-74',
        parameters: { code: 'C7' },
        isSettled: true,
      });
      send(record, 8008, 'POST /orders', orderBody('order-74', { couponCode: 'C7' }));
      record.idleMs = 9000;
    },
    // the platform may have it in spite of the 500
    'an order that failed and was canceled before it could be sent again': (record) => {
      withoutAt(7175)(record);
      for (const action of record.actions) if (action.id === 'order-34') delete action.isSettled;
      act(record, { action: 'cancel-order', fromMs: 7173, parameters: { id: 'order-34' }, isSettled: true });
    },
  },
  'PART-24': {
    'a list that is read at the same time as another, with one count of the pages': (record) => {
      act(record, { action: 'synchronize', fromMs: 6965, isSettled: true, parameters: { list: 'customers' } });
      for (const action of record.actions) if (action.fromMs === 6960) delete action.isSettled;
      const page = pageOf({ page: 2, pages: 2 });
      const query = 'after=2020-01-01T00:00:00Z&page=2&pageSize=50';
      read(record, 6966, `/customers?${query}`, page);
    },
  },
  'PART-108': {
    'the first page alone, which has the record that is looked for, of another list than was asked for': (record) => {
      act(record, { action: 'synchronize', fromMs: 8000, isSettled: true, parameters: { list: 'products' } });
      readPage(record, 8002, 'products');
      readPage(record, 8020, 'orders', { pages: 3 });
    },
  },
  'PART-30': {
    'a customer who never had a phone, and gets none in an update': (record) => {
      const noPhone = { externalId: 'customer-64', phone: null, firstName: 'Rui' };
      send(record, 7240, 'POST /customers', noPhone);
      read(record, 7242, '/customers/external/customer-64', { id: uuid(64), externalId: 'customer-64' });
      send(record, 7244, `PUT /customers/${uuid(64)}`, { ...noPhone, firstName: 'Rio' });
    },
  },
  'PART-32': {
    'two products under one name': also(['PART-148'], (record) => {
      for (const atMs of [6911, 6914]) rewritingAt(atMs, { name: 'Mate', provider: 'shop' })(record);
    }),
    'another price of a product that each order brings along': (record) => {
      for (const number of [1, 2]) {
        const fromMs = 8000 + 20 * number;
        const customer = { phone: '+5511944440050', address: { street: 'A' } };
        act(record, { action: 'create-order', fromMs, toMs: fromMs + 8, id: `order-5${number}`, isSettled: true });
        send(record, fromMs + 1, 'POST /products', { name: 'Soap', provider: 'shop', price: 9 + number });
        send(record, fromMs + 3, 'POST /orders', orderBody(`order-5${number}`, { customer, total: 50 + number }));
      }
    },
  },
  'PART-47': {
    'another coupon in place of the right one': also(['PART-146'], (record) => {
      const own = { externalId: 'own-OWN8', code: 'OWN8', type: 'percent', amount: 10, phone: '+5511987654321' };
      send(record, 7043, 'POST /coupons', { ...own, expiryDate: '2030-06-30T12:00:00-03:00' });
      rewritingAt(7052, { couponCode: 'OWN8' })(record);
    }),
  },
  'PART-50': {
    'an order that redeems a coupon of its own that was marked as used': (record) => {
      act(record, {
        ...{ action: 'mark-coupon-used', fromMs: 7047, toMs: 7049, isSettled: true },
        parameters: { code: 'OWN9' },
      });
      send(record, 7048, 'PUT /coupons/code/OWN9', { used: true, awaitingOrder: false });
    },
  },
  'PART-138': {
    'a list that is read from three hours later': asking(
      7152,
      '2030-01-30T22:30:00-03:00',
      '2030-01-31T01:30:00-03:00',
    ),
    'changes that are read from three hours later': asking(
      7162,
      'updatedAt=2030-01-31T01:30:00Z',
      'updatedAt=2030-01-31T01:30:00-03:00',
    ),
    'changes that are read of new records alone': asking(7162, '2020-01-01T00:00:00Z', '2030-01-31T01:30:00Z'),
  },
  'PART-140': {
    'no minimum purchase': rewritingAt(7042, { minPurchaseValue: undefined }),
  },
  'PART-141': {
    'an expiry that is three hours off': holding({ expiryDate: '2030-06-30T12:00:00Z' }, 'OWN9'),
    'the end of a day in another zone': (record) => {
      holding({ expiryDate: '2030-06-30T23:59:59-03:00' }, 'OWN9')(record);
      rewritingAt(7042, { expiryDate: '2030-06-30T23:59:59Z' })(record);
    },
    'an expiry that is three hours off by its zone': rewritingAt(7042, { expiryDate: '2030-06-30T15:00:00-03:00' }),
  },
  'PART-143': {
    'an update that says what was there before': rewritingAt(7142, { lastName: 'Reis' }),
  },
  'PART-144': {
    'an order that is never sent': also(['PART-132'], (record) =>
      withoutCalls(record, ({ atMs }) => atMs > 7020 && atMs < 7040),
    ),
    'an order that is never sent, of a partner whose ids no call shows': also(['PART-132'], (record) => {
      for (const action of record.actions) if (action.id?.startsWith('order-3')) action.id = `ticket ${action.id}`;
      withoutCalls(record, ({ atMs }) => atMs > 7020 && atMs < 7040);
    }),
    'a new order that is sent as a change of another': also(['PART-132'], (record) => {
      withoutCalls(record, ({ atMs }) => atMs > 7020 && atMs < 7040);
      send(record, 7022, `PUT /orders/${uuid(31)}`, { status: 'completed' });
    }),
  },
  'PART-145': {
    'an order that comes once more under another externalId': sending(
      7012,
      'POST /orders',
      orderBody('order-39', { customer: { phone, address: { street: 'Rua Dois' } } }),
    ),
  },
  'PART-146': {
    'another order that carries the code too': sending(7055, `PUT /orders/${uuid(32)}`, {
      status: 'completed',
      couponCode: 'OWN9',
    }),
    'another order that is given the coupon in place of the right one': (record) => {
      for (const action of record.actions) if (action.fromMs === 7050) action.parameters.id = 'order-31';
      withoutAt(7052)(record);
      const body = orderBody('order-40', { couponCode: 'OWN9' });
      send(record, 7052, 'POST /orders', body);
    },
  },
  'PART-147': {
    'an order that was answered 429 and comes again without its worth': (record) => {
      rewritingAt(7175, { total: 0 })(record);
      for (const call of record.calls) if (call.atMs === 7171) call.answer = answering(429);
    },
    'orders of whole amounts in place of those with cents': (record) => {
      for (const [fromMs, code, total] of [
        [7210, 'LOCAL1', 120.5],
        [7220, 'LOCAL2', 121.25],
      ] as const) {
        const id = `order-of-${code}`;
        act(record, { action: 'redeem', fromMs, id, parameters: { code, total } });
        send(record, fromMs + 2, 'POST /orders', orderBody(id, { couponCode: code, total: Math.trunc(total) }));
      }
    },
    'orders of twice the amount, whose items have the right price': (record) => {
      rewritingAt(7052, { total: 242 })(record);
      act(record, { action: 'redeem', fromMs: 7210, id: 'order-of-L1', parameters: { code: 'LOCAL1', total: 120.5 } });
      const sent = { total: 241, lineItems: [{ productId: 'p-1', quantity: 1, price: 120.5 }] };
      send(record, 7212, 'POST /orders', orderBody('order-of-L1', { couponCode: 'LOCAL1', ...sent }));
    },
    'an order that is sent in cents': rewritingAt(7052, {
      total: 12_100,
      lineItems: [{ productId: 'p-1', quantity: 2, price: 6050 }],
    }),
    'an order of a hundredth, whose items have the right price': rewritingAt(7052, { total: 1.21 }),
    'an order of nothing, whose items have the right price': rewritingAt(7052, { total: 0 }),
    'an order that has the total of the one before': (record) => {
      for (const [index, total] of [61.37, 75.12].entries()) {
        const [fromMs, code, id] = [7210 + 10 * index, `LOCAL${index}`, `order-of-LOCAL${index}`];
        make(record, code, 310 + index);
        act(record, { action: 'redeem', fromMs, id, parameters: { code, total } });
        const lineItems = [{ productId: 'p-1', quantity: 1, price: 61.37 }];
        send(record, fromMs + 2, 'POST /orders', orderBody(id, { couponCode: code, total: 61.37, lineItems }));
      }
    },
    'an order that a notified coupon makes much cheaper': (record) => {
      make(record, 'MADE', 310);
      act(record, { action: 'redeem', fromMs: 7210, id: 'order-of-MADE', parameters: { code: 'MADE', total: 121 } });
      send(record, 7212, 'POST /orders', orderBody('order-of-MADE', { couponCode: 'MADE', total: 60, lineItems: [] }));
    },
    'an order without its quantities': rewritingAt(7052, {
      total: 60.5,
      lineItems: [{ productId: 'p-1', quantity: 1, price: 60.5 }],
    }),
    'an order of one item that is worth a cent less': rewritingAt(7052, {
      total: 120.99,
      lineItems: [{ productId: 'p-1', quantity: 1, price: 120.99 }],
    }),
  },
  'PART-110': {
    'a feed of all customers that follows the update of one': (record) => {
      const post = { externalId: 'customer-60', phone: '+5511944440060', firstName: 'Bia' };
      send(record, 7130, 'POST /customers', post);
      send(record, 7144, 'POST /customers', { ...post, ordersCount: 3 });
    },
  },
  'PART-148': {
    'carts of two customers under one externalId, which it answers for both': (record) => {
      for (const [place, phone] of ['+5511944440001', '+5511944440002'].entries()) {
        const fromMs = 8000 + 20 * place;
        act(record, { action: 'create-cart', fromMs, id: 'cart', isSettled: true });
        send(record, fromMs + 2, 'POST /abandoned-carts', { externalId: 'cart', customer: { phone } });
      }
    },
    'two stores under one externalId': (record) => {
      for (const atMs of [7102, 7112]) rewritingAt(atMs, { externalId: 'store-8' })(record);
    },
    'two customers under one externalId': (record) => {
      for (const call of record.calls) {
        if (/^\/(customers|abandoned-carts)/.test(call.path)) call.body = call.body.replace('customer-9', 'customer-8');
      }
      for (const action of record.actions)
        if (action.action === 'update-customer' && action.fromMs > 7000) action.outcome = 'cannot';
      withoutAt(7142)(record);
    },
  },
  'PART-149': {
    'a product that is sent again under another name': rewritingAt(7092, { name: 'Mate (again)' }),
    'a store that is sent again under the name of another': rewritingAt(7112, { name: 'Other store' }),
    'a cart that is sent again with the content of another': rewritingAt(7132, {
      customer: undefined,
      name: 'Other cart',
      phone: '+5511933330008',
    }),
    'a product that is sent again with another provider': rewritingAt(7092, { provider: 'warehouse' }),
    'a product that comes with another provider when the send had failed': (record) => {
      callAt(record, 7082).answer = { lost: 'reset' };
      send(record, 7084, 'POST /products', { externalId: 'product-9', name: 'Mate', provider: 'warehouse' });
    },
    'a customer who is updated with another phone, without its country': also(['PART-129'], (record) => {
      send(record, 7064, `PUT /customers/${uuid(59)}`, { phone: '11933330009', lastName: 'Reis', firstName: 'Rui' });
    }),
    'a customer whom each update gives another id': (record) => {
      for (const number of [1, 2]) {
        const [fromMs, parameters] = [7186 + 6 * number, { id: 'customer-9' }];
        const changed = { externalId: `customer-9-${number}`, firstName: `Rui ${number}` };
        act(record, { action: 'update-customer', fromMs, toMs: fromMs + 4, isSettled: true, parameters });
        send(record, fromMs + 2, `PUT /customers/${uuid(59)}`, changed);
      }
    },
    'a customer who is updated to have no phone': (record) => {
      send(record, 7064, `PUT /customers/${uuid(59)}`, { phone: '', lastName: 'Reis', firstName: 'Rui' });
    },
    'a customer who is sent again with another phone': rewritingAt(7072, { phone: '+5511933330009' }),
    'a customer who is sent again with the phone from before an update': (record) => {
      const parameters = { id: 'customer-9' };
      act(record, { action: 'update-customer', fromMs: 7064, toMs: 7068, isSettled: true, parameters });
      send(record, 7066, `PUT /customers/${uuid(59)}`, { phone: '+5511933330005', lastName: 'Reis', firstName: 'Rui' });
    },
    'a customer who is sent again without the country': rewritingAt(7072, { phone: '11933330003' }),
    'a customer who comes with another phone when the send had failed': (record) => {
      callAt(record, 7062).answer = { lost: 'reset' };
      send(record, 7066, 'POST /customers', { externalId: 'customer-9', phone: '+5511933330009' });
    },
  },
  'PART-150': {
    'a product that is sent again without its provider': rewritingAt(7092, { provider: undefined }),
    'a product that comes without its provider when the send had failed': (record) => {
      callAt(record, 7082).answer = { lost: 'reset' };
      send(record, 7084, 'POST /products', { externalId: 'product-9', name: 'Mate' });
    },
  },
  'PART-151': {
    'a coupon that is registered again under another externalId': (record) => {
      send(record, 7044, 'POST /coupons', { ...JSON.parse(callAt(record, 7042).body), externalId: 'own-again' });
    },
    'a coupon that gets the id of an order': sending(7054, 'PUT /coupons/code/OWN9', { externalId: 'order-33' }),
  },
  'PART-152': {
    'a coupon that is registered under another code than customers get': (record) => {
      for (const action of record.actions) if (action.code === 'OWN9') action.code = 'OWN8';
    },
  },
  'PART-153': {
    'an amount in cents': holding({ amount: 0.1 }, 'OWN9'),
    'another type': holding({ type: 'fixed_cart' }, 'OWN9'),
    'the phone of somebody else': holding({ phone: '+5511933330001' }, 'OWN9'),
    'another minimum purchase': holding({ minPurchaseValue: 80 }, 'OWN9'),
  },
  'PART-163': {
    'a paid order that is sent as processing': rewritingAt(7052, { status: 'processing' }),
    'a paid order that is sent as processing and then shown': (record) => {
      rewritingAt(7052, { status: 'processing' })(record);
      read(record, 7056, '/orders/external/order-33', { id: uuid(33), externalId: 'order-33' });
    },
    'a paid order that is sent as processing while another one is not shown': (record) => {
      rewritingAt(7052, { status: 'processing' })(record);
      send(record, 7056, 'GET /orders/external/order-1', undefined, failing(403));
    },
  },
  'PART-168': {
    'an order that failed before a restart and is not sent after it': also(['PART-17'], withoutAt(7186)),
    'an order that failed and is not sent again': also(['PART-17'], withoutAt(7175)),
    'an order that was answered 429 and is not sent again': also(['PART-17'], (record) => {
      withoutAt(7175)(record);
      for (const call of record.calls) if (call.atMs === 7171) call.answer = answering(429);
      for (const fault of record.faults) if (fault.kind === 'answered 500') fault.kind = 'answered 429';
    }),
    'a redemption before a restart that no order reports': also(['PART-47'], (record) => {
      const redeemed = { action: 'redeem', fromMs: 7184, toMs: 7185, id: 'order-36' };
      act(record, { ...redeemed, parameters: { code: 'OWN7', total: 121 } });
    }),
  },
  'PART-169': {
    'an order that was refused and comes again under another id': (record) => {
      refuseOrder(record);
      send(record, 7195, 'POST /orders', orderBody('order-60-R1', { total: 60 }));
    },
    'an order that was refused and comes again without its items': (record) => {
      refuseOrder(record);
      send(record, 7195, 'POST /orders', orderBody('order-60', { total: 60, lineItems: undefined }));
    },
    'a store with a garbled name when the send had failed': also(
      ['PART-177'],
      rewritingAt(6924, { name: 'Other stÃ´re' }),
    ),
    'a customer whose phone has no plus since a restart': (record) => {
      const parameters = { id: 'customer-9' };
      act(record, { action: 'create-customer', fromMs: 7190, toMs: 7198, id: 'customer-9', parameters });
      const rui = { externalId: 'customer-9', phone: '5511933330003', firstName: 'Rui', lastName: 'Reis' };
      send(record, 7192, 'POST /customers', rui);
    },
  },
  'PART-170': {
    'a list that grew, read as far as the first response reached': withoutAt(6968),
  },
  'PART-82': {
    'a read of a list that fails and is not repeated': (record) => {
      synchronizeProducts(record);
      send(record, 7191, 'GET /products?after=2020-01-01T00:00:00Z&page=1&pageSize=50', undefined, failing(500));
    },
    'a read of the configuration of coupons that fails and is not repeated': (record) => {
      act(record, { action: 'read-coupons-config', fromMs: 7190, toMs: 7199, isSettled: true });
      send(record, 7191, 'GET /coupons-config', undefined, failing(500));
    },
  },
  'PART-172': { 'a registered coupon that is gone after a giftback': replaceOwn },
};
