import { isObject } from '../../core/json.ts';
import type { Call, Handle } from '../../platform/http/call.ts';
import { identityPolicy } from '../../platform/policy/identity.ts';
import { ordersPolicy } from '../../platform/policy/orders.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { callsTo, sentFields, uniqueKeys, withFields } from '../../suites/broken-handling.ts';
import { defectsOf, type PlatformChange } from '../../suites/defect.ts';
import { path } from '../../suites/path.ts';
import { callItself } from '../broken-calls.ts';
import { lookingTooEarly, type Meeting, meeting, phoneOfOrder, sentText, underWay } from './broken-meeting.ts';

type TooEarly = (meeting: Meeting) => boolean;

/** Creates another record when an externalId is looked up too early. */
const again = (route: string, isTooEarly?: TooEarly): PlatformChange =>
  lookingTooEarly(
    sentText(callsTo(route), 'externalId'),
    (isOverlooked) => ({
      identity: {
        byExternalId: (externalId) => (isOverlooked() ? undefined : identityPolicy.byExternalId(externalId)),
      },
    }),
    isTooEarly,
  );

const customerPhone = sentText(callsTo('POST /customers'), 'phone');

const customerAgain = (isTooEarly?: TooEarly): PlatformChange => {
  const another = uniqueKeys();
  return lookingTooEarly(
    customerPhone,
    (isOverlooked) => ({
      identity: { customer: (sent) => (isOverlooked() ? another() : identityPolicy.customer(sent)) },
    }),
    isTooEarly,
  );
};

const productAgain = (isTooEarly?: TooEarly): PlatformChange => {
  const another = uniqueKeys();
  return lookingTooEarly(
    sentText(callsTo('POST /products'), 'name'),
    (isOverlooked) => ({
      identity: { product: (sent) => (isOverlooked() ? another() : identityPolicy.product(sent)) },
    }),
    isTooEarly,
  );
};

/** The second call waits for the first; later ones do not. */
const thirdAndLater: TooEarly = ({ before }) => before.length > 1;

const creates = callsTo('POST /orders');
const updates = callsTo('PUT /orders/:id');
const isRedemption = (call: Call): boolean => creates(call) || updates(call);
const codeOf = sentText(isRedemption, 'couponCode');

/** Overlapping orders leave a coupon unused. */
const leavingCoupons = (isLeft: TooEarly): PlatformChange =>
  lookingTooEarly(
    codeOf,
    (isOverlooked) => ({ orders: { usesCoupon: (facts) => !isOverlooked() && ordersPolicy.usesCoupon(facts) } }),
    isLeft,
  );

const changesCoupon = callsTo('PUT /coupons/:id');
const changesCouponByCode = callsTo('PUT /coupons/code/:code');

const isNaming = (call: Call): boolean => {
  const { externalId, used } = sentFields(call);
  const isRead = call.headers['content-type'] !== undefined && typeof externalId === 'string';
  return isRead && used === undefined && (changesCoupon(call) || changesCouponByCode(call));
};

/** Calls write back old values of a coupon's other fields. */
const writingBack =
  (fields: (call: Call) => readonly string[]) =>
  (handle: Handle, runtime: Runtime): Handle =>
  async (call) => {
    if (fields(call).length === 0) return handle(call);
    const code = codeOf(call);
    const lookup = code === undefined ? call.path : path`/coupons/code/${code}`;
    const { status, body } = await callItself(handle, call, 'GET', lookup);
    const found = status === 200 && isObject(body) ? body : {};
    const kept = fields(call).filter((field) => found[field] !== undefined && found[field] !== null);
    const written = Object.fromEntries(kept.map((field) => [field, found[field]]));
    await underWay(runtime);
    if (code === undefined) return handle({ ...call, body: JSON.stringify({ ...written, ...sentFields(call) }) });
    const answer = await handle(call);
    if (answer.status === 200 && kept.length > 0) await callItself(handle, call, 'PUT', lookup, written);
    return answer;
  };

const deletesTwice = (route: string): PlatformChange => ({
  wrap: meeting(
    (call) => (callsTo(route)(call) ? call.path : undefined),
    async ({ call, before, handle }) => {
      const answer = await handle(call);
      return answer.status === 404 && before.length > 0 ? { status: 200, body: { result: true } } : answer;
    },
  ),
});

/** Overlapping new orders of a phone all show the coupon that the first one received. */
const handingOutTwice: NonNullable<PlatformChange['wrap']> = (handle, runtime) => {
  /** By the externalId of each order, the externalId of the first order that it met. */
  const firstMet = new Map<unknown, unknown>();
  const meets = meeting(
    (call) => (creates(call) ? phoneOfOrder(call) : undefined),
    ({ call, before: [first] }) => {
      const { externalId } = first ? sentFields(first) : {};
      if (externalId !== undefined) firstMet.set(sentFields(call).externalId, firstMet.get(externalId) ?? externalId);
      return handle(call);
    },
  )(handle, runtime);
  return async (call) => {
    const answer = await meets(call);
    const { externalId, couponCode } = isObject(answer.body) ? answer.body : {};
    const first = firstMet.get(externalId);
    if (call.method !== 'GET' || couponCode !== null || first === undefined) return answer;
    const other = await callItself(handle, call, 'GET', path`/orders/external/${String(first)}`);
    return isObject(other.body) ? withFields(answer, { couponCode: other.body.couponCode }) : answer;
  };
};

export const recordRacesDefects = defectsOf({
  'LAW-51': {
    'makes an order of each post of one externalId that comes while another is under way': again('POST /orders'),
    'makes another store of the third and later posts of one externalId that come at once': again(
      'POST /stores',
      thirdAndLater,
    ),
    'makes another order of an externalId that comes at once with a different body': again(
      'POST /orders',
      ({ call, before }) => before.some(({ body }) => body !== call.body),
    ),
    'makes an abandoned cart of each post of one externalId that comes while another is under way':
      again('POST /abandoned-carts'),
  },
  'LAW-52': {
    'makes a customer of each post of one phone that comes while another is under way': customerAgain(),
    'makes another customer of a phone that comes at once with another e-mail': customerAgain(({ call, before }) =>
      before.some((other) => sentFields(other).email !== sentFields(call).email),
    ),
    'gives a customer that is posted several times at once the e-mail of the last post': {
      wrap: meeting(customerPhone, async ({ call, before, handle }) => {
        const answer = await handle(call);
        const { email } = sentFields(call);
        const phone = customerPhone(call);
        if (before.length === 0 || phone === undefined || email === undefined) return answer;
        const { body } = await callItself(handle, call, 'GET', path`/customers/phone/${phone}`);
        if (isObject(body)) await callItself(handle, call, 'PUT', path`/customers/${String(body.id)}`, { email });
        return answer;
      }),
    },
  },
  'LAW-53': {
    'makes a product of each post of one name that comes while another is under way': productAgain(),
    'makes another product of the third and later posts of one name that come at once': productAgain(thirdAndLater),
  },
  'LAW-54': {
    'leaves a coupon unused that several orders redeem at once, each taking it for locked by another': leavingCoupons(
      ({ met }) => met.length > 0,
    ),
    'leaves a coupon unused that a posted and a changed order redeem at once': leavingCoupons(({ call, met }) =>
      met.some(({ method }) => method !== call.method),
    ),
    'refuses a new order whose coupon another order is redeeming': {
      wrap: meeting(codeOf, ({ call, before, handle }) =>
        creates(call) && before.length > 0 ? { status: 422, body: { message: 'Coupon is locked' } } : handle(call),
      ),
    },
  },
  'LAW-55': {
    'writes a coupon whose externalId is set back as it was found, used or not': {
      wrap: writingBack((call) => (isNaming(call) ? ['used'] : [])),
    },
    'writes a coupon that an order uses back as it was found, with the externalId of then': {
      wrap: writingBack((call) => (codeOf(call) === undefined ? [] : ['externalId'])),
    },
  },
  'LAW-60': {
    'answers each of several simultaneous deletions of an order as if it had deleted it':
      deletesTwice('DELETE /orders/:id'),
    'answers each of several simultaneous deletions of a customer as if it had deleted it':
      deletesTwice('DELETE /customers/:id'),
  },
  'LAW-68': {
    'hands a coupon that awaits an order to each of several that are created at once': { wrap: handingOutTwice },
  },
});
