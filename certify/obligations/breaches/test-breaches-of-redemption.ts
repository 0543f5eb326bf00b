import { act, answering, orderBody, read, send, uuid } from '../test-records/test-record.ts';
import {
  acting,
  also,
  type Breaches,
  callTo,
  holding,
  making,
  redeemingFor,
  rewrite,
  rewriting,
  sending,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

export const breachesOfRedemption: Breaches = {
  'PART-45': {
    'a number': (record) => {
      send(record, 4500, 'POST /orders', orderBody('order-8', { couponCode: 17 }));
      send(record, 4510, 'GET /orders/external/order-8');
    },
  },
  'PART-46': {
    'a code that nobody has': sending(
      4500,
      `PUT /orders/${uuid(2)}`,
      { couponCode: 'NOBODYS' },
      { answer: answering(422, { message: 'Coupon code not found' }) },
    ),
  },
  'PART-47': {
    'an order without the code': acting({ action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE' } }),
    'a new order without the code of its coupon': (record) => {
      const parameters = { status: 'on-hold', couponCode: 'TWICE' };
      act(record, { action: 'create-order', fromMs: 4500, id: 'order-90', parameters });
      send(record, 4502, 'POST /orders', orderBody('order-90', { status: 'on-hold' }));
    },
    'nothing more of an order that was accepted': acting({
      action: 'redeem',
      fromMs: 4500,
      parameters: { code: 'TWICE', id: 'order-1' },
    }),
  },
  'PART-48': {
    'an expired coupon': (record) => {
      making('PLAIN', { expiryDate: '2030-01-31T11:59:59.000Z' })(record);
      holding({ expiryDate: undefined })(record);
    },
  },
  'PART-49': {
    'too small a purchase': (record) => {
      redeemingFor(undefined)(record);
      for (const call of record.calls) if (call.body.includes('couponCode')) rewrite(call, { total: 49.99 });
    },
    'a purchase that was to be a cent too small': redeemingFor(49.99),
    'too small a purchase under the name that the partner declares': (record) => {
      record.names.orderTotal = 'valor';
      redeemingFor(undefined)(record);
      for (const call of record.calls) {
        if (call.body.includes('couponCode')) rewrite(call, { total: undefined, valor: 49.99 });
      }
    },
  },
  'PART-178': {
    'an empty code': rewriting('PUT /orders', { couponCode: '' }),
  },
  'PART-50': {
    'two orders': (record) => {
      act(record, { action: 'redeem', fromMs: 4495, parameters: { code: 'PLAIN' } });
      send(record, 4500, 'POST /orders', orderBody('order-8', { couponCode: 'PLAIN' }));
      send(record, 4510, 'GET /orders/external/order-8');
    },
    'two orders that nothing asked for, of a coupon that was to be marked': (record) => {
      act(record, { action: 'mark-coupon-used', fromMs: 4495, outcome: 'cannot', parameters: { code: 'AGAIN' } });
      for (const [atMs, id] of [
        [4500, 'order-8'],
        [4520, 'order-9'],
      ] as const) {
        send(record, atMs, 'POST /orders', orderBody(id, { couponCode: 'AGAIN' }));
        send(record, atMs + 10, `GET /orders/external/${id}`);
      }
    },
  },
  'PART-146': {
    'another order than the one that it was put on': (record) => {
      act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE', id: 'order-1' } });
      const another = answering(200, { id: uuid(77), externalId: 'order-77' });
      send(record, 4505, 'GET /orders/external/order-77', undefined, { answer: another });
      send(record, 4510, `PUT /orders/${uuid(77)}`, { couponCode: 'TWICE', total: 121 });
    },
  },
  'PART-158': {
    'the refusal of every coupon, also after a giftback': also(['PART-87'], (record) => {
      for (const action of record.actions) if (action.action === 'redeem') action.outcome = 'cannot';
      withoutCalls(record, (call) => JSON.parse(call.body || '{}').couponCode !== undefined);
    }),
    'the refusal of a coupon that is valid': acting({
      action: 'redeem',
      fromMs: 4500,
      outcome: 'cannot',
      parameters: { code: 'AGAIN', total: 90 },
    }),
    'the refusal of a coupon that is shown as used only afterwards': (record) => {
      const parameters = { code: 'AGAIN', total: 90 };
      act(record, { action: 'redeem', fromMs: 4500, outcome: 'cannot', parameters });
      read(record, 4600, '/coupons/code/AGAIN', { code: 'AGAIN', used: true });
    },
    'the refusal of a coupon for exactly its minimum, after one below it was refused': (record) => {
      for (const [index, total] of [49.99, 50].entries()) {
        act(record, {
          action: 'redeem',
          fromMs: 4500 + index,
          outcome: 'cannot',
          parameters: { code: 'AGAIN', total },
        });
      }
    },
  },
  'PART-164': {
    'a coupon whose validity begins on the day after': (record) => {
      const lookup = callTo(record, 'GET /coupons/code/PLAIN');
      lookup.answer = answering(200, { code: 'PLAIN', startDate: '2030-02-01T12:00:00.000Z' });
    },
  },
};
