import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, withFields } from '../broken-handling.ts';
import { digitsOf } from '../records/phones.ts';

const lookups = [
  'GET /coupons/order/:orderId',
  'GET /coupons/code/:code',
  'GET /coupons/external/:externalId',
  'GET /coupons/:id',
].map((route) => callsTo(route));

export const isLookup = (call: Call): boolean => lookups.some((fits) => fits(call));

export const couponIn = ({ status, body }: Answer): JsonObject | undefined =>
  status === 200 && isObject(body) && typeof body.code === 'string' ? body : undefined;

/** The platform's codes say which step made a coupon. */
export const isMadeBy = (kind: 'giftback' | 'coupon', { code }: JsonObject): boolean =>
  String(code).startsWith(kind === 'giftback' ? 'GIFT' : 'CUPOM');

export const phoneOf = ({ customer }: JsonObject): string => (isObject(customer) ? digitsOf(customer.phone) : '');

export const notFound: Answer = { status: 404, body: { message: 'Coupon not found' } };

/** Changes fields of the coupons of one kind of step, in every lookup. */
export const showing = (kind: 'giftback' | 'coupon', change: (coupon: JsonObject) => JsonObject): Wrap =>
  answersOtherwise(isLookup, (answer) => {
    const coupon = couponIn(answer);
    return coupon && isMadeBy(kind, coupon) ? withFields(answer, change(coupon)) : answer;
  });

interface Shown {
  code: string;
  /** Its digits. */
  phone: string;
}
type Cancel = (isMeant: (coupon: Shown) => boolean) => void;

/** Lets `after` cancel coupons that lookups have shown. Their codes return 404 from then on. */
export const canceling =
  (after: (call: Call, answer: Answer, cancel: Cancel) => void): Wrap =>
  (handle) => {
    const shown = new Map<string, Shown>();
    const canceled = new Set<string>();
    return async (call) => {
      const answer = await handle(call);
      const coupon = couponIn(answer);
      const code = String(coupon?.code);
      if (coupon && isLookup(call)) shown.set(code, { code, phone: phoneOf(coupon) });
      after(call, answer, (isMeant) => {
        for (const each of shown.values()) if (isMeant(each)) canceled.add(each.code);
      });
      return callsTo('GET /coupons/code/:code')(call) && canceled.has(code) ? notFound : answer;
    };
  };
