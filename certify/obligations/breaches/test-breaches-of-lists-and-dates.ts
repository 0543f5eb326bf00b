import { answering, pageOf, send } from '../test-records/test-record.ts';
import {
  also,
  asking,
  type Breaches,
  callTo,
  pageRead,
  rewrite,
  rewriting,
  sending,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

export const breachesOfListsAndDates: Breaches = {
  'PART-21': {
    'no after': asking('after=2020-01-01T00:00:00Z&', ''),
    'an after that is no date': asking('after=2020-01-01T00:00:00Z', 'after=yesterday'),
    'an after on a day that does not exist': asking('after=2020-01-01T00:00:00Z', 'after=0000-00-00T00:00:00Z'),
  },
  'PART-22': {
    'page 0 before the others': sending(50, 'GET /products?after=2020-01-01T00:00:00Z&page=0&pageSize=10'),
    'no page': sending(50, 'GET /products?after=2020-01-01T00:00:00Z&pageSize=10'),
  },
  'PART-23': {
    '51 records': asking('pageSize=50', 'pageSize=51'),
    'no pageSize': asking('&pageSize=50', ''),
  },
  'PART-24': {
    'the last page left out': (record) => withoutCalls(record, ({ path }) => path.includes('page=3')),
    'a page that failed, came again, and was the last one': (record) => {
      withoutCalls(record, ({ path }) => path.includes('page=3'));
      const [failed, again] = [pageRead(record, 2), { ...pageRead(record, 2) }];
      failed.answer = answering(500);
      send(record, 56, `GET ${again.path}`, undefined, { answer: again.answer });
    },
    'a page that failed and was left out': (record) => {
      pageRead(record, 2).answer = answering(500);
      pageRead(record, 3).atMs = 56;
    },
  },
  'PART-25': {
    'no zone': asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00:00:00'),
    'a date alone': asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01'),
  },
  'PART-26': {
    'a date alone': asking('updatedAt=2029-12-31T21:00:00-03:00', 'updatedAt=2029-12-31'),
    'no value': sending(50, 'GET /products?after=2020-01-01T00:00:00Z&page=1&pageSize=10&updatedAt='),
    seconds: asking('updatedAt=2029-12-31T21:00:00-03:00', 'updatedAt=1893456000'),
  },
  'PART-27': {
    'no zone': rewriting('POST /coupons', { expiryDate: '2030-12-31 23:59:59' }),
    'a blank in place of the T': rewriting('POST /coupons', { expiryDate: '2030-12-31 23:59:59-03:00' }),
    'no zone in a field that the partner declares': rewriting('POST /orders', { emittedAt: '2030-01-31T12:00:00' }),
  },
  'PART-28': {
    'slashes in a body': rewriting('POST /coupons', { expiryDate: '31/12/2030' }),
    'slashes in a query': asking('after=2020-01-01T00:00:00Z', 'after=01%2F12%2F2020'),
  },
  'PART-29': {
    'a date alone': rewriting('POST /coupons', { expiryDate: '2030-12-31' }),
    'a date alone in a field that is declared as a date': rewriting('POST /orders', { emittedAt: '2030-12-31' }),
  },
  'PART-108': {
    'the last page left out, unasked': (record) => {
      const store = callTo(record, 'GET /stores');
      store.answer = answering(200, pageOf({ pages: 2 }));
    },
  },
  'PART-109': {
    'the month first': rewriting('POST /coupons', { expiryDate: '12/31/2030' }),
  },
  'PART-134': {
    ...Object.fromEntries(
      [1_924_948_799_000, 'Tue, 31 Dec 2030 23:59:59 GMT', '', '2030-13-01T12:00:00Z'].map((expiryDate) => [
        `the expiry ${expiryDate}`,
        rewriting('POST /coupons', { expiryDate }),
      ]),
    ),
    // a lenient reader takes it for another day
    'an expiry on a day that does not exist': also(
      ['PART-141'],
      rewriting('POST /coupons', { expiryDate: '2030-02-30T12:00:00Z' }),
    ),
    'seconds in a field that the partner declares': rewriting('PUT /orders', { emittedAt: 1_896_091_200 }),
  },
  'PART-154': {
    'a time until which an order is to be paid, three hours before the order': (record) => {
      record.names.dates = ['expiresAt'];
      for (const [index, call] of record.calls.filter(({ path }) => path === '/orders').entries())
        rewrite(call, { expiresAt: `2030-01-31T09:00:${String(index).padStart(2, '0')}Z` });
    },
    'the time of Brasília labeled as UTC': (record) => {
      for (const [index, call] of record.calls.filter(({ path }) => path === '/orders').entries())
        rewrite(call, { emittedAt: `2030-01-31T09:00:${String(index).padStart(2, '0')}Z` });
    },
  },
};
