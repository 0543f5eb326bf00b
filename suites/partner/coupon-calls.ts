import { type Notification, orderIdIn } from './notifications.ts';
import { byArrival, callsOf, fieldsOf, isTo, nameOf, partsOf, statusOf } from './read-call.ts';
import type { PartnerCall, PartnerRecord } from './record.ts';

/** What was asked and told about the coupons that were notified. */
interface CouponCalls {
  /** The partner's look-ups of a coupon by its code, its id or its order, in the order of their arrival. */
  lookups(notification: Notification): PartnerCall[];
  /** Writes that tell the platform under which id the partner holds the coupon. */
  tellings(notification: Notification): PartnerCall[];
}

/** How the path of a call names a coupon: `code ABC`, `order …` or `id …`. */
const keyOf = (call: PartnerCall): string => {
  const [, key, value] = partsOf(call);
  return value === undefined ? `id ${key}` : `${key} ${value}`;
};

/** Sorts the calls of a record by coupon, once for all its notifications. */
export const couponCalls = (record: PartnerRecord): CouponCalls => {
  const byKey = Map.groupBy(
    callsOf(record).filter((call) => partsOf(call)[0] === 'coupons'),
    keyOf,
  );
  const made = new Map(record.coupons.map((coupon) => [coupon.code, coupon]));
  const about = ({ code, first }: Notification): PartnerCall[] => {
    const orderId = nameOf(orderIdIn(first)) ?? made.get(code)?.orderId;
    const keys = [`code ${code}`, `order ${orderId}`, `id ${made.get(code)?.id}`];
    return byArrival(keys.flatMap((key) => byKey.get(key) ?? []));
  };
  return {
    lookups: (notification) =>
      about(notification).filter(({ method, atMs }) => method === 'GET' && atMs >= notification.first.atMs),
    tellings: (notification) =>
      about(notification).filter(
        (call) =>
          (isTo(call, 'PUT /coupons/code/:code') || isTo(call, 'PUT /coupons/:id')) &&
          nameOf(fieldsOf(call).externalId) !== undefined,
      ),
  };
};

export const isNotFound = (call: PartnerCall): boolean => statusOf(call) === 404;
