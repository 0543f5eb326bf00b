import type { LegalPartner } from './test-legal-partner.ts';
import { act, answering, send, uuid } from './test-record.ts';
import { callTo, rewriting, withoutCalls } from './test-record-changes.ts';

export const legalAskedChanges: readonly LegalPartner[] = [
  [
    'a coupon of its own that it does not report to hold',
    (record) => {
      for (const state of record.states) state.coupons = state.coupons.filter(({ code }) => code !== 'OWN1');
    },
  ],
  [
    'an expiry that it keeps to the minute',
    (record) => {
      const held = record.states.at(-1)?.coupons.at(-1);
      if (held) held.expiryDate = '2030-12-31T23:59:00-03:00';
    },
  ],
  [
    'a coupon that never expires, registered without an expiry',
    (record) => {
      rewriting('POST /coupons', { expiryDate: undefined })(record);
      const held = record.states.at(-1)?.coupons.at(-1);
      if (held) held.expiryDate = null;
    },
  ],
  [
    'two coupons that are asked for at once',
    (record) => {
      for (const number of [2, 3])
        act(record, { action: 'register-coupon', fromMs: 7000 + number, id: `own-${number}` });
      for (const number of [2, 3]) {
        const own = { externalId: `own-${number}`, code: `OWN${number}`, amount: 5, phone: '+5511987654321' };
        send(record, 7010 + number, 'POST /coupons', { ...own, expiryDate: '2030-12-31T23:59:59-03:00' });
      }
    },
  ],
  [
    'a registration that is removed and made again when it is to change',
    (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      withoutCalls(record, ({ method, path }) => method === 'PUT' && path.startsWith('/webhooks'));
      send(record, 20, `DELETE /webhooks/${uuid(10)}`, undefined, { answer: answering(200, { result: true }) });
      send(record, 22, 'POST /webhooks', JSON.parse(body), { answer: answering(200, { id: uuid(11) }) });
    },
  ],
  [
    'a list that is read from a day before, to the second',
    (record) => {
      const since = '2030-01-31T12:00:00.750Z';
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', since } });
      send(record, 7001, 'GET /customers?after=2030-01-30T12:00:00Z&page=1&pageSize=50');
    },
  ],
  [
    'what has changed, found in the whole list',
    (record) => {
      const changedSince = '2030-01-31T12:00:00.000Z';
      act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', changedSince } });
      send(record, 7001, 'GET /customers?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
    },
  ],
  ['a field of its own in addition to the documented one', rewriting('POST /coupons', { expiry_date: '2030-12-31' })],
];
