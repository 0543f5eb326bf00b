import type { PartnerAction, PartnerRecord } from '../../../core/partner-record.ts';
import { act, answering, failing, readPage, send, uuid } from './test-record.ts';
import type { Breaches, LegalPartners } from './test-record-changes.ts';

/** Two actions at the same time, from 7300 on. The partner has finished both of them at 7390. */
const together = (record: PartnerRecord, first: Action, second: Action): void => {
  act(record, { fromMs: 7300, toMs: 7302, ...first });
  act(record, { fromMs: 7300.1, toMs: 7390, isSettled: true, ...second });
  record.idleMs = 9000;
};
type Action = Partial<PartnerAction> & { action: string };

const failed = failing(500);

/** A customer is changed twice, and sent again with this last name. */
const changedTwice = (record: PartnerRecord, lastName: string): void => {
  const id = 'customer-9';
  const update = { action: 'update-customer', parameters: { id } };
  together(record, update, update);
  send(record, 7310, `PUT /customers/${uuid(59)}`, { firstName: 'Rui', lastName: 'Cruz' });
  send(record, 7320, `PUT /customers/${uuid(59)}`, { firstName: 'Rui', lastName: 'Braga' });
  act(record, { action: 'create-customer', fromMs: 7400, toMs: 7410, isSettled: true, id, parameters: { id } });
  send(record, 7405, 'POST /customers', { externalId: id, phone: '+5511933330003', firstName: 'Rui', lastName });
};

/** The registration is made at 7200, removed, and made again at the same time. */
const registeredAgain = (record: PartnerRecord): void => {
  act(record, { action: 'register-webhook', fromMs: 7200, toMs: 7210, isSettled: true });
  register(record, 7202, 71);
  together(record, { action: 'unregister-webhook' }, { action: 'register-webhook' });
};
const register = (record: PartnerRecord, atMs: number, number: number): void => {
  const body = { event: 'coupon_create', targetUrl: 'http://shop.example/receiver' };
  send(record, atMs, 'POST /webhooks', body, { answer: answering(200, { id: uuid(number) }) });
};
const remove = (record: PartnerRecord, atMs: number, number: number): void =>
  void send(record, atMs, `DELETE /webhooks/${uuid(number)}`);

/** A coupon is registered at the second try, and marked as used before that. */
const markedEarly = (record: PartnerRecord): void => {
  const [code, externalId] = ['OWN8', 'own-OWN8'];
  const own = { externalId, code, type: 'percent', amount: 10, minPurchaseValue: 50, phone: '+5511987654321' };
  const body = { ...own, expiryDate: '2030-06-30T12:00:00-03:00' };
  together(
    record,
    { action: 'register-coupon', id: externalId, code },
    { action: 'mark-coupon-used', parameters: { code } },
  );
  send(record, 7310, 'POST /coupons', body, failed);
  send(record, 7320, 'POST /coupons', body);
};
const mark = (record: PartnerRecord, atMs: number, status: number): void => {
  const body = { used: true, awaitingOrder: false };
  send(record, atMs, 'PUT /coupons/code/OWN8', body, { answer: answering(status, { message: 'Coupon not found' }) });
};

/** A list is read twice: completely, and these of the two pages that it has from a moment on. */
const readTwice = (record: PartnerRecord, ...recent: number[]): void => {
  const since = '2030-01-31T01:30:00.000Z';
  const parameters = { list: 'products' };
  together(
    record,
    { action: 'synchronize', parameters },
    { action: 'synchronize', parameters: { ...parameters, since } },
  );
  for (const page of [1, 2]) readPage(record, 7310 + 10 * page, 'products', { page, pages: 2 });
  const after = '2030-01-30T22:30:00-03:00';
  for (const page of recent) readPage(record, 7315 + 10 * page, 'products', { after, page, pages: 2 });
};

export const breachesAtOnce: Breaches = {
  'PART-24': {
    'a page left out of one of two readings at once': (record) => readTwice(record, 1),
  },
  'PART-44': {
    'a mark that comes before the registration of its coupon, and not after it': (record) => {
      markedEarly(record);
      mark(record, 7315, 422);
    },
  },
  'PART-137': {
    'a removal that comes after the new registration, and removes it': (record) => {
      registeredAgain(record);
      send(record, 7310, `DELETE /webhooks/${uuid(71)}`, undefined, failed);
      register(record, 7320, 72);
      remove(record, 7330, 72);
    },
  },
  'PART-143': {
    'the older of two changes at once sent last': (record) => changedTwice(record, 'Cruz'),
  },
};

export const legalAtOnce: LegalPartners = {
  'two changes at once, of which the later one is sent last': (record) => changedTwice(record, 'Braga'),
  'two changes at once, and the customer as it was made when it is to be sent again': (record) =>
    changedTwice(record, 'Reis'),
  'a registration that is made again once it is removed': (record) => {
    registeredAgain(record);
    send(record, 7310, `DELETE /webhooks/${uuid(71)}`, undefined, failed);
    remove(record, 7320, 71);
    register(record, 7330, 72);
  },
  'a registration that stays, since it is to be made again before it is removed': registeredAgain,
  'a removal that fails and is left, since the registration is to be made again': (record) => {
    registeredAgain(record);
    send(record, 7310, `DELETE /webhooks/${uuid(71)}`, undefined, failed);
    register(record, 7320, 72);
  },
  'a mark that comes again once its coupon is registered': (record) => {
    markedEarly(record);
    mark(record, 7315, 422);
    mark(record, 7330, 200);
  },
  'two readings of a list at once': (record) => readTwice(record, 1, 2),
};
