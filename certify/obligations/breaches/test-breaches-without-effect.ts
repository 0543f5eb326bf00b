import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { after, ask, makeCustomer, makeOrder, registerCoupon, startMs } from '../test-records/test-later-records.ts';
import {
  act,
  answering,
  failing,
  holdAlso,
  make,
  notify,
  orderBody,
  read,
  send,
  uuid,
} from '../test-records/test-record.ts';
import { also, type Breaches } from '../test-records/test-record-changes.ts';

/** A write to a UUID that no response has, which the platform does not find. */
const sendToNobody = (record: PartnerRecord, line: string, body?: object, status: 404 | 422 = 404): PartnerCall =>
  send(record, startMs + 22, `${line}/${uuid(777)}`, body, { answer: answering(status, { message: 'not found' }) });

/** What a partner sends in vain, or undoes, without another fault. */
export const breachesWithoutEffect: Breaches = {
  'PART-100': {
    'an order that is paid under an id that the platform never gave': after((record) => {
      makeOrder(record);
      ask(record, startMs + 20, 'pay-order', { parameters: { id: 'o-1' } });
      sendToNobody(record, 'PUT /orders', { status: 'completed' });
    }),
    'an order that is canceled under such an id, with its own': after((record) => {
      makeOrder(record);
      ask(record, startMs + 20, 'cancel-order', { parameters: { id: 'o-1' } });
      sendToNobody(record, 'PUT /orders', { externalId: 'o-1', status: 'canceled' });
    }),
  },
  'PART-47': {
    'a coupon that is redeemed on an order that the platform does not have': after((record) => {
      makeOrder(record);
      registerCoupon(record);
      ask(record, startMs + 20, 'redeem', { id: 'o-1', parameters: { code: 'M1', id: 'o-1' } });
      sendToNobody(record, 'PUT /orders', { status: 'on-hold', couponCode: 'M1' });
    }),
  },
  'PART-128': {
    'a customer who is updated under such an id': after((record) => {
      makeCustomer(record);
      ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
      sendToNobody(record, 'PUT /customers', { firstName: 'Zoraide' });
    }),
    'the first of two changes': after((record) => {
      makeCustomer(record);
      ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
      ask(record, startMs + 40, 'update-customer', { parameters: { id: 'c-1' } });
      send(record, startMs + 42, `PUT /customers/${uuid(755)}`, { lastName: 'Lima' });
    }),
  },
  'PART-136': {
    'a customer who is deleted under such an id': after((record) => {
      makeCustomer(record);
      ask(record, startMs + 20, 'delete-customer', { parameters: { id: 'c-1' } });
      sendToNobody(record, 'DELETE /customers');
    }),
  },
  'PART-44': {
    'a coupon that is marked under such an id': after((record) => {
      registerCoupon(record);
      ask(record, startMs + 20, 'mark-coupon-used', { parameters: { code: 'M1' } });
      sendToNobody(record, 'PUT /coupons', { used: true, awaitingOrder: false }, 422);
    }),
  },
  'PART-101': {
    'the externalId of an earlier order': after((record) => {
      makeOrder(record);
      ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { status: 'on-hold' } });
      send(record, startMs + 22, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    }),
    'one externalId for two orders at once': also(
      ['PART-12'],
      after((record) => {
        act(record, { action: 'create-order', fromMs: startMs, id: 'o-8' });
        ask(record, startMs + 1, 'create-order', { id: 'o-8' });
        for (const total of [61, 71]) send(record, startMs + 2, 'POST /orders', orderBody('o-8', { total }));
      }),
    ),
  },
  'PART-12': {
    'a redemption under the id of an earlier order': also(
      ['PART-101'],
      after((record) => {
        makeOrder(record);
        ask(record, startMs + 20, 'redeem', { id: 'o-1', parameters: { code: 'AGAIN', total: 121 } });
        send(record, startMs + 22, 'POST /orders', orderBody('o-1', { couponCode: 'AGAIN' }));
      }),
    ),
  },
  'PART-125': {
    'an order with a coupon that is put on hold afterwards': after((record) => {
      ask(record, startMs, 'redeem', { id: 'o-8', parameters: { code: 'AGAIN', total: 121 } });
      send(record, startMs + 2, 'POST /orders', orderBody('o-8', { couponCode: 'AGAIN' }));
      read(record, startMs + 3, '/orders/external/o-8', { id: uuid(88), externalId: 'o-8', status: 'completed' });
      send(record, startMs + 5, `PUT /orders/${uuid(88)}`, { status: 'on-hold' });
    }),
    'an order without a requested status that is canceled afterwards': after((record) => {
      ask(record, startMs, 'create-order', { id: 'o-8' });
      send(record, startMs + 2, 'POST /orders', orderBody('o-8'));
      read(record, startMs + 3, '/orders/external/o-8', { id: uuid(88), externalId: 'o-8', status: 'completed' });
      send(record, startMs + 5, `PUT /orders/${uuid(88)}`, { status: 'canceled' });
    }),
  },
  'PART-153': {
    'a change that gives a coupon of the partner another amount': after((record) => {
      registerCoupon(record);
      record.states.push({
        after: record.actions.length,
        atMs: startMs + 15,
        coupons: [{ code: 'M1', id: 'm-1', type: 'percent', amount: 5, phone: '+5511987654321' }],
      });
      send(record, startMs + 13, 'PUT /coupons/code/M1', { amount: 1 });
    }),
  },
  'PART-129': {
    'a customer who is deleted with an order, by a partner that changes no customers': after((record) => {
      record.capabilities = record.capabilities.filter((capability) => capability !== 'customers');
      makeCustomer(record);
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(790), externalId: 'c-1' });
      send(record, startMs + 6, `DELETE /customers/${uuid(790)}`);
    }),
  },
  'PART-69': {
    'a coupon that is not made, before a list is refused that was to be read': after((record) => {
      make(record, 'LISTED', 791, { orderId: uuid(691), orderExternalId: null, madeMs: startMs });
      notify(record, startMs, 'LISTED', { orderId: uuid(691), more: { id: uuid(791) } });
      ask(record, startMs + 20, 'synchronize', { parameters: { list: 'coupons' } });
      const list = '/coupons?after=2020-01-01T00:00:00Z&page=1&pageSize=50';
      send(record, startMs + 22, `GET ${list}`, undefined, failing(401));
      holdAlso(record, startMs + 40, []);
    }),
  },
  'PART-152': {
    'a coupon for everybody that it answers again in place of a new one': also(
      ['PART-132', 'PART-135'],
      after((record) => {
        for (const [place, number] of [11, 12, 11].entries()) {
          const [atMs, code] = [startMs + 20 * place, `S${number}`];
          ask(record, atMs, 'register-shared-coupon', { id: `${number}`, code });
          if (place < 2) send(record, atMs + 2, 'POST /coupons/shared', { externalId: number, code });
        }
      }),
    ),
    'a coupon for everybody that is registered without a code, and refused': after((record) => {
      ask(record, startMs, 'register-shared-coupon', { id: '11', code: 'S11' });
      send(record, startMs + 2, 'POST /coupons/shared', { externalId: 11, amount: 15 }, { answer: answering(400) });
    }),
    'a code that a coupon has already': also(
      ['PART-132', 'PART-135'],
      after((record) => {
        for (const place of [0, 1])
          ask(record, startMs + 20 * place, 'register-shared-coupon', { id: `${11 + place}`, code: 'S11' });
        send(record, startMs + 2, 'POST /coupons/shared', { externalId: 11, code: 'S11' });
      }),
    ),
  },
  'PART-143': {
    'a new customer whose e-mail is emptied': after((record) => {
      ask(record, startMs, 'create-customer', { id: 'c-1' });
      const customer = { externalId: 'c-1', phone: '+5511944440055', email: 'zoe@example.com' };
      send(record, startMs + 2, 'POST /customers', customer);
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(790), ...customer });
      send(record, startMs + 6, `PUT /customers/${uuid(790)}`, { ...customer, email: '' });
    }),
    'an update with the values from before, an empty one and the id of the platform': after((record) => {
      makeCustomer(record);
      const shown = { externalId: 'c-1', phone: '+5511944440055', firstName: 'Zoe' };
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(790), ...shown });
      ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
      const same = { ...shown, phone: '5511944440055', id: uuid(790), address: null };
      send(record, startMs + 22, `PUT /customers/${uuid(790)}`, same);
    }),
    'an update with the values from before that fails and comes again': after((record) => {
      makeCustomer(record);
      read(record, startMs + 4, '/customers/external/c-1', {
        id: uuid(790),
        externalId: 'c-1',
        phone: '5511944440055',
      });
      ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
      const same = { phone: '+5511944440055', firstName: 'Zoe' };
      send(record, startMs + 22, `PUT /customers/${uuid(790)}`, same, failing(500));
      send(record, startMs + 25, `PUT /customers/${uuid(790)}`, same);
    }),
    'an update with the values from before, and a new moment': after((record) => {
      makeCustomer(record);
      const shown = { externalId: 'c-1', phone: '+5511944440055', firstName: 'Zoe' };
      read(record, startMs + 4, '/customers/external/c-1', { id: uuid(790), ...shown });
      ask(record, startMs + 20, 'update-customer', { parameters: { id: 'c-1' } });
      send(record, startMs + 22, `PUT /customers/${uuid(790)}`, { ...shown, updatedAt: '2030-01-31T12:00:08Z' });
    }),
  },
};
