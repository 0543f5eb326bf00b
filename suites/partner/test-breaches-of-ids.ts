import type { Breach } from './test-breach.ts';
import { callTo, rewrite, send, uuid, without } from './test-record.ts';

export const breachesOfIds: readonly Breach[] = [
  [
    'PART-14',
    'an own id',
    (record) => {
      send(record, 400, 'GET /users/17');
    },
  ],
  [
    'PART-14',
    'an own id of an order',
    (record) => {
      send(record, 400, 'GET /coupons/order/order-1');
    },
  ],
  [
    'PART-14',
    'an own id that is a UUID',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: uuid(77) });
      without('GET /coupons/external')(record);
      send(record, 400, `PUT /coupons/${uuid(77)}`, {});
    },
  ],
  [
    'PART-15',
    'an id of the service',
    (record) => {
      send(record, 400, `GET /coupons/external/${uuid(100)}`);
    },
  ],
];
