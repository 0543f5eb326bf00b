import { isObject } from '../../core/json.ts';
import type { Handle } from '../../platform/http/call.ts';
import type { OrderStatus, OrdersPolicy } from '../../platform/policy/orders.ts';
import { callsTo, type Fits, readsBodyOtherwise, sentFields, withFields } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';
import { refusingRegistrations, registering } from './registration-defects.ts';

const putById = callsTo('PUT /coupons/:id');
const putByCode = callsTo('PUT /coupons/code/:code');
const byExternalId = callsTo('GET /orders/external/:externalId');

const taking = (takesAwaitingCoupon: OrdersPolicy['takesAwaitingCoupon']): PlatformChange => ({
  policy: { orders: { takesAwaitingCoupon } },
});

/** Hands out awaiting coupons only to new orders of some statuses. */
const handingOutBy = (isMeant: (status: OrderStatus) => boolean): PlatformChange =>
  taking(
    ({ via, status, hasCouponCode, coupon }) =>
      via === 'POST' && isMeant(status) && !hasCouponCode && coupon.isAwaiting,
  );

/** Ignores one of the two fields that mark a coupon as used. */
const overlooking = (fits: Fits, field: 'used' | 'awaitingOrder'): PlatformChange => ({
  wrap: readsBodyOtherwise(fits, ({ [field]: _, ...sent }) => ({ ...sent, rest: true })),
});

/** Shows the coupon that a customer once received on every later order. */
const handsOutAgain = (handle: Handle): Handle => {
  const receivedByPhone = new Map<unknown, unknown>();
  return async (call) => {
    const answer = await handle(call);
    if (!byExternalId(call) || !isObject(answer.body) || !isObject(answer.body.customer)) return answer;
    const { phone } = answer.body.customer;
    if (answer.body.couponUsed !== null) receivedByPhone.set(phone, answer.body.couponUsed);
    const received = receivedByPhone.get(phone);
    return received === undefined ? answer : withFields(answer, { couponUsed: received });
  };
};

const postsOrder = callsTo('POST /orders');

/** Gives the awaiting coupon of the phone to an order that it refuses, which it stores for a moment. */
const givesToRefused =
  (handle: Handle): Handle =>
  async (call) => {
    const answer = await handle(call);
    const { customer, couponCode, externalId: sentId, ...sent } = postsOrder(call) ? sentFields(call) : {};
    if (answer.status < 400 || !isObject(customer) || couponCode !== undefined) return answer;
    const externalId = `refused ${String(sentId)}`;
    const order = { ...sent, customer: { address: 'unknown', ...customer }, externalId, status: 'processing' };
    await handle({ ...call, body: JSON.stringify(order) });
    const of = { ...call, body: '' };
    const { body } = await handle({ ...of, method: 'GET', segments: ['orders', 'external', externalId] });
    if (isObject(body)) await handle({ ...of, method: 'DELETE', segments: ['orders', String(body.id)] });
    return answer;
  };

/** Stops a coupon from awaiting an order once one of its phone was refused. */
const stopsAwaiting = (handle: Handle): Handle => {
  const codesByPhone = new Map<unknown, unknown[]>();
  const registers = callsTo('POST /coupons');
  return async (call) => {
    const answer = await handle(call);
    const sent = sentFields(call);
    if (registers(call)) {
      codesByPhone.set(sent.phone, [...(codesByPhone.get(sent.phone) ?? []), sent.code]);
    }
    if (!postsOrder(call) || answer.status < 400 || !isObject(sent.customer)) return answer;
    const body = JSON.stringify({ awaitingOrder: false });
    for (const code of codesByPhone.get(sent.customer.phone) ?? []) {
      await handle({ ...call, method: 'PUT', segments: ['coupons', 'code', String(code)], body });
    }
    return answer;
  };
};

export const awaitingDefects = defectsOf({
  'COUP-46': {
    'gives an awaiting coupon to an order that it refuses': { wrap: givesToRefused, also: ['CUST-20'] },
    'has no coupon await an order once one of its phone was refused': { wrap: stopsAwaiting },
  },
  'COUP-32': {
    'refuses coupons registered without a word of awaitingOrder': refusingRegistrations(
      (sent) => sent.awaitingOrder === undefined,
    ),
    'has no coupon await an order unless the request says so': { policy: { coupons: { awaitsOrderByDefault: false } } },
    'hands out no awaiting coupon': { ...taking(() => false), also: ['COUP-31', 'COUP-33', 'COUP-44'] },
    'hands out awaiting coupons only to paid orders': {
      ...handingOutBy((status) => status === 'completed'),
      also: ['COUP-31', 'COUP-33', 'COUP-44'],
    },
    'has no coupon with an expiry date await an order unless the request says so': registering((sent) =>
      sent.expiryDate === undefined || sent.awaitingOrder !== undefined ? sent : { ...sent, awaitingOrder: false },
    ),
    'hands out no awaiting coupon to an order that is posted as completed': {
      ...handingOutBy((status) => status !== 'completed'),
      also: ['COUP-33'],
    },
  },
  'COUP-33': {
    'refuses coupons registered with awaitingOrder true': refusingRegistrations((sent) => sent.awaitingOrder === true),
    'has coupons await an order only when the request does not say so': {
      ...registering((sent) => (sent.awaitingOrder === true ? { ...sent, awaitingOrder: false } : sent)),
      also: ['COUP-31', 'COUP-44'],
    },
  },
  'COUP-27': { 'overlooks used in a PUT by id': overlooking(putById, 'used') },
  'COUP-28': { 'overlooks used in a PUT by code': { ...overlooking(putByCode, 'used'), also: ['COUP-2', 'FLOW-20'] } },
  'COUP-29': { 'overlooks awaitingOrder in a PUT by id': overlooking(putById, 'awaitingOrder') },
  'COUP-30': { 'overlooks awaitingOrder in a PUT by code': overlooking(putByCode, 'awaitingOrder') },
  'COUP-31': {
    'has no used coupon await an order': {
      policy: {
        coupons: {
          awaitsAfterPut: ({ isAwaiting, sentUsed, sentAwaitingOrder }) =>
            sentUsed === true ? false : (sentAwaitingOrder ?? isAwaiting),
        },
      },
    },
  },
  'COUP-44': {
    'hands out no awaiting coupon to an order that is posted as canceled': handingOutBy(
      (status) => status !== 'canceled',
    ),
  },
  'COUP-34': {
    'has a coupon with an expiry date await an order although the request says no': registering((sent) =>
      sent.expiryDate === undefined ? sent : { ...sent, awaitingOrder: true },
    ),
    'has every coupon await an order': {
      ...registering((sent) => ({ ...sent, awaitingOrder: true })),
      also: ['ORD-45', 'ORD-46', 'ORD-49'],
    },
  },
  'COUP-48': {
    'hands out an awaiting coupon to an order that is updated': taking(
      ({ hasCouponCode, coupon }) => !hasCouponCode && coupon.isAwaiting,
    ),
  },
  'COUP-35': {
    'hands out an awaiting coupon to an order that has a code': taking(
      ({ via, coupon }) => via === 'POST' && coupon.isAwaiting,
    ),
  },
  'COUP-36': {
    'hands out awaiting coupons to any customer': {
      policy: { coupons: { awaitingKey: ({ companyId }) => companyId } },
      // any order of any check may take the coupon of another
      also: ['COUP-31', 'COUP-32', 'COUP-33', 'COUP-34', 'COUP-35', 'COUP-37', 'ORD-30', 'ISO-36'],
    },
  },
  'COUP-37': { 'shows a coupon on every order after the one that received it': { wrap: handsOutAgain } },
});
