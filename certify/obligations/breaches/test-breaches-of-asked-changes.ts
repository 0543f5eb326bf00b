import { act, answering, orderBody, read, send, uuid } from '../test-records/test-record.ts';
import {
  acting,
  also,
  type Breaches,
  callTo,
  deleteFirstOfTwo,
  rewriting,
  sending,
  withoutAt,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

export const breachesOfAskedChanges: Breaches = {
  'PART-17': {
    'a deletion that fails, and a customer who is found afterwards and left': also(['PART-136'], (record) => {
      Object.assign(callTo(record, 'DELETE /customers/'), { answer: answering(500) });
      read(record, 992, '/customers/external/customer-3', { id: uuid(53), externalId: 'customer-3' });
    }),
  },
  'PART-133': {
    'a code that is a number': rewriting('POST /coupons', { code: 12_345 }),
  },
  'PART-134': {
    'an expiry in words': rewriting('POST /coupons', { expiryDate: 'Tue, 31 Dec 2030 12:00:00 GMT' }),
    'an expiry in milliseconds': rewriting('POST /coupons', { expiryDate: 1_924_999_999_000 }),
  },
  'PART-135': {
    'a second coupon that is registered nowhere': acting({ action: 'register-coupon', fromMs: 7000, id: 'own-2' }),
    'a second shared coupon that is registered nowhere': acting({
      action: 'register-shared-coupon',
      fromMs: 7000,
      id: '8',
    }),
  },
  'PART-136': {
    'no deletion': withoutAt(989),
    'no deletion of a customer who is looked up by another form of the phone': (record) => {
      withoutAt(989)(record);
      send(record, 989, 'GET /customers/phone/11922220003', undefined, { answer: answering(422) });
    },
    'a deletion at a path that does not exist': (record) => {
      withoutAt(989)(record);
      send(record, 989, 'DELETE /customers/external/customer-3', undefined, { answer: answering(404) });
    },
    'a deletion with the id of a customer who was deleted before': (record) => {
      act(record, { action: 'delete-customer', fromMs: 7000, parameters: { id: 'customer-1' } });
      send(record, 7001, `DELETE /customers/${uuid(53)}`, undefined, { answer: answering(404) });
    },
    'such a deletion by a partner that looks up no customer': (record) => {
      deleteFirstOfTwo(record);
      act(record, { action: 'delete-customer', fromMs: 7030, parameters: { id: 'customer-72' } });
      send(record, 7031, `DELETE /customers/${uuid(171)}`, undefined, { answer: answering(404) });
    },
    'a customer who is created again at once': (record) => {
      for (const call of record.calls) if (call.atMs === 989) call.tookMs = 0.1;
      send(record, 989.9, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
    },
    'a customer who is looked up after the deletion, and created again on a start': (record) => {
      send(record, 992, 'GET /customers/external/customer-3', undefined, { answer: answering(422) });
      send(record, 4170, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
    },
    'a customer who is created again when an order of another customer is made': (record) => {
      act(record, { action: 'create-order', fromMs: 4170, id: 'order-51' });
      send(record, 4171, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
      send(record, 4173, 'POST /orders', orderBody('order-51'));
    },
    'a customer who is created again when an order with the same externalId is made': (record) => {
      act(record, { action: 'create-order', fromMs: 4170, id: 'customer-3' });
      send(record, 4171, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
      send(record, 4173, 'POST /orders', orderBody('customer-3'));
    },
  },
  'PART-137': {
    'no change': (record) =>
      withoutCalls(record, ({ method, path }) => method === 'PUT' && path.startsWith('/webhooks')),
    'no change before a removal': (record) => {
      act(record, { action: 'change-webhook', fromMs: 7000 });
      act(record, { action: 'unregister-webhook', fromMs: 7020 });
      send(record, 7025, `DELETE /webhooks/${uuid(10)}`);
    },
    'a change of the removed registration in place of a new one': (record) => {
      act(record, { action: 'unregister-webhook', fromMs: 7000 });
      send(record, 7005, `DELETE /webhooks/${uuid(10)}`);
      act(record, { action: 'register-webhook', fromMs: 7020 });
      send(record, 7025, `PUT /webhooks/${uuid(10)}`, { event: 'coupon_create' }, { answer: answering(404) });
    },
    'no removal': acting({ action: 'unregister-webhook', fromMs: 7000 }),
  },
  'PART-138': {
    'a later moment of creation': (record) => {
      act(record, {
        action: 'synchronize',
        fromMs: 7000,
        parameters: { list: 'customers', since: '2030-01-31T12:00:00.000Z' },
      });
      send(record, 7001, 'GET /customers?after=2030-01-31T15:00:00Z&page=1&pageSize=50');
    },
    'a moment that is one second later': (record) => {
      const since = '2030-01-31T12:00:00.000Z';
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', since } });
      send(record, 7001, 'GET /customers?after=2030-01-31T12:00:01Z&page=1&pageSize=50');
    },
    'the moment of a change as that of the creation': (record) => {
      for (const call of record.calls) {
        call.path = call.path.replace('after=2020-01-01T00:00:00Z&updatedAt', 'after=2030-01-01T00:00:00Z&updatedAt');
      }
    },
    'a whole list with what changed since the last reading': (record) => {
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers' } });
      const filters = 'after=2020-01-01T00:00:00Z&updatedAt=2030-01-31T12:00:05Z';
      send(record, 7001, `GET /customers?${filters}&page=1&pageSize=50`);
    },
    'one moment for creations and changes': (record) => {
      const changedSince = '2030-01-31T12:00:05.000Z';
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', changedSince } });
      const filters = 'after=2030-01-31T12:00:04Z&updatedAt=2030-01-31T12:00:04Z';
      send(record, 7001, `GET /customers?${filters}&page=1&pageSize=50`);
    },
    'a whole list from now on': (record) => {
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers' } });
      send(record, 7001, 'GET /customers?after=2030-01-31T12:00:07Z&page=1&pageSize=50');
    },
  },
  'PART-139': {
    'a field in snake case': rewriting('POST /coupons', { min_purchase_value: 5 }),
    'a field of an order in other letters': sending(7000, `PUT /orders/${uuid(22)}`, {
      status: 'on-hold',
      lineitems: [],
    }),
  },
  'PART-141': {
    'an expiry in another zone than the partner holds': rewriting('POST /coupons', {
      expiryDate: '2030-12-31T23:59:59Z',
    }),
    'an expiry in another zone, of two digits': rewriting('POST /coupons', { expiryDate: '2030-12-31T23:59:59+00' }),
  },
  'PART-153': {
    'another amount than the partner holds': rewriting('POST /coupons', { amount: 550 }),
    'another type than the partner holds': rewriting('POST /coupons', { type: 'fixed_cart' }),
    'a phone without the country': rewriting('POST /coupons', { phone: '11987654321' }),
  },
};
