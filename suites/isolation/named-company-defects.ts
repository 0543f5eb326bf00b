import { isObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, sentFields } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { creations, updates } from '../route-table.ts';

const namedIn = (call: Call): string | undefined => {
  const { companyId } = sentFields(call);
  return typeof companyId === 'string' ? companyId : undefined;
};

/** A record disappears for its company once a PUT has named another one. */
const movesTheRecord =
  (route: string): Wrap =>
  (handle) => {
    const moved = new Set<unknown>();
    return async (call) => {
      const meant = callsTo(route)(call) && namedIn(call) !== undefined;
      const before = meant ? await handle({ ...call, method: 'GET', body: '' }) : undefined;
      const answer = await handle(call);
      if (before && isObject(before.body) && answer.status === 200) moved.add(before.body.id);
      const isGone = call.method === 'GET' && isObject(answer.body) && moved.has(answer.body.id);
      return isGone ? { status: 404, body: { message: 'Not found' } } : answer;
    };
  };

/**
 * A caller that names a company by its id acts for it. Notifications show which token belongs to which company: each has
 * the company of an order, and the order was read with the token.
 */
const actsForTheOneNamed = (nameIn: (call: Call) => string | undefined): PlatformChange => {
  const tokenOfOrder = new Map<unknown, string>();
  const tokenOfCompany = new Map<string, string>();
  return {
    policy: {
      webhooks: {
        payload: ({ code, couponId, orderId, companyId }) => {
          const token = tokenOfOrder.get(orderId);
          if (token !== undefined) tokenOfCompany.set(companyId, token);
          return { code, id: couponId, orderId, companyId };
        },
      },
    },
    wrap: (handle) => async (call) => {
      const { authorization } = call.headers;
      const token = tokenOfCompany.get(nameIn(call) ?? '');
      const isKnown = token !== undefined && authorization !== undefined;
      const answer = await handle(isKnown ? { ...call, headers: { ...call.headers, authorization: token } } : call);
      const isOrder = call.method === 'GET' && call.segments[0] === 'orders' && answer.status === 200;
      if (!isKnown && isOrder && isObject(answer.body) && authorization !== undefined) {
        tokenOfOrder.set(answer.body.id, authorization);
      }
      return answer;
    },
  };
};

export const namedCompanyDefects: readonly Defect[] = [
  ...defectsOf({
    'ISO-31': {
      'refuses a coupon of a company that it does not know': {
        wrap: answersOtherwise(
          callsTo('POST /coupons', (call) => sentFields(call).company !== undefined),
          () => ({ status: 400, body: { message: ['company'] } }),
        ),
        also: ['ISO-39'],
      },
    },
    'ISO-32': {
      'reads the coupons of the company that the query names': {
        wrap: answersOtherwise(
          ({ query }) => query.has('companyId'),
          () => ({ status: 404, body: { message: 'Coupon not found' } }),
        ),
      },
    },
    'ISO-39': {
      'acts for the company whose id the query names': actsForTheOneNamed(
        ({ query }) => query.get('companyId') ?? undefined,
      ),
      'acts for the company whose id the body names': actsForTheOneNamed(namedIn),
    },
  }),
  ...creations.map(
    (route): Defect => ({
      rule: 'ISO-31',
      text: `stores what ${route} creates with the company that its body names`,
      wrap: (handle) => (call) =>
        callsTo(route)(call) && namedIn(call) !== undefined ? { status: 200, body: {} } : handle(call),
      also: route === 'POST /coupons' || route === 'POST /orders' ? ['ISO-39'] : [],
    }),
  ),
  ...updates.map(
    (route): Defect => ({
      rule: 'ISO-31',
      text: `gives the record of ${route} to the company that its body names`,
      wrap: movesTheRecord(route),
    }),
  ),
];
