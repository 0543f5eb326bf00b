import type { PartnerRecord } from '../../../core/partner-record.ts';
import { fieldsOf } from '../model/read-call.ts';
import { act, answering, failing, hold, orderBody, pageOf, read, readPage, send } from '../test-records/test-record.ts';
import {
  asking,
  callTo,
  type LegalPartners,
  pageRead,
  rewrite,
  rewriting,
} from '../test-records/test-record-changes.ts';

export const legalCallsAndLists: LegalPartners = {
  'a customer that is posted with a new name when the platform said that there is none': (record) => {
    send(record, 399, 'GET /customers/phone/%2B5511987654321', undefined, failing(422));
    send(record, 400, 'POST /customers', { phone: '+5511987654321', firstName: 'Anita' });
  },
  'an order that is posted again each time when the platform says that there is none': (record) => {
    const body = orderBody('order-40');
    send(record, 400, 'POST /orders', body);
    for (const atMs of [405, 415]) {
      send(record, atMs, 'GET /orders/external/order-40', undefined, failing(404));
      send(record, atMs + 5, 'POST /orders', body);
    }
  },
  'a product and a customer that are refused with each order that brings them along': (record) => {
    for (const number of [1, 2, 3, 4, 5]) {
      const [id, fromMs] = [`order-50${number}`, 7300 + 20 * number];
      act(record, { action: 'create-order', fromMs, id });
      send(record, fromMs + 1, 'POST /products', { name: 'Mug' }, failing(404));
      send(record, fromMs + 2, 'POST /customers', { externalId: 'c-1', phone: '+5511955550001' }, failing(404));
      send(record, fromMs + 3, 'POST /orders', orderBody(id));
    }
  },
  'names with accents and typographic signs': (record) => {
    send(record, 400, 'POST /customers', { phone: '+5511955557777', name: 'ANTÔNIA IRMÃ “MAÇÔ Â 1ª' });
  },
  'a birthday that is declared as a date': (record) => {
    record.names.dates = ['birthDate'];
    send(record, 400, 'POST /customers', { phone: '+5511955557777', birthDate: '1990-05-17' });
  },
  'the days on which a payment and a delivery are due': (record) => {
    record.names.dates = ['dueDate', 'dataVencimento', 'deliveryDate'];
    const [dueDate, deliveryDate] = ['2030-02-03', '2030-02-10'];
    rewriting('POST /orders', { dueDate, dataVencimento: dueDate, deliveryDate })(record);
  },
  'orders that are to be paid in three hours': (record) => {
    record.names.dates = ['expiresAt'];
    for (const [index, call] of record.calls.filter(({ path }) => path === '/orders').entries())
      rewrite(call, { expiresAt: `2030-01-31T15:00:${String(index).padStart(2, '0')}Z` });
  },
  'a date that is empty until it comes': (record) => {
    record.names.dates = ['lastPurchaseAt'];
    send(record, 400, 'POST /customers', { phone: '+5511955557777', lastPurchaseAt: '' });
  },
  'content types with a charset': (record) => {
    for (const call of record.calls) call.headers['content-type'] = 'application/json; charset=utf-8';
  },
  'no content type on a GET': (record) => {
    for (const call of record.calls) if (call.method === 'GET') delete call.headers['content-type'];
  },
  'a page after the last': (record) => {
    const { path } = callTo(record, 'GET /products');
    read(record, 54, `${path.replace('page=1', 'page=4')}`, pageOf({ pages: 3, data: [] }));
  },
  'a list that the partner reads by itself while the next action begins, its last page twice': (record) => {
    const { fromMs } = record.actions[1] ?? { fromMs: 0 };
    for (const [index, page] of [1, 2, 2, 3].entries()) {
      readPage(record, fromMs - 3 + 2 * index, 'orders', { pages: 3, data: [], page, pageSize: 10 });
    }
  },
  'a list that has grown since it was last read, its pages from the last to the first': (record) => {
    for (const [place, pages] of [
      [1, 2],
      [1, 3, 2],
    ].entries()) {
      const fromMs = 8000 + 100 * place;
      act(record, {
        action: 'synchronize',
        fromMs,
        toMs: fromMs + 50,
        isSettled: true,
        parameters: { list: 'orders' },
      });
      for (const [step, page] of pages.entries()) {
        readPage(record, fromMs + 2 + step, 'orders', { page, pages: pages.length, pageSize: 10 });
      }
    }
  },
  'a list whose requests have a further parameter, which differs': (record) => {
    for (const page of [1, 2, 3]) {
      readPage(record, 400 + page, 'orders', { page, pages: 3, pageSize: 10 }).path += `&_=${1_795_000_000_000 + page}`;
    }
  },
  'an empty list': (record) => readPage(record, 400, 'orders', { pages: 0, data: [], pageSize: 10 }),
  'a page that failed and was not retried': (record) => {
    pageRead(record, 3).answer = answering(500);
  },
  'an encoded plus in the zone of a list, and a refusal that a scenario caused': (record) => {
    asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00:00:00%2B00:00')(record);
    const { path } = callTo(record, 'GET /products');
    const answer = answering(422, { message: 'Invalid after date' });
    send(record, 49.5, `GET ${path}`, undefined, { answer, fault: 'answered 422' });
  },
  'a form of ISO 8601 that the platform of the session does not read': (record) => {
    const answer = answering(422, { message: 'Invalid after date' });
    send(record, 400, 'GET /orders?after=2020-01-01T00:00:00-03&page=1&pageSize=10', undefined, { answer });
  },
  'words where others have a number': (record) => {
    record.names.amounts = ['frete'];
    rewriting('POST /abandoned-carts', { frete: 'free', price: 'A12', amount: 'R$', quantity: '2 kg' })(record);
  },
  'an amount as people read it whose number the same object has': rewriting('POST /orders', {
    total: 1121.5,
    totalText: 'R$ 1.121,50',
    shipping: { fee: 12, feeShown: '12,00' },
  }),
  'digits that no measure has, and a discount in words': rewriting('POST /customers', {
    account: '1234',
    houseNumber: '77',
    discount: 'none',
    value: '38',
  }),
  'a birthday': rewriting('POST /customers', { birthday: '1990-01-31' }),
  'a name that looks like a date': rewriting('POST /orders', { externalId: '01/02/2030' }),
  'a list that grew, read as far as it reached at first': (record) => {
    pageRead(record, 3).answer = answering(200, pageOf({ pages: 4 }));
  },
  'a list read backwards, after a look at how many there are': (record) => {
    for (const call of record.calls) {
      const page = /^.products.*page=([123])&/.exec(call.path)?.[1];
      if (page !== undefined) call.path = call.path.replace(`page=${page}&`, `page=${4 - Number(page)}&`);
    }
    const atMs = pageRead(record, 3).atMs - 1;
    readPage(record, atMs, 'products', { pages: 120, pageSize: 1 });
  },
  'a health check, a receipt number that looks like a date, and a time of the till without a zone': (record) => {
    send(record, 50, 'HEAD /');
    send(
      record,
      52,
      'POST /orders',
      orderBody('order-90', { invoice: '12/11/2026', printedAt: '2026-11-12T10:00:00' }),
    );
    send(record, 54, 'GET /orders/external/order-90');
  },
  'a zone with a plus that was not encoded': asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00:00:00+00:00'),
  'a zone with an encoded plus': asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00%3A00%3A00%2B00%3A00'),
  'no updatedAt': asking('updatedAt=2029-12-31T21:00:00-03:00&', ''),
  'pages of one record': asking('pageSize=50', 'pageSize=1'),
  'a page that failed while others were read, and was read at the end': (record) => {
    const failed = pageRead(record, 2);
    failed.answer = answering(500);
    read(record, 54, failed.path, pageOf({ pages: 3 }));
  },
  ...Object.fromEntries(
    ['20301231T235959-0300', '2030-W52-2T12:00:00Z', '2030-12-31T12:00-03'].map((expiryDate) => [
      `the expiry ${expiryDate}`,
      (record: PartnerRecord) => {
        const registration = callTo(record, 'POST /coupons');
        rewrite(registration, { expiryDate });
        // one that never expires has none to send
        hold(record, 65, ['OWN1']);
        for (const held of record.states.at(-1)?.coupons ?? []) {
          Object.assign(held, { minPurchaseValue: 0, ...fieldsOf(registration), id: held.id, expiryDate });
        }
      },
    ]),
  ),
  'dates of its own that are none for the platform': rewriting('POST /orders', {
    createdAt: 1_896_091_200,
    meta: { expiryDate: 'never' },
  }),
  'times in another zone, and one that is three hours old': (record) => {
    record.names.dates = ['emittedAt', 'openedAt'];
    rewrite(callTo(record, 'POST /orders'), {
      emittedAt: '2030-01-31T09:00:00-03:00',
      openedAt: '2030-01-31T09:00:00Z',
    });
    rewriting('POST /abandoned-carts', { openedAt: '2030-01-31T11:00:00Z' })(record);
  },
};
