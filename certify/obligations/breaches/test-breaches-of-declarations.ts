import type { PartnerAction, PartnerRecord } from '../../../core/partner-record.ts';
import { isForSecond, isOfSecond } from '../companies.ts';
import { act, answering, failing, orderBody, send, uuid } from '../test-records/test-record.ts';
import { acting, type Breaches, rewrite, sending, without, withoutCalls } from '../test-records/test-record-changes.ts';

/** A partner that says, when it is asked for something, that it cannot do it. */
const refusing =
  (action: string, change: (record: PartnerRecord) => void) =>
  (record: PartnerRecord): void => {
    change(record);
    act(record, { action, fromMs: 9000, outcome: 'cannot' });
  };

const neverReadingConfig = (
  record: PartnerRecord,
  fromMs: number,
  parameters: PartnerAction['parameters'] = {},
): void =>
  act(record, { action: 'read-coupons-config', fromMs, outcome: 'cannot', message: '501: no coupons', parameters });

export const breachesOfDeclarations: Breaches = {
  'PART-85': {
    'no registration': (record) => {
      without('POST /webhooks')(record);
      without('PUT /webhooks')(record);
    },
  },
  'PART-86': {
    'no order': refusing('create-order', (record) => {
      without('POST /orders')(record);
      const isAboutOne = ({ action, id }: PartnerAction): boolean =>
        action === 'create-order' || (action === 'redeem' && id !== undefined);
      record.actions = record.actions.filter((action) => !isAboutOne(action));
    }),
  },
  'PART-87': {
    'no code': refusing('redeem', (record) => {
      for (const call of record.calls)
        if (call.body.includes('couponCode'))
          rewrite(call, { couponCode: undefined, ...(call.method === 'PUT' && { status: undefined }) });
      record.actions = record.actions.filter(({ action }) => action !== 'redeem');
    }),
  },
  'PART-88': {
    'none registered': refusing('register-coupon', (record) => {
      withoutCalls(record, ({ method, path }) => method === 'POST' && path === '/coupons');
      record.actions = record.actions.filter(({ action }) => action !== 'register-coupon');
    }),
  },
  'PART-89': {
    'none registered': refusing('register-shared-coupon', without('POST /coupons/shared')),
  },
  'PART-90': {
    'none marked as used': refusing('mark-coupon-used', (record) => {
      withoutCalls(record, ({ method, path }) => `${method} ${path}` === 'PUT /coupons/code/OWN1');
      record.actions = record.actions.filter(({ action }) => action !== 'mark-coupon-used');
    }),
  },
  'PART-91': {
    'no cart': refusing('create-cart', without('POST /abandoned-carts')),
    'no cart, and a failure that it outlasted': (record) => {
      without('POST /abandoned-carts')(record);
      act(record, { action: 'create-cart', fromMs: 9000, outcome: 'failed' });
      act(record, { action: 'create-order', fromMs: 9100, outcome: 'cannot' });
    },
  },
  'PART-92': {
    'no store': refusing('create-store', without('POST /stores')),
  },
  'PART-93': {
    'no customer': refusing('create-customer', (record) =>
      withoutCalls(record, ({ path }) => path.startsWith('/customers')),
    ),
  },
  'PART-94': {
    'no product': refusing('create-product', (record) =>
      withoutCalls(record, ({ path }) => path.startsWith('/products') && !path.includes('page=')),
    ),
  },
  'PART-95': {
    'no list': refusing('synchronize', (record) => withoutCalls(record, ({ path }) => path.includes('page='))),
    'another list than the one that it was to read': acting({
      action: 'synchronize',
      fromMs: 2960,
      toMs: 2970,
      outcome: 'done',
      parameters: { list: 'customers' },
    }),
  },
  'PART-96': {
    'none read': refusing('read-coupons-config', without('GET /coupons-config')),
    'none read for any company, which the partner says that it never does': (record) => {
      without('GET /coupons-config')(record);
      neverReadingConfig(record, 9000);
      neverReadingConfig(record, 9100, { company: 'second' });
    },
    'none read for the second company, after the partner said once that it never does': (record) => {
      const parameters = { company: 'second' };
      neverReadingConfig(record, 9000, parameters);
      act(record, { action: 'read-coupons-config', fromMs: 9100, parameters });
    },
  },
  'PART-179': {
    'no call of the second company': (record) => {
      withoutCalls(record, isOfSecond);
      record.actions = record.actions.filter((action) => !isForSecond(action));
      act(record, { action: 'pay-order', fromMs: 9000, outcome: 'cannot', parameters: { company: 'second' } });
    },
  },
  'PART-180': {
    'a coupon for everybody that failed for its company, and that the other one gets': (record) => {
      const parameters = { company: 'second' } as const;
      act(record, { action: 'register-shared-coupon', fromMs: 8080, id: '71', code: 'ALL71', parameters });
      send(record, 8082, 'POST /coupons/shared', { externalId: 71, code: 'ALL71' }, { ...failing(500), ...parameters });
      send(record, 8084, 'POST /coupons/shared', { externalId: 71, code: 'ALL71' });
    },
    'an order of the second company that the first one gets as well': sending(
      8090,
      'POST /orders',
      orderBody('order-81'),
    ),
    'a change of an order of the second company, for the first one': sending(8090, `PUT /orders/${uuid(81)}`, {
      status: 'canceled',
    }),
    'a coupon of the second company, marked for the first one': sending(8090, 'PUT /coupons/code/SECOND2', {
      used: true,
      awaitingOrder: false,
    }),
    'a coupon of the first company that got its id for the second one': sending(
      8090,
      'PUT /coupons/code/PLAIN',
      { externalId: 'own-PLAIN' },
      { company: 'second' },
    ),
    'a cart of the first company, for the second one': sending(
      8090,
      'POST /abandoned-carts',
      { externalId: 'cart-1' },
      { company: 'second' },
    ),
    'an order of the second company, looked up for the first one': sending(
      8090,
      'GET /orders/external/order-81',
      undefined,
      { answer: answering(404) },
    ),
    'a customer of the first company, changed for the second one': sending(
      8090,
      `PUT /customers/${uuid(51)}`,
      { firstName: 'Ana' },
      { company: 'second', answer: answering(404) },
    ),
  },
};
