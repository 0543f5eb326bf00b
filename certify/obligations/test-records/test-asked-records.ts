import type { PartnerAction, PartnerRecord } from '../../../core/partner-record.ts';
import { act, emptyRecord, failing, holdAlso, orderBody, read, readPage, send, uuid } from './test-record.ts';
import type { Change } from './test-record-changes.ts';

const phones = ['+5511933330001', '+5511933330002', '+5511933330003'] as const;

/** Asks for an action, and waits for its end. */
const ask = (record: PartnerRecord, fromMs: number, action: string, more: Partial<PartnerAction> = {}): void =>
  act(record, { action, fromMs, toMs: fromMs + 8, isSettled: true, ...more });

const orderFrom = (id: string, phone: string, fields: object = {}) =>
  orderBody(id, { customer: { phone, address: { street: 'Rua Dois' } }, ...fields });

const createOrders = (record: PartnerRecord): void => {
  for (const [index, phone] of phones.slice(0, 2).entries()) {
    const [fromMs, id] = [7000 + 20 * index, `order-${31 + index}`];
    ask(record, fromMs, 'create-order', { id, parameters: { status: 'completed', phone } });
    send(record, fromMs + 2, 'POST /orders', orderFrom(id, phone));
    read(record, fromMs + 5, `/orders/external/${id}`, { id: uuid(31 + index), externalId: id, status: 'completed' });
  }
};

const redeemOwnCoupon = (record: PartnerRecord): void => {
  const own = { externalId: 'own-OWN9', code: 'OWN9', type: 'percent', amount: 10, phone: '+5511987654321' };
  ask(record, 7040, 'register-coupon', { id: 'own-OWN9', code: 'OWN9' });
  send(record, 7042, 'POST /coupons', { ...own, minPurchaseValue: 50, expiryDate: '2030-06-30T12:00:00-03:00' });
  holdAlso(record, 7046, ['OWN9']);
  ask(record, 7050, 'redeem', { id: 'order-33', parameters: { code: 'OWN9', total: 121 } });
  send(record, 7052, 'POST /orders', orderBody('order-33', { couponCode: 'OWN9' }));
};

/** One record of each kind fails and is repeated; another one is created and sent again. */
const createAndSendAgain = (record: PartnerRecord): void => {
  const made = [
    ['customer', 'customers', { phone: phones[2], firstName: 'Rui', lastName: 'Reis' }],
    ['product', 'products', { name: 'Mate', provider: 'shop' }],
    ['store', 'stores', { name: 'North' }],
    ['cart', 'abandoned-carts', { customer: { phone: phones[2] } }],
  ] as const;
  for (const [index, [kind, resource, fields]] of made.entries()) {
    const earlierMs = 6900 + 10 * index;
    const first = { externalId: `${kind}-8`, name: `Other ${kind}`, phone: '+5511933330008' };
    ask(record, earlierMs, `create-${kind}`, { id: `${kind}-8` });
    send(record, earlierMs + 1, `POST /${resource}`, first, failing(500));
    send(record, earlierMs + 4, `POST /${resource}`, first);
    const [fromMs, id] = [7060 + 20 * index, `${kind}-9`];
    ask(record, fromMs, `create-${kind}`, { id });
    send(record, fromMs + 2, `POST /${resource}`, { externalId: id, ...fields });
    ask(record, fromMs + 10, `create-${kind}`, { id, parameters: { id } });
    send(record, fromMs + 12, `POST /${resource}`, { externalId: id, ...fields });
  }
};

const updateCustomer = (record: PartnerRecord): void => {
  read(record, 7138, '/customers/external/customer-9', { id: uuid(59), externalId: 'customer-9', phone: phones[2] });
  ask(record, 7140, 'update-customer', { id: 'customer-9', parameters: { id: 'customer-9' } });
  send(record, 7142, `PUT /customers/${uuid(59)}`, { firstName: 'Rui', lastName: 'Ramos' });
};

const readLists = (record: PartnerRecord): void => {
  const parameters = { list: 'products' };
  ask(record, 6960, 'synchronize', { parameters });
  // the list grows while it is read
  for (const [index, pages] of [3, 4, 4, 4].entries()) {
    readPage(record, 6962 + 2 * index, 'products', { page: index + 1, pages });
  }
  ask(record, 7150, 'synchronize', { parameters: { ...parameters, since: '2030-01-31T01:30:00.000Z' } });
  readPage(record, 7152, 'products', { after: '2030-01-30T22:30:00-03:00' });
  ask(record, 7160, 'synchronize', { parameters: { ...parameters, changedSince: '2030-01-31T01:30:00.000Z' } });
  readPage(record, 7162, 'products', { after: '2020-01-01T00:00:00Z&updatedAt=2030-01-31T01:30:00Z' });
};

/** One order fails without a restart, and one before it. */
const repeatOrders = (record: PartnerRecord): void => {
  ask(record, 7170, 'create-order', { id: 'order-34' });
  act(record, { action: 'create-order', fromMs: 7180, toMs: 7181, id: 'order-35' });
  for (const [fromMs, id] of [
    [7171, 'order-34'],
    [7182, 'order-35'],
  ] as const) {
    const body = orderFrom(id, phones[2], { total: fromMs });
    send(record, fromMs, 'POST /orders', body, failing(500));
    send(record, fromMs + 4, 'POST /orders', body);
  }
  ask(record, 7185, 'restart', { toMs: 7188 });
};

/** The session of a partner that creates records and sends them again, one after another, with a wait after each. */
export const askedRecord = (change: Change = () => {}): PartnerRecord => {
  const record = emptyRecord();
  createOrders(record);
  redeemOwnCoupon(record);
  createAndSendAgain(record);
  readLists(record);
  updateCustomer(record);
  repeatOrders(record);
  record.idleMs = 7200;
  change(record);
  return record;
};
