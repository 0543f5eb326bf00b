import { isObject, type JsonObject } from '../../core/json.ts';
import {
  answersOtherwise,
  callsTo,
  derivedUuid,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
  withFields,
} from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';
import { couponIn, isLookup, isMadeBy, notFound, showing } from './broken-coupons.ts';

/** Finds a coupon by its order only until something is true of it. */
const lostByOrder = (isLost: (coupon: JsonObject) => boolean): PlatformChange => ({
  wrap: answersOtherwise(callsTo('GET /coupons/order/:orderId'), (answer) =>
    isLost(couponIn(answer) ?? { externalId: null }) ? notFound : answer,
  ),
});

/** Shows a giftback as a share of the purchase that is computed from the totals that its order had. */
const worth =
  (amountOf: (percent: number, totals: readonly number[]) => number): TimelessWrap =>
  (handle) => {
    const totals = new Map<unknown, number[]>();
    const externalIds = new Map<unknown, unknown>();
    const amounts = new Map<unknown, number>();
    return async (call) => {
      const answer = await handle(call);
      const { externalId, total } = sentFields(call);
      if (call.segments[0] === 'orders' && typeof total === 'number')
        totals.set(externalId, [...(totals.get(externalId) ?? []), total]);
      if (callsTo('GET /orders/external/:externalId')(call) && isObject(answer.body))
        externalIds.set(answer.body.id, call.segments[2]);
      const coupon = couponIn(answer);
      if (!coupon || !isLookup(call) || !isMadeBy('giftback', coupon)) return answer;
      if (callsTo('GET /coupons/order/:orderId')(call)) {
        const had = totals.get(externalIds.get(call.segments[2])) ?? [];
        if (!amounts.has(coupon.code)) amounts.set(coupon.code, amountOf(Number(coupon.amount), had));
      }
      return withFields(answer, { type: 'fixed_cart', amount: amounts.get(coupon.code) ?? 0 });
    };
  };

export const madeCouponsDefects = defectsOf({
  'FLOW-15': {
    'makes fixed values of percentages': { policy: { flows: { couponType: () => 'fixed_cart' } } },
    'gives percentages as fractions of one': {
      wrap: showing('coupon', ({ type, amount }) => (type === 'percent' ? { amount: Number(amount) / 100 } : {})),
    },
  },
  'FLOW-16': {
    'makes percentages of fixed values': { policy: { flows: { couponType: () => 'percent' } } },
    'rounds fixed values to whole amounts': {
      wrap: showing('coupon', ({ amount }) => ({ amount: Math.round(Number(amount)) })),
    },
  },
  'FLOW-17': {
    "takes a giftback's percentage for its value": { wrap: showing('giftback', () => ({ type: 'fixed_cart' })) },
    'gives the share of the purchase as the percentage': {
      wrap: showing('giftback', ({ amount }) => ({ amount: Number(amount) * 2.5 })),
    },
    'gives every giftback the percentage of the largest': {
      wrap: showing('giftback', ({ amount }) => (amount === 4 ? { amount: 10 } : {})),
    },
    'makes giftbacks of the share of the first total that an order had': {
      wrap: worth((percent, [first = 0]) => (first * percent) / 100),
    },
    'rounds the share of the purchase to whole numbers': {
      wrap: worth((percent, totals) => Math.round(((totals.at(-1) ?? 0) * percent) / 100)),
    },
    'forgets the cents of a purchase when it takes the share': {
      wrap: worth((percent, totals) => (Math.trunc(totals.at(-1) ?? 0) * percent) / 100),
    },
  },
  'FLOW-37': {
    'lets the coupons of one company be combined although its flow says no': {
      wrap: showing('coupon', ({ type }) => (type === 'fixed_cart' ? { acumulative: true } : {})),
    },
    "forgets the minimum purchase of a flow's coupons": { wrap: showing('coupon', () => ({ minPurchaseValue: 0 })) },
    "lets no flow's coupon be combined": { wrap: showing('coupon', () => ({ acumulative: false })) },
    "lets every flow's coupon be valid for years": {
      wrap: showing('coupon', () => ({ expiryDate: '2100-01-01T00:00:00Z' })),
    },
  },
  'FLOW-18': {
    "links a flow's coupon to another customer": {
      wrap: showing('giftback', ({ customer }) => ({ customer: { ...Object(customer), phone: '+5511000000000' } })),
    },
    "links a flow's coupon to nobody": { wrap: showing('giftback', () => ({ customer: null })) },
    "shows a flow's coupon with the id of another customer": {
      wrap: showing('giftback', ({ id, customer }) => ({ customer: { ...Object(customer), id: derivedUuid(id) } })),
    },
    "shows a flow's coupon with its own id as that of its customer": {
      wrap: showing('giftback', ({ id, customer }) => ({ customer: { ...Object(customer), id } })),
    },
  },
  'FLOW-19': {
    "takes a coupon's own id for the partner's": {
      wrap: showing('giftback', ({ id, externalId }) => ({ externalId: externalId ?? id })),
      also: ['COUP-24'],
    },
    'has an empty text where a coupon has no externalId': {
      wrap: showing('giftback', ({ externalId }) => ({ externalId: externalId ?? '' })),
      also: ['COUP-24'],
    },
    "calls a flow's new coupon used": { wrap: showing('giftback', () => ({ used: true })), also: ['FLOW-22'] },
  },
  'FLOW-30': { "calls a flow's new coupon invalid": { wrap: showing('giftback', () => ({ isValid: false })) } },
  'FLOW-20': {
    "finds a flow's coupon by its id with an amount in cents": {
      wrap: showsOtherwise(callsTo('GET /coupons/:id'), ({ amount }) => ({ amount: Number(amount) * 100 })),
    },
    "no longer finds a flow's coupon by its order once it has an externalId": lostByOrder(
      ({ externalId }) => externalId !== null,
    ),
    "no longer finds a flow's coupon by its order once it is marked as used": lostByOrder(
      ({ used, isValid }) => used === true && isValid === true,
    ),
    "finds no flow's coupon by the externalId that it was given": {
      wrap: answersOtherwise(callsTo('GET /coupons/external/:externalId'), (answer) =>
        isMadeBy('giftback', couponIn(answer) ?? {}) ? notFound : answer,
      ),
    },
    "finds no flow's coupon by its id": {
      wrap: answersOtherwise(callsTo('GET /coupons/:id'), (answer) =>
        isMadeBy('giftback', couponIn(answer) ?? {}) ? notFound : answer,
      ),
    },
  },
  'FLOW-35': {
    "no longer finds a flow's coupon by its order once an order has used it": {
      ...lostByOrder(({ used, isValid }) => used === true && isValid === false),
      also: ['FLOW-36'],
    },
  },
});
