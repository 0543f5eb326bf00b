import { isObject, type JsonObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { isGatewayPage } from '../../fixtures/is-gateway-page.ts';

/** A right credential in the evidence is replaced by its name as a whole. A changed one is not. */
const credential = /^(?:Bearer )?«[^«»]+»$/;

const isRightToken = (value: string | undefined): boolean =>
  value?.startsWith('Bearer ') === true && credential.test(value);

/** Decides once for each exchange, because many rules ask the same. */
const onceEach = (decide: (exchange: Exchange) => boolean): ((exchange: Exchange) => boolean) => {
  const decided = new WeakMap<Exchange, boolean>();
  return (exchange) => {
    let decision = decided.get(exchange);
    if (decision === undefined) {
      decision = decide(exchange);
      decided.set(exchange, decision);
    }
    return decision;
  };
};

/** Whether a request has the second header with the right value. */
export const carriesAccess = onceEach(({ request }) =>
  Object.entries(request.headers).some(
    ([name, value]) => name.toLowerCase() !== 'authorization' && credential.test(value),
  ),
);

/** Whether a request reached the API. Only then do the statements about responses apply. */
export const isAdmitted = onceEach(
  (exchange) =>
    carriesAccess(exchange) && isRightToken(exchange.request.headers.authorization) && !isGatewayPage(exchange),
);

export const isServed = ({ status }: Exchange): boolean => status >= 200 && status < 300;

export const pathOf = ({ request: { path } }: Exchange): string => {
  const mark = path.indexOf('?');
  return mark === -1 ? path : path.slice(0, mark);
};

/** A query parameter as sent, still encoded. k6 has no URLSearchParams. */
export const sentParameter = ({ request }: Exchange, name: string): string | undefined =>
  request.path.includes(`${name}=`)
    ? request.path
        .split(/[?&]/)
        .slice(1)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
    : undefined;

/** The records of a list; `undefined` if the response is not a list. */
export const listedIn = ({ body }: Exchange): readonly unknown[] | undefined =>
  isObject(body) && isObject(body.pagination) && Array.isArray(body.data) ? body.data : undefined;

const lookupPath = /^\/(customers|products|orders|abandoned-carts|stores|users|coupons)\/(?:[a-z]+\/)?[^/]+$/;

/** The record that a documented lookup returned; `undefined` if it returned none. */
export const foundIn = (exchange: Exchange): JsonObject | undefined => {
  const { request, body } = exchange;
  const at = pathOf(exchange);
  if (request.method !== 'GET' || !lookupPath.test(at) || !isServed(exchange)) return undefined;
  if (!isObject(body) || 'pagination' in body) return undefined;
  // the document does not show these bodies, so the record may be nested
  if (/^\/(?:customers|products|abandoned-carts|stores|users)\//.test(at) && !('id' in body)) return undefined;
  // the response for an order without a coupon is not documented: it may be an object that is no coupon
  return at.startsWith('/coupons/order/') && (body.id ?? null) === null ? undefined : body;
};

/** The coupon that one of the four coupon lookups returned. */
export const couponIn = (exchange: Exchange): JsonObject | undefined =>
  pathOf(exchange).startsWith('/coupons/') ? foundIn(exchange) : undefined;
