import type { PartnerAction, PartnerRecord } from '../../../core/partner-record.ts';
import { act, answering, orderBody, read, send, uuid } from './test-record.ts';
import type { Change } from './test-record-changes.ts';

/** From here on, the record has nothing else. */
export const startMs = 8000;

/** A change of a record that goes on for long enough to show all that follows. */
export const after =
  (change: Change): Change =>
  (record) => {
    record.idleMs = 99_000;
    change(record);
  };

/** An action that the partner answers, and that is followed by a rest. */
export const ask = (record: PartnerRecord, fromMs: number, action: string, more: Partial<PartnerAction> = {}): void =>
  act(record, { action, fromMs, toMs: fromMs + 8, isSettled: true, ...more });

/** An order that awaits its payment. */
export const makeOrder = (record: PartnerRecord): void => {
  ask(record, startMs, 'create-order', { id: 'o-1', parameters: { status: 'on-hold' } });
  send(record, startMs + 2, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
};

/** A customer whom the platform knows. */
export const makeCustomer = (record: PartnerRecord): void => {
  ask(record, startMs, 'create-customer', { id: 'c-1' });
  send(record, startMs + 2, 'POST /customers', { externalId: 'c-1', phone: '+5511944440055', firstName: 'Zoe' });
};

/** A coupon of the partner for one customer. */
export const registerCoupon = (record: PartnerRecord): void => {
  const coupon = { code: 'M1', externalId: 'm-1', type: 'percent', amount: 5, phone: '+5511987654321' };
  ask(record, startMs + 10, 'register-coupon', { id: 'm-1', code: 'M1' });
  send(record, startMs + 12, 'POST /coupons', { ...coupon, expiryDate: '2030-12-31T23:59:59-03:00' });
};

/** A customer of this number is created, looked up and updated. */
export const updateCustomer = (record: PartnerRecord, fromMs: number, number: number, update: object): void => {
  const customer = { externalId: `c-${number}`, phone: `+551194444006${number}` };
  ask(record, fromMs, 'create-customer', { id: customer.externalId });
  send(record, fromMs + 2, 'POST /customers', { ...customer, firstName: 'Zoe' });
  read(record, fromMs + 4, `/customers/external/${customer.externalId}`, { id: uuid(760 + number), ...customer });
  ask(record, fromMs + 20, 'update-customer', { parameters: { id: customer.externalId } });
  send(record, fromMs + 22, `PUT /customers/${uuid(760 + number)}`, { firstName: `Zoe ${number}`, ...update });
};

/** The partner registers its webhook, and the platform gives this number. */
export const register = (record: PartnerRecord, atMs: number, number: number): void => {
  const body = { event: 'coupon_create', [record.names.webhookUrl]: 'https://shop.example/hook' };
  send(record, atMs, 'POST /webhooks', body, { answer: answering(200, { id: uuid(number) }) });
};

/** A coupon whose code the partner answers in capitals. */
export const registerInSmallLetters = (record: PartnerRecord): void => {
  registerCoupon(record);
  for (const action of record.actions.slice(-1)) action.code = 'PROMO1';
  for (const call of record.calls.slice(-1)) call.body = call.body.replace('M1', 'promo1');
};
