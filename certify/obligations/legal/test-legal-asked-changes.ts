import { act, answering, orderBody, read, send, uuid } from '../test-records/test-record.ts';
import {
  callAt,
  callTo,
  deleteFirstOfTwo,
  dropping,
  holding,
  type LegalPartners,
  rewriting,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

export const legalAskedChanges: LegalPartners = {
  'a coupon of its own that it does not report to hold': dropping('OWN1'),
  'an expiry that it keeps to the minute': holding({ expiryDate: '2030-12-31T23:59:00-03:00' }, 'OWN1'),
  'an expiry that it keeps as PostgreSQL writes it': holding({ expiryDate: '2030-12-31 23:59:59-03' }, 'OWN1'),
  'a coupon that never expires, registered without an expiry': (record) => {
    rewriting('POST /coupons', { expiryDate: undefined })(record);
    holding({ expiryDate: null }, 'OWN1')(record);
  },
  'two coupons that are asked for at once': (record) => {
    for (const number of [2, 3]) act(record, { action: 'register-coupon', fromMs: 7000 + number, id: `own-${number}` });
    for (const number of [2, 3]) {
      const own = { externalId: `own-${number}`, code: `OWN${number}`, amount: 5, phone: '+5511987654321' };
      send(record, 7010 + number, 'POST /coupons', { ...own, expiryDate: '2030-12-31T23:59:59-03:00' });
    }
  },
  'a registration that is removed and made again when it is to change': (record) => {
    const { body } = callTo(record, 'POST /webhooks');
    withoutCalls(record, ({ method, path }) => method === 'PUT' && path.startsWith('/webhooks'));
    send(record, 20, `DELETE /webhooks/${uuid(10)}`);
    send(record, 22, 'POST /webhooks', JSON.parse(body), { answer: answering(200, { id: uuid(11) }) });
  },
  'a list that is read from a day before, to the second': (record) => {
    const since = '2030-01-31T12:00:00.750Z';
    act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', since } });
    send(record, 7001, 'GET /customers?after=2030-01-30T12:00:00Z&page=1&pageSize=50');
  },
  'what has changed, found in the whole list': (record) => {
    const changedSince = '2030-01-31T12:00:00.000Z';
    act(record, { action: 'synchronize', fromMs: 7000, parameters: { list: 'customers', changedSince } });
    send(record, 7001, 'GET /customers?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
  },
  'a lost deletion whose customer is not found afterwards': (record) => {
    callTo(record, 'DELETE /customers/').answer = { lost: 'reset' };
    send(record, 992, 'GET /customers/phone/5511922220003', undefined, { answer: answering(422) });
  },
  'a failed deletion that comes again after other work': (record) => {
    const failed = callTo(record, 'DELETE /customers/');
    failed.answer = answering(500);
    act(record, { action: 'create-customer', fromMs: 7000, id: 'customer-4' });
    send(record, 7001, `DELETE ${failed.path}`);
    send(record, 7003, 'POST /customers', { externalId: 'customer-4', phone: '+5511922220004', firstName: 'Lia' });
  },
  'a deleted customer whom a new order names': (record) => {
    const eva = { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' };
    send(record, 992, 'GET /customers/external/customer-3', undefined, { answer: answering(422) });
    act(record, { action: 'create-order', fromMs: 4200, id: 'order-51' });
    send(record, 4201, 'POST /customers', eva);
    const customer = { phone: eva.phone, address: { street: 'Rua Dois', number: '20' } };
    send(record, 4203, 'POST /orders', orderBody('order-51', { customer }));
  },
  'a deleted customer who is to be sent again, by a partner that is started again meanwhile': (record) => {
    act(record, { action: 'create-customer', fromMs: 3990, id: 'customer-3', parameters: { id: 'customer-3' } });
    send(record, 4170, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
  },
  'a deleted customer whose creation comes late, and who is deleted again': (record) => {
    send(record, 991, 'POST /customers', { externalId: 'customer-3', phone: '+5511922220003', firstName: 'Eva' });
    send(record, 993, `DELETE /customers/${uuid(54)}`);
  },
  'a customer whose deletion is asked for twice, and whom nothing looked up': (record) => {
    deleteFirstOfTwo(record);
    act(record, { action: 'delete-customer', fromMs: 7030, parameters: { id: 'customer-71' } });
    send(record, 7031, `DELETE /customers/${uuid(171)}`, undefined, { answer: answering(404) });
  },
  'a lost mark of a coupon that is found used afterwards': (record) => {
    callAt(record, 992).answer = { lost: 'reset' };
    read(record, 996, '/coupons/code/OWN1', { code: 'OWN1', used: true });
  },
  'a failed mark that comes again with the id of the coupon': (record) => {
    const mark = { used: true, awaitingOrder: false };
    callAt(record, 992).answer = answering(500);
    send(record, 996, 'PUT /coupons/code/OWN1', { ...mark, externalId: 'own-1' });
  },
  'a field of its own in addition to the documented one': rewriting('POST /coupons', { expiry_date: '2030-12-31' }),
};
