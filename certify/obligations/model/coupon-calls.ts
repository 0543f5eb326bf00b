import { isObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { couponIdIn, type Notification, orderIdIn } from './notifications.ts';
import { byArrival, callsOf, changesCoupon, fieldsOf, nameOf, partsOf, recordsIn, statusOf } from './read-call.ts';

/** A notification with what the partner asked and sent about its coupon. */
interface Followed extends Notification {
  /** The partner's look-ups of the coupon by its code, its id or its order, in the order of their arrival. */
  lookups: PartnerCall[];
  /** The PUTs with the id under which the partner holds the coupon. */
  writeBacks: PartnerCall[];
}

/** How the path of a call names a coupon: `code ABC`, `order …` or `id …`. */
const keyOf = (call: PartnerCall): string => {
  const [, key, value] = partsOf(call);
  return value === undefined ? `id ${key}` : `${key} ${value}`;
};

/** Each of these notifications with the calls about its coupon, which are sorted once for all of them. */
export const withCouponCalls = (record: PartnerRecord, notifications: readonly Notification[]): Followed[] => {
  const byKey = Map.groupBy(
    callsOf(record).filter((call) => partsOf(call)[0] === 'coupons'),
    keyOf,
  );
  const made = new Map(record.coupons.map((coupon) => [coupon.code, coupon]));
  return notifications.map((notification) => {
    const { code, first } = notification;
    const orderId = nameOf(orderIdIn(first)) ?? made.get(code)?.orderId;
    const keys = [
      `code ${code}`,
      `order ${orderId}`,
      ...[couponIdIn(first), made.get(code)?.id].map((id) => `id ${id}`),
    ];
    const calls = byArrival([...new Set(keys)].flatMap((key) => byKey.get(key) ?? []));
    return {
      ...notification,
      lookups: calls.filter(({ method, atMs }) => method === 'GET' && atMs >= first.atMs),
      writeBacks: calls.filter((call) => changesCoupon(call) && nameOf(fieldsOf(call).externalId) !== undefined),
    };
  });
};

/** The codes of coupons by the service's ids, as far as answers and what the platform made show them. */
export const couponCodes = (record: PartnerRecord): Map<string, string> =>
  new Map([
    ...callsOf(record)
      .filter((call) => partsOf(call)[0] === 'coupons')
      .flatMap((call) =>
        recordsIn(call).flatMap((coupon): [string, string][] => {
          const [id, code] = isObject(coupon) ? [nameOf(coupon.id), nameOf(coupon.code)] : [];
          return id === undefined || code === undefined ? [] : [[id, code]];
        }),
      ),
    ...record.coupons.map(({ id, code }): [string, string] => [id, code]),
  ]);

/** The code of the coupon that a change is about; undefined where nothing shows it. */
export const couponOf = (call: PartnerCall, codes: ReadonlyMap<string, string>): string | undefined => {
  const [, key = '', value] = partsOf(call);
  return value ?? codes.get(key);
};

/** 404 is documented; 422 is what customers are answered, and means the same. */
export const isNotFound = (call: PartnerCall): boolean => [404, 422].includes(statusOf(call) ?? 0);
