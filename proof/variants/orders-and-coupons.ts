import { isObject, type JsonObject } from '../../core/json.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { callsTo, sentFields, withBody } from '../../suites/broken-handling.ts';
import { rewriting, showingRecords } from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

const statusValues = 'States and transitions › Order status values';
const moves = 'States and transitions › Moves that are shown';
const orderFields = 'Resources and their fields › Order fields known';
const couponShape = 'Resources and their fields › Coupon';
const registration = 'Resources and their fields › Coupon registration input';
const endpoints = 'Endpoints › Endpoints table';
const shared = 'Endpoints › Rules per endpoint 1';
const used = 'couponUsed is null without a match; what it is with one is not shown';
const withoutCoupon = 'What is answered for an order that no flow made a coupon for is not shown';

const forOrderWithoutCoupon = (instead: Answer): NonNullable<Variant['options']> => ({
  wrap: rewriting((answer, { path }) =>
    path.startsWith('/coupons/order/') && answer.status === 404 ? instead : answer,
  ),
});

/** The profile of a platform with a slow queue. */
const withLongTimeouts = (profile: Profile): Profile => ({
  ...profile,
  tolerances: { ...profile.tolerances, dispatchSeconds: 300, promptSeconds: 90 },
});

const showingCoupons = (change: (coupon: JsonObject) => JsonObject): Wrap =>
  showingRecords(
    ({ path }) => path.startsWith('/coupons/'),
    (coupon) => ('acumulative' in coupon ? { ...coupon, ...change(coupon) } : coupon),
  );

/** Replaces a code by the registered one that differs only in case. */
const findingCodesInAnyCase: Wrap = (handle) => {
  const known = new Map<string, string>();
  return (call) => {
    const keyOf = (code: string): string => `${call.headers.authorization} ${code.toLowerCase()}`;
    const meant = (code: string): string => known.get(keyOf(code)) ?? code;
    const { method, segments } = call;
    const [first, second, code] = segments;
    const sent = sentFields(call);
    if (method === 'POST' && first === 'coupons' && typeof sent.code === 'string') {
      known.set(keyOf(sent.code), sent.code);
    }
    if (first === 'coupons' && second === 'code' && code !== undefined) {
      return handle({ ...call, segments: [first, second, meant(code)] });
    }
    if (first === 'orders' && typeof sent.couponCode === 'string') {
      const couponCode = meant(sent.couponCode);
      return handle(withBody(call, (body) => ({ ...body, couponCode })));
    }
    return handle(call);
  };
};

const isShared = ({ customer }: JsonObject): boolean => !isObject(customer) || typeof customer.id !== 'string';

/** Whether only externalId and createOnProvider are missing. */
const isNameless = (call: Call): boolean => {
  const { externalId, createOnProvider, code, amount, phone } = sentFields(call);
  return (
    externalId === undefined &&
    createOnProvider === undefined &&
    [code, amount, phone].every((field) => field !== undefined)
  );
};

const isSenseless = (call: Call): boolean => {
  const { type, amount, minPurchaseValue } = sentFields(call);
  if (typeof amount !== 'number') return false;
  return type === 'fixed_cart' ? typeof minPurchaseValue === 'number' && amount > minPurchaseValue : amount < 1;
};

const nextDay = (date: unknown): string => new Date(Date.parse(String(date)) + 24 * 3_600_000).toISOString();

export const ordersAndCoupons: readonly Variant[] = [
  {
    name: 'processing-enters-on-hold',
    text: 'lets an order posted as processing, which it stores as on-hold, enter the flows of on-hold',
    open: 'Such an order is stored as on-hold: whether that is an arrival at on-hold is not said',
    source: moves,
    options: { choices: { orders: { processingEntersOnHoldFlow: true } } },
  },
  {
    name: 'canceled-enters-none',
    text: 'lets no canceled order enter a flow',
    open: 'The panel has an option for canceled orders, which the table of moves leaves out',
    source: statusValues,
    options: { choices: { orders: { canceledEntersFlows: false } } },
  },
  {
    name: 'flows-run-later',
    text: 'runs a flow a minute after an order has entered it',
    open: 'Flows run behind a queue: how soon after the arrival of an order is not said',
    source: 'Events › Trigger',
    options: { choices: { orders: { flowDelaySeconds: 60 } } },
    profile: withLongTimeouts,
  },
  {
    name: 'awaiting-oldest',
    text: 'gives an order the oldest of the coupons that await it',
    open: 'Which of several awaiting coupons an order receives is not said',
    source: registration,
    options: { choices: { orders: { awaitingCoupon: 'oldest' } } },
  },
  {
    name: 'codes-in-any-case',
    text: 'finds and uses a coupon by its code in any case',
    open: 'A code is the key of a coupon: whether its case matters is not said',
    source: couponShape,
    options: { wrap: findingCodesInAnyCase },
  },
  ...leftOpen(used, orderFields, [
    {
      name: 'coupon-used-code',
      text: "shows the coupon's code as couponUsed",
      options: { choices: { orders: { couponUsed: 'code' } } },
    },
    {
      name: 'coupon-used-id',
      text: "shows the coupon's id as couponUsed",
      options: { choices: { orders: { couponUsed: 'id' } } },
    },
    {
      name: 'coupon-used-null',
      text: 'shows null as couponUsed whether or not a coupon matches',
      options: { choices: { orders: { couponUsed: 'null' } } },
    },
  ]),
  {
    name: 'type-absent-fixed',
    text: 'treats a coupon without a type as one of a fixed value',
    open: 'Whether a type is required, and what its absence means, is not stated',
    source: registration,
    options: { choices: { coupons: { typeWhenAbsent: 'fixed_cart' } } },
  },
  {
    name: 'giftback-share',
    text: 'makes giftbacks of a fixed value, the share of the purchase',
    open: 'A giftback is a percentage of the purchase: whether its amount is the percentage or the resulting value is not said',
    source: 'What the service does',
    options: { choices: { coupons: { giftback: 'share-of-purchase' } } },
  },
  {
    name: 'codes-need-encoding',
    text: 'makes coupon codes that must be encoded in a path',
    open: 'What a code may hold is not said',
    source: couponShape,
    options: { choices: { coupons: { generatedCodes: 'needs-encoding' } } },
  },
  {
    name: 'invalid-after-manual-use',
    text: 'shows a coupon that was marked as used by hand as no longer valid',
    open: 'isValid is false once used in an order; of a use by hand nothing is said',
    source: couponShape,
    options: { choices: { coupons: { validAfterManualUse: false } } },
  },
  {
    name: 'valid-after-expiry',
    text: 'shows an expired coupon, and one that starts later, as valid until an order uses it',
    open: 'isValid is false once used in an order; of expiry and start nothing is said',
    source: couponShape,
    options: { choices: { coupons: { validAfterExpiry: true, validBeforeStart: true } } },
  },
  ...leftOpen('What becomes of a code that is registered twice is not said', registration, [
    {
      name: 'code-again-replaces',
      text: 'replaces the coupon whose code is registered again',
      options: { choices: { coupons: { sameCodeAgain: 'replace' } } },
    },
    {
      name: 'code-again-keeps-both',
      text: 'keeps both coupons of a code that is registered again',
      options: { choices: { coupons: { sameCodeAgain: 'keep-both' } } },
    },
    {
      name: 'code-again-refused',
      text: 'refuses a code that is registered again with 422',
      options: { choices: { coupons: { sameCodeAgain: 'refuse-422' } } },
    },
  ]),
  {
    name: 'unknown-code-422',
    text: 'answers 422 to a change of a coupon whose code nobody has',
    open: 'The table gives no answer for PUT /coupons/code/{code} without a coupon',
    source: 'Errors › Record not found',
    options: { choices: { coupons: { putUnknownCodeStatus: 422 } } },
  },
  ...leftOpen(withoutCoupon, endpoints, [
    {
      name: 'order-without-coupon-422',
      text: 'answers 422 for an order without a coupon',
      options: { choices: { coupons: { orderWithoutCoupon: '422' } } },
    },
    {
      name: 'order-without-coupon-null',
      text: 'answers null for an order without a coupon',
      options: { choices: { coupons: { orderWithoutCoupon: 'null-200' } } },
    },
    {
      name: 'order-without-coupon-empty',
      text: 'answers an empty object for an order without a coupon',
      options: forOrderWithoutCoupon({ status: 200, body: {} }),
    },
    {
      name: 'order-without-coupon-nulls',
      text: 'answers a coupon of nothing but nulls for an order without one',
      options: forOrderWithoutCoupon({ status: 200, body: { id: null, code: null, customer: null, startDate: null } }),
    },
    {
      name: 'order-without-coupon-204',
      text: 'answers 204 for an order without a coupon',
      options: forOrderWithoutCoupon({ status: 204, body: undefined }),
    },
    {
      name: 'order-without-coupon-list-400',
      text: 'answers 400 with a list for an order without a coupon',
      options: forOrderWithoutCoupon({ status: 400, body: { message: ['orderId has no coupon'] } }),
    },
  ]),
  {
    name: 'cancelled-giftback-kept',
    text: 'continues to show a canceled giftback by its id, with a deletion date',
    open: 'A canceled giftback gets a deletion date and is not found by its code; the document says nothing of other lookups',
    source: moves,
    options: { choices: { coupons: { canceledGiftback: 'kept-with-deletion-date' } } },
  },
  {
    name: 'giftback-canceled-later',
    text: 'cancels an earlier giftback well after the new one has come',
    open: 'A giftback is canceled: how soon is not said',
    source: moves,
    options: { choices: { coupons: { cancellationDelaySeconds: 100 } } },
    profile: withLongTimeouts,
  },
  {
    name: 'shared-id-text',
    text: "shows a shared coupon's externalId as a text",
    open: 'It is stored as an integer, and a coupon shows its externalId as a text',
    source: shared,
    options: { choices: { coupons: { sharedExternalId: 'text' } } },
  },
  {
    name: 'shared-id-found',
    text: 'finds a shared coupon by its externalId',
    open: 'A lookup by that id may find nothing or another coupon',
    source: shared,
    options: { choices: { coupons: { sharedByExternalId: 'found' } } },
  },
  {
    name: 'coupon-phone-must-be-known',
    text: 'refuses a coupon for a phone that no customer has',
    open: "The phone is a customer's: what becomes of one that nobody has is not said",
    source: registration,
    options: {
      wrap: (handle) => async (call) => {
        const answer = await handle(call);
        if (!callsTo('POST /coupons')(call) || answer.status !== 200) return answer;
        const phone = String(sentFields(call).phone);
        const customer = await handle({
          ...call,
          method: 'GET',
          path: `/customers/phone/${encodeURIComponent(phone)}`,
          segments: ['customers', 'phone', phone],
          body: '',
        });
        return customer.status === 200 ? answer : { status: 422, body: { message: 'Customer not found' } };
      },
    },
  },
  ...leftOpen('A shared coupon has no specific customer: how that shows is not said', endpoints, [
    {
      name: 'shared-without-customer-null',
      text: 'shows null as the customer of a shared coupon',
      options: {
        wrap: showingCoupons((coupon) => (isShared(coupon) ? { customer: null } : {})),
      },
    },
    {
      name: 'shared-customer-empty',
      text: 'shows an empty object as the customer of a shared coupon',
      options: { wrap: showingCoupons((coupon) => (isShared(coupon) ? { customer: {} } : {})) },
    },
    {
      name: 'shared-customer-nulls',
      text: 'shows null in every field of the customer of a shared coupon',
      options: {
        wrap: showingCoupons((coupon) =>
          isShared(coupon) ? { customer: { id: null, externalId: null, firstName: null, phone: null } } : {},
        ),
      },
    },
  ]),
  {
    name: 'unset-null',
    text: 'shows null for the minimum purchase, the e-mail and the names that nobody gave',
    open: 'The fields have types: what they are where nobody gave a value is not said',
    source: couponShape,
    options: {
      wrap: showingCoupons(({ minPurchaseValue, customer }) => ({
        ...(minPurchaseValue === 0 ? { minPurchaseValue: null } : {}),
        ...(isObject(customer)
          ? { customer: Object.fromEntries(Object.entries(customer).map(([name, value]) => [name, value || null])) }
          : {}),
      })),
    },
    warns: ['PAS-19'],
  },
  {
    name: 'nameless-coupon-422',
    text: 'answers 422 to a coupon with neither externalId nor createOnProvider',
    open: 'One of the two is required: whether it is a missing field or a business rule if both are absent is not said',
    source: registration,
    options: {
      wrap: rewriting((answer, call) =>
        answer.status === 400 && callsTo('POST /coupons')(call) && isNameless(call)
          ? { status: 422, body: { message: 'externalId or createOnProvider is required' } }
          : answer,
      ),
    },
    warns: ['COUP-39'],
  },
  {
    name: 'amounts-by-sense',
    text: 'refuses a fixed discount above the minimum purchase, and a percentage below one, with 422',
    open: 'Amount and minimum purchase are numbers: in which range they make sense is not said',
    source: registration,
    options: {
      wrap: (handle) => (call) =>
        callsTo('POST /coupons')(call) && isSenseless(call)
          ? { status: 422, body: { message: 'the amount makes no sense' } }
          : handle(call),
    },
    unverified: [{ cause: 'not-observable', rules: ['LAW-28'], extent: 'some' }],
  },
  {
    name: 'whole-totals',
    text: 'takes orders only if their total is a whole number',
    open: 'The total of an order is not among the fields that the document shows',
    source: orderFields,
    options: {
      wrap: (handle) => (call) => {
        const { total } = call.segments[0] === 'orders' ? sentFields(call) : {};
        return typeof total === 'number' && !Number.isInteger(total)
          ? { status: 400, body: { message: ['total must be an integer number'] } }
          : handle(call);
      },
    },
  },
  {
    name: 'credits-from-tomorrow',
    text: 'makes coupons that are valid from the next day on',
    open: 'A coupon has a start of validity: that it is the moment at which a flow makes it is not said',
    source: couponShape,
    options: {
      wrap: showingCoupons((coupon) =>
        coupon.externalId === null ? { isValid: false, startDate: nextDay(coupon.startDate) } : {},
      ),
    },
    unverified: [{ cause: 'not-observable', rules: ['FLOW-30', 'FLOW-35', 'FLOW-36'] }],
  },
];
