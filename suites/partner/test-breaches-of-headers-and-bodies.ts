import { marks } from './record.ts';
import type { Breach } from './test-breach.ts';
import { callTo, rewriting, send, uuid } from './test-record.ts';

export const breachesOfHeadersAndBodies: readonly Breach[] = [
  [
    'PART-1',
    'no token',
    (record) => {
      delete callTo(record, 'GET /coupons-config').headers.authorization;
    },
  ],
  [
    'PART-1',
    'another token',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = 'Bearer x';
    },
  ],
  [
    'PART-2',
    'bearer in lower case',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = `bearer ${marks.token}`;
    },
  ],
  [
    'PART-2',
    'the token alone',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = marks.token;
    },
  ],
  [
    'PART-3',
    'no second header',
    (record) => {
      delete callTo(record, 'POST /orders').headers['service-access'];
    },
  ],
  [
    'PART-3',
    'another access key',
    (record) => {
      callTo(record, 'POST /orders').headers['service-access'] = 'x';
    },
  ],
  [
    'PART-4',
    'no content type',
    (record) => {
      delete callTo(record, 'POST /orders').headers['content-type'];
    },
  ],
  [
    'PART-4',
    'a form',
    (record) => {
      callTo(record, 'PUT /orders').headers['content-type'] = 'application/x-www-form-urlencoded';
    },
  ],
  [
    'PART-5',
    'a body that is cut',
    (record) => {
      callTo(record, 'PUT /webhooks').body = '{"event"';
    },
  ],
  ['PART-6', 'a total as text', rewriting('POST /orders', { total: '121.00' })],
  ['PART-6', 'a price as text', rewriting('POST /orders', { lineItems: [{ quantity: 2, price: '60,50' }] })],
  ['PART-97', 'a number', rewriting('POST /coupons', { phone: 5_511_987_654_321 })],
  [
    'PART-98',
    'PATCH',
    (record) => {
      send(record, 400, `PATCH /orders/${uuid(2)}`, { status: 'completed' });
    },
  ],
  ['PART-99', 'a number', rewriting('POST /orders', { externalId: 17 })],
];
