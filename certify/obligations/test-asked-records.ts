import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { act, emptyRecord, failing, hold, orderBody, pageOf, read, send, uuid } from './test-record.ts';

const phones = ['+5511933330001', '+5511933330002', '+5511933330003'] as const;

/** The session of a partner that creates records and sends them again, one after another, with a wait after each. */
export const askedRecord = (change: (record: PartnerRecord) => void = () => {}): PartnerRecord => {
  const record = emptyRecord();
  const ask = (fromMs: number, action: string, more: Partial<PartnerAction> = {}): void =>
    act(record, { action, fromMs, toMs: fromMs + 8, isSettled: true, ...more });
  for (const [index, phone] of phones.slice(0, 2).entries()) {
    const [fromMs, id] = [7000 + 20 * index, `order-${31 + index}`];
    ask(fromMs, 'create-order', { id, parameters: { status: 'completed', phone } });
    send(record, fromMs + 2, 'POST /orders', orderBody(id, { customer: { phone, address: { street: 'Rua Dois' } } }));
    read(record, fromMs + 5, `/orders/external/${id}`, { id: uuid(31 + index), externalId: id, status: 'completed' });
  }

  const own = { externalId: 'own-OWN9', code: 'OWN9', type: 'percent', amount: 10, phone: '+5511987654321' };
  ask(7040, 'register-coupon', { id: 'own-OWN9', code: 'OWN9' });
  send(record, 7042, 'POST /coupons', { ...own, minPurchaseValue: 50, expiryDate: '2030-06-30T12:00:00-03:00' });
  hold(record, 7046, ['OWN9']);
  ask(7050, 'redeem', { id: 'order-33', parameters: { code: 'OWN9', total: 121 } });
  send(record, 7052, 'POST /orders', orderBody('order-33', { couponCode: 'OWN9' }));

  const made = [
    ['customer', 'customers', { phone: phones[2], firstName: 'Rui', lastName: 'Reis' }],
    ['product', 'products', { name: 'Mate', provider: 'shop' }],
    ['store', 'stores', { name: 'North' }],
    ['cart', 'abandoned-carts', { customer: { phone: phones[2] } }],
  ] as const;
  for (const [index, [kind, resource, fields]] of made.entries()) {
    const [earlierMs, other] = [6900 + 10 * index, { name: `Other ${kind}`, phone: '+5511933330008' }];
    ask(earlierMs, `create-${kind}`, { id: `${kind}-8` });
    const first = { externalId: `${kind}-8`, ...other };
    send(record, earlierMs + 1, `POST /${resource}`, first, failing(500));
    send(record, earlierMs + 4, `POST /${resource}`, first);
    const [fromMs, id] = [7060 + 20 * index, `${kind}-9`];
    for (const parameters of [{}, { id }]) {
      const atMs = fromMs + ('id' in parameters ? 10 : 0);
      ask(atMs, `create-${kind}`, { id, parameters });
      send(record, atMs + 2, `POST /${resource}`, { externalId: id, ...fields });
    }
  }

  // a list that grows while it is read
  ask(6960, 'synchronize', { parameters: { list: 'products' } });
  for (const [index, totalPages] of [3, 4, 4, 4].entries()) {
    const page = index + 1;
    read(
      record,
      6960 + 2 * page,
      `/products?after=2020-01-01T00:00:00Z&page=${page}&pageSize=50`,
      pageOf({ page, pages: totalPages }),
    );
  }

  read(record, 7138, '/customers/external/customer-9', { id: uuid(59), externalId: 'customer-9', phone: phones[2] });
  ask(7140, 'update-customer', { id: 'customer-9', parameters: { id: 'customer-9' } });
  send(record, 7142, `PUT /customers/${uuid(59)}`, { firstName: 'Rui', lastName: 'Ramos' });

  ask(7150, 'synchronize', { parameters: { list: 'products', since: '2030-01-31T01:30:00.000Z' } });
  read(record, 7152, '/products?after=2030-01-30T22:30:00-03:00&page=1&pageSize=50', pageOf());
  ask(7160, 'synchronize', { parameters: { list: 'products', changedSince: '2030-01-31T01:30:00.000Z' } });
  read(
    record,
    7162,
    '/products?after=2020-01-01T00:00:00Z&updatedAt=2030-01-31T01:30:00Z&page=1&pageSize=50',
    pageOf(),
  );
  // one order fails without a restart, and one before it
  ask(7170, 'create-order', { id: 'order-34' });
  act(record, { action: 'create-order', fromMs: 7180, toMs: 7181, id: 'order-35' });
  for (const [fromMs, id] of [
    [7171, 'order-34'],
    [7182, 'order-35'],
  ] as const) {
    const body = orderBody(id, { customer: { phone: phones[2], address: { street: 'Rua Dois' } }, total: fromMs });
    send(record, fromMs, 'POST /orders', body, failing(500));
    send(record, fromMs + 4, 'POST /orders', body);
  }
  ask(7185, 'restart', { toMs: 7188 });
  record.idleMs = 7200;
  change(record);
  return record;
};
