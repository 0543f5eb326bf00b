import { isObject, valueAt } from '../../core/json.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import type { OrderStatus, OrdersPolicy, Via } from '../../platform/policy/orders.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  readsBodyOtherwise,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
  withBody,
  withFields,
} from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';

const creates = callsTo('POST /orders');
const updates = callsTo('PUT /orders/:id');
const byExternalId = callsTo('GET /orders/external/:externalId');

/** Orders of one method and status do not use their coupon. */
const leavesUnused = (way: Via, unused: OrderStatus): PlatformChange => ({
  policy: {
    orders: { usesCoupon: ({ via, status, coupon }) => coupon.isIndividual && !(via === way && status === unused) },
  },
});

const codeIsLostIn = (rule: Defect['rule'], way: Via, status: OrderStatus): Defect => ({
  rule,
  text: `overlooks the code of an order that is ${way === 'POST' ? 'posted' : 'put'} as ${status}`,
  wrap: readsBodyOtherwise(
    (call) => (way === 'POST' ? creates : updates)(call) && sentFields(call).status === status,
    ({ couponCode: _, ...sent }) => sent,
  ),
  also: [
    ...(status === 'canceled' ? (['FLOW-35', 'FLOW-36'] as const) : []),
    ...(way === 'PUT' ? (['ORD-33'] as const) : []),
  ],
});

const accepting = (acceptsCode: OrdersPolicy['acceptsCode']): PlatformChange => ({
  policy: { orders: { acceptsCode } },
});

/** Refuses orders with a coupon that is used. */
const refusesUsed =
  (fits: Fits, message: string) =>
  (handle: Handle): Handle =>
  async (call) => {
    const { couponCode } = sentFields(call);
    if (!fits(call) || typeof couponCode !== 'string') return handle(call);
    const segments = ['coupons', 'code', couponCode];
    const { body } = await handle({ ...call, method: 'GET', path: `/${segments.join('/')}`, segments, body: '' });
    return isObject(body) && body.used === true ? { status: 422, body: { message } } : handle(call);
  };

/** Stores an update without its code before it refuses the code. */
const storesTheRest: TimelessWrap = (handle) => async (call) => {
  const answer = await handle(call);
  if (updates(call) && answer.status === 422) await handle(withBody(call, ({ couponCode: _, ...rest }) => rest));
  return answer;
};

/** Uses the coupon of an order that it refuses. */
const usesAnyway =
  (fits: Fits, status: number): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    const { couponCode } = sentFields(call);
    if (!fits(call) || answer.status !== status || typeof couponCode !== 'string') return answer;
    const segments = ['coupons', 'code', couponCode];
    const body = '{"used":true,"awaitingOrder":false}';
    await handle({ ...call, method: 'PUT', path: `/${segments.join('/')}`, segments, body });
    return answer;
  };

/** Refuses a code by PUT with another status or message. */
const refusing = (refusal: { status?: number; message?: string }): PlatformChange => ({
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

/** Shows another `couponUsed` on orders without a coupon. */
const showingUnused = (couponUsed: unknown): PlatformChange => ({
  wrap: showsOtherwise(byExternalId, (order) => (order.couponUsed === null ? { couponUsed } : {})),
});

/** A coupon that a lookup has shown, with the token of the request. */
interface SeenCoupon {
  owner: string | undefined;
  code: string;
  id: unknown;
  externalId: unknown;
  phone: unknown;
}

/** Remembers the coupon that a lookup shows. */
const noteCoupon = (seen: Map<string, SeenCoupon>, call: Call, { status, body }: Answer): void => {
  if (call.method !== 'GET' || call.segments[0] !== 'coupons' || status !== 200) return;
  if (!isObject(body) || typeof body.code !== 'string') return;
  const { code, id, externalId } = body;
  const owner = call.headers.authorization;
  seen.set(`${owner} ${code}`, { owner, code, id, externalId, phone: valueAt(body, '/customer/phone') });
};

/** Orders with something else than a code use the coupon that it is mistaken for. */
const mistakesCodes =
  (isOrder: (call: Call) => boolean, isMeant: (coupon: SeenCoupon, sent: string) => boolean) =>
  (handle: Handle): Handle => {
    const seen = new Map<string, SeenCoupon>();
    return async (call) => {
      const { couponCode } = isOrder(call) ? sentFields(call) : {};
      const own = [...seen.values()].filter(({ owner }) => owner === call.headers.authorization);
      const meant =
        typeof couponCode !== 'string' || own.some(({ code }) => code === couponCode)
          ? undefined
          : own.findLast((coupon) => isMeant(coupon, couponCode));
      const answer = await handle(meant ? withBody(call, (sent) => ({ ...sent, couponCode: meant.code })) : call);
      noteCoupon(seen, call, answer);
      return answer;
    };
  };

/** Orders use other coupons in addition to the one with their code. */
const usesMore =
  (isOrder: (call: Call) => boolean, isMeantToo: (other: SeenCoupon, coupon: SeenCoupon) => boolean) =>
  (handle: Handle): Handle => {
    const seen = new Map<string, SeenCoupon>();
    return async (call) => {
      const answer = await handle(call);
      noteCoupon(seen, call, answer);
      const { couponCode } = isOrder(call) && answer.status === 200 ? sentFields(call) : {};
      const coupon = seen.get(`${call.headers.authorization} ${couponCode}`);
      if (!coupon) return answer;
      for (const other of seen.values()) {
        if (other.owner !== coupon.owner || other.code === coupon.code || !isMeantToo(other, coupon)) continue;
        const segments = ['coupons', 'code', other.code];
        await handle({ ...call, method: 'PUT', segments, path: `/${segments.join('/')}`, body: '{"used":true}' });
      }
      return answer;
    };
  };

/** Ways to mistake something for the code of a coupon. */
const mistaken: Readonly<Record<string, (coupon: SeenCoupon, sent: string) => boolean>> = {
  'the id of a coupon': ({ id }, sent) => id === sent.toLowerCase(),
  'the externalId of a coupon': ({ externalId }, sent) => externalId === sent,
  'the beginning of a code': ({ code }, sent) => code.length - sent.length === 2 && code.startsWith(sent),
  'the end of a code': ({ code }, sent) => code.length - sent.length === 2 && code.endsWith(sent),
  'what begins with a code': ({ code }, sent) => sent.startsWith(code),
  'a pattern of a code': ({ code }, sent) => sent.endsWith('_') && code.slice(0, -1) === sent.slice(0, -1),
};

const mistakenCodes: readonly Defect[] = Object.entries(mistaken).flatMap(([what, isMeant]): Defect[] => [
  {
    rule: 'ORD-44',
    text: `takes ${what} for its code in POST /orders`,
    wrap: mistakesCodes(creates, isMeant),
  },
  {
    rule: 'ORD-45',
    text: `takes ${what} for its code in PUT /orders/:id`,
    wrap: mistakesCodes(updates, isMeant),
  },
]);

const overused: readonly Defect[] = (
  [
    ['POST /orders', creates],
    ['PUT /orders/:id', updates],
  ] as const
).flatMap(([route, isOrder]): Defect[] => [
  {
    rule: 'ORD-46',
    text: `uses every coupon whose code begins with that of the order, by ${route}`,
    wrap: usesMore(isOrder, (other, { code }) => other.code.startsWith(code)),
  },
  {
    rule: 'ORD-46',
    text: `uses every coupon of the phone, by ${route}`,
    wrap: usesMore(isOrder, (other, { phone }) => phone !== undefined && other.phone === phone),
  },
]);

/** The rules that find an awaiting coupon by what its order shows. */
const awaiting = ['COUP-32', 'COUP-33'] as const;

export const redemptionDefects: readonly Defect[] = [
  ...defectsOf({
    'ORD-26': {
      'leaves coupons unused by orders posted as completed': leavesUnused('POST', 'completed'),
      'has used coupons that are still valid': {
        policy: { coupons: { isValid: () => true } },
        also: ['ORD-39', 'ORD-40', 'ORD-41', 'ORD-42', 'ORD-27', 'ORD-28', 'ORD-29', 'FLOW-35', 'FLOW-36'],
      },
    },
    'ORD-27': {
      'uses coupons only once the posted order is paid': { ...leavesUnused('POST', 'on-hold'), also: ['ORD-40'] },
    },
    'ORD-28': { 'leaves coupons unused by orders put as completed': leavesUnused('PUT', 'completed') },
    'ORD-29': { 'uses coupons only once the order that was put is paid': leavesUnused('PUT', 'on-hold') },
    'ORD-47': { 'stores the rest of an update whose code it refuses': { wrap: storesTheRest, also: ['FLOW-44'] } },
    'ORD-30': {
      'refuses a new order with an unknown code': accepting(({ via, coupon }) =>
        via === 'POST' ? coupon !== undefined : coupon?.isIndividual === true,
      ),
      'refuses every new order as if its code were unknown': {
        wrap: answersOtherwise(creates, (answer) =>
          answer.status === 200 ? { status: 422, body: { message: 'Coupon code not found' } } : answer,
        ),
      },
      'shows false as couponUsed without a coupon': { ...showingUnused(false), also: ['ORD-44', 'FLOW-41'] },
      'shows no couponUsed without a coupon': { ...showingUnused(undefined), also: ['ORD-44', 'FLOW-41'] },
    },
    'ORD-31': { 'refuses a new order with a used coupon': { wrap: refusesUsed(creates, 'Coupon already used') } },
    'ORD-32': {
      'refuses a new order with the code of a shared coupon': accepting(({ via, coupon }) =>
        via === 'POST' ? coupon?.isIndividual !== false : coupon?.isIndividual === true,
      ),
      "refuses a shared coupon's code of a second order": {
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
    'ORD-33': {
      'accepts an order put with an unknown code': {
        ...accepting(({ via, coupon }) => via === 'POST' || coupon === undefined || coupon.isIndividual),
        also: ['ORD-45', 'ISO-35', 'ERR-7', 'FLOW-42'],
      },
      'accepts an order that is put as canceled with an unknown code': {
        wrap: readsBodyOtherwise(updates, ({ couponCode, ...sent }) =>
          sent.status === 'canceled' && String(couponCode).includes('nobodys') ? sent : { ...sent, couponCode },
        ),
      },
      'takes the code that it refuses': { wrap: takesRefusedCodes },
      'answers an unknown code with 404': {
        ...refusing({ status: 404 }),
        also: ['ORD-34', 'ORD-45', 'ISO-35', 'FLOW-42'],
      },
      'answers an unknown code as an unknown coupon': {
        ...refusing({ message: 'Coupon not found' }),
        also: ['ORD-34', 'ORD-45', 'ISO-35', 'FLOW-42'],
      },
    },
    'ORD-34': {
      'accepts an order put with the code of a shared coupon': accepting(
        ({ via, coupon }) => via === 'POST' || coupon !== undefined,
      ),
    },
    'ORD-49': {
      'uses the coupon of a new order that it refuses': { wrap: usesAnyway(creates, 422) },
      'uses the coupon of an update that it refuses for its status': { wrap: usesAnyway(updates, 422) },
      'uses the coupon of an update of an unknown order': { wrap: usesAnyway(updates, 404) },
    },
    'ORD-35': {
      'shows no couponCode of an order': {
        wrap: showsOtherwise(byExternalId, () => ({ couponCode: null })),
        also: awaiting,
      },
    },
    'ORD-48': {
      'takes a used coupon for one that does not exist when an order is updated with its code': {
        wrap: refusesUsed(updates, 'Coupon code not found'),
      },
    },
  }),
  codeIsLostIn('ORD-39', 'POST', 'canceled'),
  codeIsLostIn('ORD-40', 'POST', 'processing'),
  codeIsLostIn('ORD-41', 'PUT', 'canceled'),
  codeIsLostIn('ORD-42', 'PUT', 'processing'),
  ...mistakenCodes,
  ...overused,
];
