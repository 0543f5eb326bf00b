import { answering, send, uuid } from '../test-records/test-record.ts';
import {
  type Breaches,
  holding,
  registeringAs,
  rewriting,
  sending,
  without,
} from '../test-records/test-record-changes.ts';

export const breachesOfIds: Breaches = {
  'PART-14': {
    'an own id': sending(400, 'GET /users/17'),
    'an own id of an order': sending(400, 'GET /coupons/order/order-1'),
    'an own id that is a UUID': (record) => {
      registeringAs(uuid(77))(record);
      without('GET /coupons/external')(record);
      send(record, 400, `PUT /coupons/${uuid(77)}`, {});
    },
    'the id of a record of another kind': sending(4500, `GET /orders/${uuid(100)}`),
    'the company of a notification': sending(4500, `GET /coupons/${uuid(999)}`),
  },
  'PART-15': {
    'an id of the service': sending(400, `GET /coupons/external/${uuid(100)}`),
    'the code of a notified coupon': sending(7200, 'GET /coupons/external/PLAIN', undefined, {
      answer: answering(404),
    }),
  },
  'PART-115': {
    'an id of the service': (record) => {
      rewriting('PUT /coupons/code/PLAIN', { externalId: uuid(100) })(record);
      holding({ id: uuid(100) })(record);
    },
    'the id of the order in a notification, without a state': (record) => {
      rewriting('PUT /coupons/code/PLAIN', { externalId: uuid(1) })(record);
      record.states = [];
    },
  },
  'PART-120': {
    'an order for the id of a coupon in place of a customer': sending(4500, 'POST /abandoned-carts', {
      externalId: 'cart-2',
      customer: { id: uuid(100) },
    }),
  },
};
