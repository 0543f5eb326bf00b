import { isObject, type JsonObject } from '../../core/json.ts';
import { type GiftbackFacts, type GiftbacksPolicy, giftbacksPolicy } from '../../platform/policy/coupons.ts';
import { type OrdersPolicy, ordersPolicy } from '../../platform/policy/orders.ts';
import {
  answersOtherwise,
  callsTo,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
  withBody,
  withFields,
} from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { digitsOf } from '../records/phones.ts';
import { canceling, couponIn, isLookup, isMadeBy, phoneOf } from './broken-coupons.ts';

/** What a used giftback may lose when its phone gets a new one. */
const lostFields: Readonly<Record<string, JsonObject>> = {
  'its amount': { amount: 0 },
  'its type': { type: 'fixed_cart' },
  'its validity': { expiryDate: '2020-01-01T00:00:00Z' },
  'its customer': { customer: null },
};

/** Changes fields of a giftback that was used on this route when its phone gets a new one. */
const changesUsed = (
  rule: 'FLOW-23' | 'FLOW-40',
  usedOn: 'PUT /coupons/code/:code' | 'POST /orders',
  what: string,
  fields: JsonObject,
): Defect => ({
  rule,
  text: `takes ${what} from a giftback that was used by ${usedOn} when the phone gets a new one`,
  wrap: (handle) => {
    const used = new Set<unknown>();
    const phones = new Map<string, Set<unknown>>();
    return async (call) => {
      const answer = await handle(call);
      const { couponCode } = sentFields(call);
      if (callsTo(usedOn)(call)) used.add(couponCode ?? call.segments[2]);
      const coupon = couponIn(answer);
      if (!coupon || !isLookup(call) || !isMadeBy('giftback', coupon)) return answer;
      const codes = phones.get(phoneOf(coupon)) ?? new Set();
      phones.set(phoneOf(coupon), codes.add(coupon.code));
      return codes.size > 1 && used.has(coupon.code) ? withFields(answer, fields) : answer;
    };
  },
});

/** Cancels an earlier giftback that has this in common with the new one. */
const ofOne =
  (what: (giftback: GiftbackFacts) => unknown): GiftbacksPolicy['isSuperseded'] =>
  (earlier, later) =>
    giftbacksPolicy.isSuperseded(earlier, later) && what(earlier) === what(later);

/** Cancels an unused giftback of each phone, and only once. */
const onlyOnce = (): GiftbacksPolicy['isSuperseded'] => {
  const phones = new Set<string>();
  return ({ phone, isUsed }) => {
    if (isUsed || phones.has(phone)) return false;
    phones.add(phone);
    return true;
  };
};

/** Cancels the giftbacks of the first company that makes a second one, and of no other. */
const ofFirstCompany = (): GiftbacksPolicy['isSuperseded'] => {
  let first: string | undefined;
  return ({ companyId, isUsed }) => {
    first ??= companyId;
    return !isUsed && companyId === first;
  };
};

const superseding = (isSuperseded: GiftbacksPolicy['isSuperseded']): PlatformChange => ({
  policy: { giftbacks: { isSuperseded } },
});

/** Cancels giftbacks for orders that are changed, and not for those that are created. */
const onlyByChanges = (): PlatformChange => {
  let method = '';
  return {
    wrap: (handle) => (call) => {
      // the platform cancels before it responds
      method = call.method;
      return handle(call);
    },
    policy: { giftbacks: { isSuperseded: (earlier) => !earlier.isUsed && method !== 'POST' } },
  };
};

/** Cancels the giftbacks of a phone only if the totals of its orders so far, each counted once, have a property. */
const byTotals = (isMeant: (totals: readonly unknown[]) => boolean): PlatformChange => {
  const totals = new Map<string, unknown[]>();
  return {
    wrap: (handle) => (call) => {
      const { customer, total } = sentFields(call);
      const phone = phoneOf({ customer });
      const known = totals.get(phone) ?? [];
      if (call.segments[0] === 'orders' && !known.includes(total)) totals.set(phone, [...known, total]);
      return handle(call);
    },
    policy: {
      giftbacks: { isSuperseded: ({ phone, isUsed }) => !isUsed && isMeant(totals.get(digitsOf(phone)) ?? []) },
    },
  };
};

/** Cancels other coupons of a phone when the lookup by order shows a new one of these kinds. */
const cancelingOnNew = (
  kinds: readonly ('giftback' | 'coupon')[],
  isMeant: (code: string, newest: unknown) => boolean,
): PlatformChange => ({
  wrap: canceling((call, answer, cancel) => {
    const made = callsTo('GET /coupons/order/:orderId')(call) ? couponIn(answer) : undefined;
    if (!made || !kinds.some((kind) => isMadeBy(kind, made))) return;
    cancel(({ code, phone }) => isMeant(code, made.code) && phone === phoneOf(made));
  }),
});

const usingUp = (isMeant: OrdersPolicy['usesCoupon']): PlatformChange => ({
  policy: { orders: { usesCoupon: (facts) => ordersPolicy.usesCoupon(facts) && isMeant(facts) } },
});

/** Updates an order without a giftback's code that no coupon has, and shows no refusal. */
const takesCanceledCodes =
  (route: string): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    const isRefused = callsTo(route)(call) && answer.status === 422;
    if (!isRefused || !String(sentFields(call).couponCode).startsWith('GIFT')) return answer;
    return handle(withBody(call, ({ couponCode: _, ...sent }) => sent));
  };

export const giftbacksDefects: readonly Defect[] = [
  ...defectsOf({
    'FLOW-21': {
      'cancels no giftback': { ...superseding(() => false), also: ['FLOW-22', 'FLOW-31', 'FLOW-32'] },
      'answers 404 for a canceled giftback with another message': {
        also: ['FLOW-31', 'FLOW-32'],
        wrap: answersOtherwise(
          callsTo('GET /coupons/code/:code', (call) => String(call.segments[2]).startsWith('GIFT')),
          (answer) => (answer.status === 404 ? withFields(answer, { message: 'Coupon cancelled' }) : answer),
        ),
      },
      'cancels giftbacks in one company only': { ...superseding(ofFirstCompany()), also: ['FLOW-31', 'FLOW-34'] },
    },
    'FLOW-22': {
      'cancels no giftback for an order that is created in its status': {
        ...onlyByChanges(),
        also: ['FLOW-31', 'FLOW-34'],
      },
      "cancels a phone's giftback only the first time": { also: ['FLOW-31'], ...superseding(onlyOnce()) },
      'cancels a giftback only if the order of the new one has the same total': {
        ...byTotals(({ length }) => length === 1),
        also: ['FLOW-31'],
      },
      'cancels no giftback for a small order': byTotals((totals) => Number(totals.at(-1)) >= 50),
    },
    'FLOW-23': {
      'also cancels used giftbacks': { ...superseding(() => true), also: ['FLOW-40'] },
      'makes a used giftback usable again when the phone gets a new one': {
        wrap: (handle) => {
          const given = new Map<string, Set<unknown>>();
          return async (call) => {
            const answer = await handle(call);
            const coupon = couponIn(answer);
            if (!coupon || !isMadeBy('giftback', coupon)) return answer;
            const codes = given.get(phoneOf(coupon)) ?? new Set();
            if (callsTo('GET /coupons/order/:orderId')(call)) given.set(phoneOf(coupon), codes.add(coupon.code));
            return isLookup(call) && codes.size > 1 ? withFields(answer, { used: false }) : answer;
          };
        },
        also: ['FLOW-40'],
      },
    },
    'FLOW-24': {
      'distinguishes phones by all but their last digit': {
        policy: { giftbacks: { key: ({ companyId, phone }) => `${companyId} ${phone.slice(0, -1)}` } },
      },
    },
    'FLOW-25': {
      'cancels the giftback of a phone for which a coupon is registered': {
        wrap: canceling((call, answer, cancel) => {
          if (answer.status !== 200 || !callsTo('POST /coupons')(call)) return;
          const registeredFor = digitsOf(sentFields(call).phone);
          cancel(({ code, phone }) => code.startsWith('GIFT') && phone === registeredFor);
        }),
      },
      'cancels the registered coupons of a phone that gets a giftback': {
        also: ['FLOW-34'],
        ...cancelingOnNew(['giftback'], (code) => !code.startsWith('GIFT')),
      },
    },
    'FLOW-26': {
      "cancels a company's giftbacks when a shared coupon is registered": {
        wrap: canceling((call, answer, cancel) => {
          if (answer.status === 200 && callsTo('POST /coupons/shared')(call))
            cancel(({ code }) => code.startsWith('GIFT'));
        }),
        // rules whose giftback existed when another rule registered a shared coupon
        also: [
          'FLOW-6',
          'FLOW-7',
          'FLOW-20',
          'FLOW-22',
          'FLOW-23',
          'FLOW-24',
          'FLOW-25',
          'DLV-3',
          'FLOW-40',
          'FLOW-33',
          'FLOW-34',
        ],
      },
    },
    'FLOW-27': {
      'keeps only the newest coupon of a customer, whatever step made it': {
        also: ['FLOW-34'],
        ...cancelingOnNew(['giftback', 'coupon'], (code, newest) => code.startsWith('CUPOM') && code !== newest),
      },
    },
    'FLOW-28': {
      "hands a phone's first giftback to its later orders": {
        wrap: (handle) => {
          const firstCodes = new Map<string, unknown>();
          return async (call) => {
            const answer = await handle(call);
            const coupon = couponIn(answer);
            if (coupon && isMadeBy('giftback', coupon) && !firstCodes.has(phoneOf(coupon)))
              firstCodes.set(phoneOf(coupon), coupon.code);
            if (!callsTo('GET /orders/external/:externalId')(call)) return answer;
            const couponCode = firstCodes.get(phoneOf({ ...(isObject(answer.body) ? answer.body : {}) }));
            return couponCode === undefined ? answer : withFields(answer, { couponCode });
          };
        },
      },
    },
    'FLOW-31': { 'keeps one giftback of each flow': superseding(ofOne(({ flowId }) => flowId)) },
    'FLOW-32': {
      'spares giftbacks that have an externalId': superseding(
        ({ isUsed, externalId }) => !isUsed && externalId === null,
      ),
    },
    'FLOW-33': {
      'keeps one giftback of a phone over all companies': { policy: { giftbacks: { key: ({ phone }) => phone } } },
    },
    'FLOW-34': {
      'cancels the giftbacks of a phone that gets the coupon of a Coupon step': cancelingOnNew(['coupon'], (code) =>
        code.startsWith('GIFT'),
      ),
    },
    'FLOW-35': {
      'uses up no giftback by an order': usingUp(({ coupon }) => coupon.origin !== 'giftback'),
      'uses up giftbacks only by orders that are created': usingUp(
        ({ coupon, via }) => coupon.origin !== 'giftback' || via === 'POST',
      ),
    },
    'FLOW-36': { 'uses up registered coupons and giftbacks only': usingUp(({ coupon }) => coupon.origin !== 'coupon') },
    'FLOW-42': {
      'takes the code of a canceled giftback in the update of an order': {
        wrap: takesCanceledCodes('PUT /orders/:id'),
      },
    },
    'FLOW-41': {
      'shows the code of a canceled giftback as used on the order that was posted with it': {
        wrap: showsOtherwise(callsTo('GET /orders/external/:externalId'), ({ couponCode, couponUsed }) =>
          couponUsed === null && String(couponCode).startsWith('GIFT') ? { couponUsed: couponCode } : {},
        ),
      },
    },
  }),
  ...Object.entries(lostFields).flatMap(([what, fields]) => [
    changesUsed('FLOW-23', 'PUT /coupons/code/:code', what, fields),
    changesUsed('FLOW-40', 'POST /orders', what, fields),
  ]),
];
