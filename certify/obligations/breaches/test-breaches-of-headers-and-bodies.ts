import { marks, type PartnerRecord } from '../../../core/partner-record.ts';
import { answering, uuid } from '../test-records/test-record.ts';
import {
  also,
  asking,
  type Breaches,
  changing,
  rewriting,
  rewritingAt,
  sending,
  withHeader,
} from '../test-records/test-record-changes.ts';

export const breachesOfHeadersAndBodies: Breaches = {
  'PART-1': {
    'no token': withHeader('GET /coupons-config', 'authorization'),
    'another token': withHeader('GET /coupons-config', 'authorization', 'Bearer x'),
  },
  'PART-2': {
    'bearer in lower case': withHeader('GET /coupons-config', 'authorization', `bearer ${marks.token}`),
    'the token alone': withHeader('GET /coupons-config', 'authorization', marks.token),
  },
  'PART-3': {
    'no second header': withHeader('POST /orders', 'service-access'),
    'another access key': withHeader('POST /orders', 'service-access', 'x'),
  },
  'PART-4': {
    'no content type': withHeader('POST /orders', 'content-type'),
    'a form': withHeader('PUT /orders', 'content-type', 'application/x-www-form-urlencoded'),
  },
  'PART-5': {
    'a body that is cut': changing('PUT /webhooks', { body: '{"event"' }),
    'a name in another encoding than UTF-8': also(['PART-177'], rewriting('POST /customers', { name: 'Ant\ufffdnia' })),
  },
  'PART-177': {
    'a name that is encoded twice': rewriting('POST /customers', { name: 'AntÃ´nia' }),
  },
  'PART-6': {
    'the total of a cart as empty text': rewriting('POST /abandoned-carts', { total: '' }),
    ...Object.fromEntries(
      ['R$ 81,00', 'R$\u00a01.234,50', '-R$ 5,00', '1.234,50', '81,00', '81.00 BRL', '1 234,50', '10%'].map((total) => [
        `the total ${total} of a cart`,
        (record: PartnerRecord) => {
          record.names.orderTotal = 'valor';
          rewriting('POST /abandoned-carts', { valor: total })(record);
        },
      ]),
    ),
    'a total as text': rewriting('POST /orders', { total: '121.00' }),
    'a total that is no number': rewriting('POST /orders', { total: 'NaN' }),
    'a total with words after it': rewriting('POST /orders', { total: '121,00 (à vista)' }),
    ...Object.fromEntries(
      ['2 un', '0,350 kg', '3x'].map((quantity) => [
        `the quantity ${quantity} of an item`,
        rewriting('POST /orders', { lineItems: [{ productId: 'p-1', quantity, price: 60.5 }] }),
      ]),
    ),
    'a total as text under the name that the partner declares': (record) => {
      record.names.orderTotal = 'valor';
      rewriting('POST /orders', { total: undefined, valor: '121.00' })(record);
    },
    'a price as text': rewriting('POST /orders', { lineItems: [{ productId: 'p-1', quantity: 2, price: '60,50' }] }),
    'digits as text under names of their own': rewriting('POST /orders', {
      lineItems: [{ productId: 'p-1', qty: '2', unitPrice: '60' }],
    }),
    'a price as people write it, in the items of a cart': rewriting('POST /abandoned-carts', {
      items: [{ sku: 'p-1', qty: 2, unitPrice: 'R$ 60,50' }],
    }),
    'a value as text under a name that the partner declares': (record) => {
      record.names.amounts = ['frete'];
      rewriting('POST /orders', { frete: '15' })(record);
    },
    'a value as text under a name that the partner declares, in a field of its own': (record) => {
      record.names.amounts = ['amount'];
      rewriting('POST /orders', { payment: { amount: '121.00' } })(record);
    },
  },
  'PART-97': {
    'a number': rewriting('POST /coupons', { phone: 5_511_987_654_321 }),
  },
  'PART-98': {
    PATCH: sending(400, `PATCH /orders/${uuid(2)}`, { status: 'completed' }),
  },
  'PART-99': {
    'a number': rewriting('POST /orders', { externalId: 17 }),
  },
  'PART-105': {
    'a number': rewriting('POST /stores', { externalId: 17 }),
  },
  'PART-106': {
    'a number under a name that the partner declares': (record) => {
      record.names.phones = ['zap'];
      rewriting('POST /customers', { zap: 5_511_987_654_321 })(record);
    },
    'a number': rewriting('POST /customers', { phone: 5_511_987_654_321 }),
  },
  'PART-116': {
    'a company in a body': rewriting('POST /orders', { company_id: 'c-1' }),
    'a company in a query': asking('pageSize=50', 'pageSize=50&company=c-1'),
    'the company of its notifications in a query': asking('pageSize=50', `pageSize=50&store=${uuid(999)}`),
  },
  'PART-183': {
    'no minimum': rewriting('POST /coupons', { minPurchaseValue: null }),
    'no flag': rewriting('POST /coupons', { awaitingOrder: null }),
    'no id of an order': rewriting('PUT /orders', { externalId: null }),
    'no phone of a customer who has one': rewritingAt(952, { phone: null }),
    'an empty first name of a customer who has one': rewritingAt(952, { firstName: '', lastName: 'Lima' }),
  },
  'PART-119': {
    'the id of a shared coupon as text': rewriting('POST /coupons/shared', { externalId: '2147483647' }),
    'a discount as text': rewriting('POST /orders', { discount: 'R$ 1.212,50' }),
    'a discount as text whose number only another object has': rewriting('POST /orders', {
      coupon: { value: 13, discount: '12,00' },
      fee: 12,
    }),
    'amounts as text in the order as the shop system has it': rewriting('POST /orders', {
      source: { line_items: [{ price: '60.50', quantity: 2 }], total_set: { shop_money: { amount: '121.00' } } },
      metadata: { total: '121.00' },
    }),
    'a cost with separators of thousands as text': rewriting('POST /products', { cost: '1,212.50' }),
    'a limit as text': rewriting('POST /coupons/shared', { usageLimit: '100' }),
    'a stock as text': rewriting('POST /products', { in_stock: '7' }),
  },
  'PART-166': {
    'a change': sending(9_000, 'PUT /coupons-config', { giftbackPercent: 20 }, { answer: answering(404) }),
  },
};
