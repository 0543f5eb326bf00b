import { isObject, type JsonObject } from '../../core/json.ts';
import { callsTo, forgetsDeletion, readsBodyOtherwise, showsOtherwise } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
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
  ...defectsOf({
    'ORD-15': { 'shows the items of an order by their names': { ...showingItems({ Selo: 1 }), also: ['ORD-36'] } },
    'ORD-36': {
      'shows no lineItems of an order': showingItems(undefined),
      'loses the items of an order': showingItems([]),
    },
    'ORD-38': {
      'deletes the same order twice': {
        wrap: forgetsDeletion(callsTo('DELETE /orders/:id'), callsTo('DELETE /orders/:id'), { result: true }),
      },
    },
    'ORD-24': { 'takes orders of customers without phone': fillsCustomer({ phone: 'unknown' }) },
    'ORD-37': {
      'takes orders of nobody': {
        wrap: readsBodyOtherwise(callsTo('POST /orders'), (sent) =>
          sent.customer ? sent : { ...sent, customer: { phone: 'nobody', address: 'nowhere' } },
        ),
      },
    },
    'ORD-25': { 'takes orders of customers without address': fillsCustomer({ address: 'unknown' }) },
  }),
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
  ...misnamesUnknown('ORD-20', 'GET /orders/:id', { status: 422, message: 'Pedido não encontrado' }),
  ...misnamesUnknown('ORD-21', 'PUT /orders/:id', { status: 422, message: 'Order not found' }),
  ...misnamesUnknown('ORD-22', 'DELETE /orders/:id', { status: 422, message: 'Pedido não encontrado' }),
  ...misnamesUnknown('ORD-23', 'GET /orders/external/:externalId', { status: 422, message: 'Not Found' }),
];

export const ordersDefects: readonly Defect[] = [...statusDefects, ...recordDefects, ...redemptionDefects];
