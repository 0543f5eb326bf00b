import type { PartnerRecord } from '../../../core/partner-record.ts';
import { act, hold, make, notify, orderBody, send, showOrder, uuid, work } from '../test-records/test-record.ts';
import type { LegalPartners } from '../test-records/test-record-changes.ts';

const bia = { phone: '+5511944440001', address: { street: 'Rua Bia' } };

/** Performs an action from this moment on, and finishes it. */
const perform = (
  record: PartnerRecord,
  fromMs: number,
  action: string,
  more: Partial<Parameters<typeof act>[1]> = {},
) => act(record, { action, fromMs, isSettled: true, ...more });

/** Adds an order of Bia that awaits payment, and that a lookup shows. */
const addOrder = (record: PartnerRecord, atMs: number, number: number, fields: object = {}): void => {
  const parameters = { status: 'on-hold' };
  perform(record, atMs, 'create-order', { id: `order-${number}`, parameters });
  send(record, atMs + 2, 'POST /orders', orderBody(`order-${number}`, { ...parameters, customer: bia, ...fields }));
  showOrder(record, atMs + 5, `order-${number}`, number);
};

/** Has a coupon of Ana notified, which the partner holds. */
const bringCoupon = (record: PartnerRecord, atMs: number, code: string): void => {
  make(record, code, atMs, { orderId: uuid(atMs), orderExternalId: null, madeMs: atMs, minPurchaseValue: 0 });
  notify(record, atMs, code, { orderId: uuid(atMs), more: { id: uuid(atMs) } });
  work(record, atMs + 3, code);
  hold(record, atMs + 9, ['OWN9', code]);
  for (const held of record.states.at(-1)?.coupons ?? []) if (held.code === code) held.minPurchaseValue = 0;
};

/** What shops do in their own way, and the document leaves to them. */
export const legalHabits: LegalPartners = {
  'a coupon that is refused for an order of another customer': (record) => {
    bringCoupon(record, 8000, 'OF-ANA');
    addOrder(record, 8020, 70);
    perform(record, 8040, 'redeem', { outcome: 'cannot', parameters: { code: 'OF-ANA', id: 'order-70' } });
  },
  'one open cart for each customer, which is filled and abandoned again': (record) => {
    for (const [place, product] of ['p-1', 'p-2'].entries()) {
      perform(record, 8000 + 20 * place, 'create-cart', { id: 'cart-of-bia' });
      const lineItems = [{ productId: product, quantity: 1, price: 10 }];
      send(record, 8002 + 20 * place, 'POST /abandoned-carts', { externalId: 'cart-of-bia', customer: bia, lineItems });
    }
  },
  'an order for a customer by its id and name, which somebody else receives': (record) => {
    for (const [number, phone] of [
      [71, '+5511944440071'],
      [72, '+5511944440072'],
    ] as const) {
      const customer = { externalId: `customer-${number}`, firstName: 'Ana' };
      const atMs = 8000 + 20 * (number - 71);
      perform(record, atMs, 'create-order', { id: `order-${number}`, parameters: { status: 'completed', phone } });
      send(record, atMs + 1, 'POST /customers', { ...customer, phone, address: { street: 'Rua Ana' } });
      const shipping = { recipient: 'Bia', phone: '+5511955550009', address: { street: 'Rua Bia' } };
      send(record, atMs + 4, 'POST /orders', orderBody(`order-${number}`, { customer, shipping }));
    }
  },
  'a configuration that is kept once it is read': (record) => {
    perform(record, 8000, 'read-coupons-config');
    send(record, 8002, 'GET /coupons-config');
    perform(record, 8020, 'read-coupons-config');
  },
  'the only store, which the platform has already': (record) =>
    perform(record, 8000, 'create-store', { id: 'store-9' }),
};
