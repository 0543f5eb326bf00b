import { isObject, type JsonObject } from '../../core/json.ts';
import { callsTo, forgetsDeletion, readsBodyOtherwise, showsOtherwise } from '../broken-handling.ts';
import type { Defect, PlatformChange } from '../defect.ts';
import { partnerRecordDefects } from '../records/partner-record-defects.ts';
import { partnerOrder } from '../records/partner-records.ts';
import { misnamesUnknown } from '../records/record-defects.ts';
import { redemptionDefects } from './redemption-defects.ts';
import { statusDefects } from './status-defects.ts';

const byExternalId = callsTo('GET /orders/external/:externalId');

const showingItems = (lineItems: unknown): PlatformChange => ({
  wrap: showsOtherwise(byExternalId, () => ({ lineItems })),
});

/** Adds the fields that the customer of an order lacks. */
const fillsCustomer = (customer: JsonObject): PlatformChange => ({
  wrap: readsBodyOtherwise(callsTo('POST /orders'), (sent) =>
    isObject(sent.customer) ? { ...sent, customer: { ...customer, ...sent.customer } } : sent,
  ),
});

const recordDefects: readonly Defect[] = [
  ...partnerRecordDefects(
    partnerOrder,
    {
      found: 'ORD-13',
      awkward: 'ORD-14',
      everyPostIsNew: 'ORD-16',
      onePerExternalId: 'ORD-17',
      changed: 'ORD-18',
      gone: 'ORD-19',
    },
    {
      byId: ['ISO-18', 'ISO-25', 'CONV-51'],
      byExternalId: [],
      ofOneOwner: [
        'CONV-16',
        'AUTH-6',
        'ERR-12',
        'ERR-14',
        'CONV-21',
        'CONV-44',
        'CONV-59',
        'CONV-73',
        'ORD-31',
        'ORD-32',
      ],
      otherKinds: ['CART-4', 'STORE-4'],
    },
  ),
  {
    rule: 'ORD-15',
    text: 'shows the items of an order by their names',
    ...showingItems({ Selo: 1 }),
    also: ['ORD-36'],
  },
  { rule: 'ORD-36', text: 'shows no lineItems of an order', ...showingItems(undefined) },
  { rule: 'ORD-36', text: 'loses the items of an order', ...showingItems([]) },
  ...misnamesUnknown('ORD-20', 'GET /orders/:id', { status: 422, message: 'Pedido não encontrado' }),
  ...misnamesUnknown('ORD-21', 'PUT /orders/:id', { status: 422, message: 'Order not found' }),
  ...misnamesUnknown('ORD-22', 'DELETE /orders/:id', { status: 422, message: 'Pedido não encontrado' }),
  ...misnamesUnknown('ORD-23', 'GET /orders/external/:externalId', { status: 422, message: 'Not Found' }),
  {
    rule: 'ORD-38',
    text: 'deletes the same order twice',
    wrap: forgetsDeletion(callsTo('DELETE /orders/:id'), callsTo('DELETE /orders/:id'), { result: true }),
  },
  { rule: 'ORD-24', text: 'takes orders of customers without phone', ...fillsCustomer({ phone: 'unknown' }) },
  {
    rule: 'ORD-37',
    text: 'takes orders of nobody',
    wrap: readsBodyOtherwise(callsTo('POST /orders'), (sent) =>
      sent.customer ? sent : { ...sent, customer: { phone: 'nobody', address: 'nowhere' } },
    ),
  },
  { rule: 'ORD-25', text: 'takes orders of customers without address', ...fillsCustomer({ address: 'unknown' }) },
];

export const ordersDefects: readonly Defect[] = [...statusDefects, ...recordDefects, ...redemptionDefects];
