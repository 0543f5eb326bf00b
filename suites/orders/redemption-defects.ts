import type { Handle } from '../../platform/http/call.ts';
import type { OrderStatus, OrdersPolicy, Via } from '../../platform/policy/orders.ts';
import { answersOtherwise, callsTo, readsOtherwise, sentFields, withBody, withFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import { isObject } from '../json.ts';

const creates = callsTo('POST /orders');
const updates = callsTo('PUT /orders/:id');
const byExternalId = callsTo('GET /orders/external/:externalId');

/** Leaves coupons unused by orders in one status, on one way in. */
const leavesUnused = (way: Via, unused: OrderStatus): Defect['options'] => ({
  policy: {
    orders: { usesCoupon: ({ via, status, coupon }) => coupon.isIndividual && !(via === way && status === unused) },
  },
});

const codeIsLostIn = (rule: Defect['rule'], way: Via, status: OrderStatus): Defect => ({
  rule,
  text: `overlooks the code of an order that is ${way === 'POST' ? 'posted' : 'put'} as ${status}`,
  options: {
    wrap: readsOtherwise(
      (call) => (way === 'POST' ? creates : updates)(call) && sentFields(call).status === status,
      (call) => withBody(call, ({ couponCode: _, ...sent }) => sent),
    ),
  },
  also: status === 'canceled' ? ['FLOW-35', 'FLOW-36'] : [],
});

const accepting = (acceptsCode: OrdersPolicy['acceptsCode']): Defect['options'] => ({
  policy: { orders: { acceptsCode } },
});

/** Refuses new orders with a coupon that is used. */
const refusesUsed =
  (handle: Handle): Handle =>
  async (call) => {
    const { couponCode } = sentFields(call);
    if (!creates(call) || typeof couponCode !== 'string') return handle(call);
    const segments = ['coupons', 'code', couponCode];
    const { body } = await handle({ ...call, method: 'GET', path: `/${segments.join('/')}`, segments, body: '' });
    return isObject(body) && body.used === true
      ? { status: 422, body: { message: 'Coupon already used' } }
      : handle(call);
  };

/** Answers the refusal of a code by PUT otherwise. */
const refusing = (refusal: { status?: number; message?: string }): Defect['options'] => ({
  wrap: answersOtherwise(updates, (answer) => {
    const { status = 422, message = 'Coupon code not found' } = refusal;
    const isAbout = isObject(answer.body) && answer.body.message === 'Coupon code not found';
    return isAbout ? { ...withFields(answer, { message }), status } : answer;
  }),
});

/** Shows the code that was last put, refused or not. */
const takesRefusedCodes = (handle: Handle): Handle => {
  const codesById = new Map<unknown, unknown>();
  return async (call) => {
    const answer = await handle(call);
    const { couponCode } = sentFields(call);
    if (updates(call) && answer.status === 422 && couponCode !== undefined)
      codesById.set(call.segments.at(-1), couponCode);
    if (!byExternalId(call) || !isObject(answer.body) || !codesById.has(answer.body.id)) return answer;
    return withFields(answer, { couponCode: codesById.get(answer.body.id) });
  };
};

/** Shows what an order lookup shows by externalId, with another couponUsed where there is none. */
const showingUnused = (couponUsed: unknown): Defect['options'] => ({
  wrap: answersOtherwise(byExternalId, (answer) =>
    isObject(answer.body) && answer.body.couponUsed === null ? withFields(answer, { couponUsed }) : answer,
  ),
});

/** The rules that find an awaiting coupon by what its order shows. */
const awaiting = ['COUP-32', 'COUP-33'] as const;

export const redemptionDefects: readonly Defect[] = [
  {
    rule: 'ORD-26',
    text: 'leaves coupons unused by orders posted as completed',
    options: leavesUnused('POST', 'completed'),
  },
  {
    rule: 'ORD-26',
    text: 'has used coupons that are still valid',
    options: { policy: { coupons: { isValid: () => true } } },
    also: ['ORD-39', 'ORD-40', 'ORD-41', 'ORD-42', 'ORD-27', 'ORD-28', 'ORD-29', 'FLOW-35', 'FLOW-36'],
  },
  {
    rule: 'ORD-27',
    text: 'uses coupons only once the posted order is paid',
    options: leavesUnused('POST', 'on-hold'),
    also: ['ORD-40'],
  },
  {
    rule: 'ORD-28',
    text: 'leaves coupons unused by orders put as completed',
    options: leavesUnused('PUT', 'completed'),
  },
  {
    rule: 'ORD-29',
    text: 'uses coupons only once the order that was put is paid',
    options: leavesUnused('PUT', 'on-hold'),
  },
  codeIsLostIn('ORD-39', 'POST', 'canceled'),
  codeIsLostIn('ORD-40', 'POST', 'processing'),
  codeIsLostIn('ORD-41', 'PUT', 'canceled'),
  codeIsLostIn('ORD-42', 'PUT', 'processing'),
  {
    rule: 'ORD-30',
    text: 'refuses a new order with an unknown code',
    options: accepting(({ via, coupon }) => (via === 'POST' ? coupon !== undefined : coupon?.isIndividual === true)),
  },
  {
    rule: 'ORD-30',
    text: 'refuses every new order as if its code were unknown',
    options: {
      wrap: answersOtherwise(creates, (answer) =>
        answer.status === 200 ? { status: 422, body: { message: 'Coupon code not found' } } : answer,
      ),
    },
  },
  { rule: 'ORD-30', text: 'shows false as couponUsed without a coupon', options: showingUnused(false) },
  { rule: 'ORD-30', text: 'shows no couponUsed without a coupon', options: showingUnused(undefined) },
  { rule: 'ORD-31', text: 'refuses a new order with a used coupon', options: { wrap: refusesUsed } },
  {
    rule: 'ORD-32',
    text: 'refuses a new order with the code of a shared coupon',
    options: accepting(({ via, coupon }) =>
      via === 'POST' ? coupon?.isIndividual !== false : coupon?.isIndividual === true,
    ),
  },
  {
    rule: 'ORD-32',
    text: "refuses a shared coupon's code of a second order",
    options: {
      wrap: (handle) => {
        const seen = new Set<unknown>();
        return async (call) => {
          const { couponCode } = sentFields(call);
          if (!creates(call) || !String(couponCode).includes('-shared-')) return handle(call);
          if (seen.has(couponCode)) return { status: 422, body: { message: 'Coupon already used' } };
          seen.add(couponCode);
          return handle(call);
        };
      },
    },
  },
  {
    rule: 'ORD-33',
    text: 'accepts an order put with an unknown code',
    options: accepting(({ via, coupon }) => via === 'POST' || coupon === undefined || coupon.isIndividual),
    also: ['ISO-35', 'ERR-7'],
  },
  { rule: 'ORD-33', text: 'takes the code that it refuses', options: { wrap: takesRefusedCodes } },
  {
    rule: 'ORD-33',
    text: 'answers an unknown code with 404',
    options: refusing({ status: 404 }),
    also: ['ORD-34', 'ISO-35'],
  },
  {
    rule: 'ORD-33',
    text: 'answers an unknown code as an unknown coupon',
    options: refusing({ message: 'Coupon not found' }),
    also: ['ORD-34', 'ISO-35'],
  },
  {
    rule: 'ORD-34',
    text: 'accepts an order put with the code of a shared coupon',
    options: accepting(({ via, coupon }) => via === 'POST' || coupon !== undefined),
  },
  {
    rule: 'ORD-35',
    text: 'shows no couponCode of an order',
    options: { wrap: answersOtherwise(byExternalId, (answer) => withFields(answer, { couponCode: null })) },
    also: awaiting,
  },
];
