import { isObject } from '../../../core/json.ts';
import type { MadeCoupon, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { couponIdIn, type Notification, notificationsOf, orderIdIn } from './notifications.ts';
import {
  byArrival,
  callsOf,
  callsOn,
  changesCoupon,
  codeIn,
  fieldsOf,
  isAccepted,
  isTo,
  nameOf,
  partsOf,
  recordsIn,
  statusOf,
} from './read-call.ts';

/** A notification with the partner's calls about its coupon. */
interface Followed extends Notification {
  /** The partner's lookups of the coupon by its code, its id or its order, in the order of arrival. */
  lookups: PartnerCall[];
  /** The lookups before the notification. A partner may know the code from the order. */
  earlierLookups: PartnerCall[];
  /** The `PUT` requests with the partner's id of the coupon. */
  writeBacks: PartnerCall[];
}

/** How the path of a call names a coupon: `code ABC`, `order …` or `id …`. */
const keyOf = (call: PartnerCall): string => {
  const [, key, value] = partsOf(call);
  return value === undefined ? `id ${key}` : `${key} ${value}`;
};

const followedByCode = derived((record): ReadonlyMap<string, Followed> => {
  const byKey = Map.groupBy(callsOn(record, 'coupons'), keyOf);
  const made = new Map(record.coupons.map((coupon) => [coupon.code, coupon]));
  const followed = notificationsOf(record).map((notification): Followed => {
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
      earlierLookups: calls.filter(({ method, atMs }) => method === 'GET' && atMs < first.atMs),
      writeBacks: calls.filter((call) => changesCoupon(call) && nameOf(fieldsOf(call).externalId) !== undefined),
    };
  });
  return new Map(followed.map((each) => [each.code, each]));
});

/** Each of these notifications with the calls about its coupon. */
export const withCouponCalls = (record: PartnerRecord, notifications: readonly Notification[]): Followed[] =>
  notifications.flatMap(({ code }) => followedByCode(record).get(code) ?? []);

/** The codes of coupons by the service's ids, as far as responses and created coupons show them. */
export const couponCodes = derived(
  (record): ReadonlyMap<string, string> =>
    new Map([
      ...callsOn(record, 'coupons').flatMap((call) =>
        recordsIn(call).flatMap((coupon): [string, string][] => {
          const [id, code] = isObject(coupon) ? [nameOf(coupon.id), nameOf(coupon.code)] : [];
          return id === undefined || code === undefined ? [] : [[id, code]];
        }),
      ),
      ...record.coupons.map(({ id, code }): [string, string] => [id, code]),
    ]),
);

const madeByCode = derived(({ coupons }) => Map.groupBy(coupons, ({ code }) => code));

/** The coupon that the platform created with a code; undefined if there is none. */
export const madeCoupon = (record: PartnerRecord, code: unknown): MadeCoupon | undefined =>
  typeof code === 'string' ? madeByCode(record).get(code)?.[0] : undefined;

/** The code of the coupon that a registration or a change may give an `externalId`; undefined for other calls. */
export const codeNamedBy = (call: PartnerCall, codes: ReadonlyMap<string, string>): string | undefined => {
  if (isTo(call, 'POST /coupons')) return codeIn(call);
  return changesCoupon(call) ? couponOf(call, codes) : undefined;
};

/** The code of the coupon that a change is about; undefined where nothing shows it. */
export const couponOf = (call: PartnerCall, codes: ReadonlyMap<string, string>): string | undefined => {
  const [, key = '', value] = partsOf(call);
  return value ?? codes.get(key);
};

/** 404 is documented. 422 is documented for other records, and means the same. */
export const isNotFound = (call: PartnerCall): boolean => [404, 422].includes(statusOf(call) ?? 0);

/** When the validity of a coupon begins, in epoch milliseconds, if a lookup showed it before a moment. */
export const validityStartMs = (record: PartnerRecord, code: string, beforeMs: number): number | undefined => {
  for (const call of callsOf(record)) {
    if (call.atMs > beforeMs || call.method !== 'GET' || !isAccepted(call) || partsOf(call)[0] !== 'coupons') continue;
    const shown = recordsIn(call).find((each) => isObject(each) && each.code === code);
    const startMs = isObject(shown) ? Date.parse(String(shown.startDate)) : Number.NaN;
    if (!Number.isNaN(startMs)) return startMs;
  }
  return undefined;
};
