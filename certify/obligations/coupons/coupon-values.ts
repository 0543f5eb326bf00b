import { isDeepStrictEqual } from 'node:util';
import { show } from '../../../core/json.ts';
import type { HeldCoupon, MadeCoupon } from '../../../core/partner-record.ts';
import { madeCoupon, withCouponCalls } from '../model/coupon-calls.ts';
import { isCustomerUpdated, mayBeOver } from '../model/coupon-ends.ts';
import { attemptNumbers } from '../model/coupon-evidence.ts';
import { brasiliaMs, dateForm, momentMs } from '../model/date-forms.ts';
import { derived } from '../model/derived.ts';
import { actionsOf, type Held, heldFrom } from '../model/held-coupons.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { notificationsOf } from '../model/notifications.ts';
import { observation } from '../model/observation.ts';
import { isAccepted } from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';

const section = 'Resources and their fields › Coupon';

/** The platform's coupon and the partner's, from each state that has other values of it, until something changes it. */
const pairsOf = derived((record) =>
  withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
    const { code, first, lookups, earlierLookups } = notification;
    const made = madeCoupon(record, code);
    if (made === undefined) return [];
    const isAsMade = ({ atMs }: Held): boolean =>
      !mayBeOver(record, code, atMs) && !isCustomerUpdated(record, code, atMs);
    const held = heldFrom(record, code, first.atMs)
      .flatMap((state) => state.held.slice(0, 1).map((coupon) => ({ coupon, state })))
      .filter(({ coupon }, index, all) => !isDeepStrictEqual(coupon, all[index - 1]?.coupon))
      .filter(({ state }, index) => index === 0 || isAsMade(state));
    const isRead = [...earlierLookups, ...lookups].some(isAccepted);
    return [{ made, held, isAsMade, isRead, attempts: attemptNumbers(notification) }];
  }),
);

/** What a partner that shows a field for some coupons says where it leaves the field out. */
interface LeftOut {
  field: 'type' | 'amount' | 'minPurchaseValue' | 'expiryDate';
  /** Whether it may say nothing about this coupon. */
  mayBe: (made: MadeCoupon, others: readonly MadeCoupon[]) => boolean;
}

const madeWith = (
  id: Obligation['id'],
  what: string,
  basis: Pick<Obligation, 'statements' | 'level'>,
  /** Compares the platform's value with the partner's; undefined if the partner does not show it. */
  compare: (made: MadeCoupon, held: HeldCoupon) => { has: unknown; holds: unknown; agrees: boolean } | undefined,
  leftOut?: LeftOut,
): Obligation => ({
  id,
  text: `A coupon is created with the ${what} that the platform returns`,
  source: section,
  ...basis,
  needs: 'webhooks',
  judge: (record) => {
    const pairs = pairsOf(record);
    const isShown = (coupon: HeldCoupon): boolean => leftOut !== undefined && (coupon[leftOut.field] ?? null) !== null;
    const shownFor = pairs.filter(({ held }) => held.some(({ coupon }) => isShown(coupon))).map(({ made }) => made);
    return pairs.flatMap(({ made, held, isAsMade, isRead, attempts }) => {
      const compared = held.flatMap(({ coupon, state }, index) => {
        const values = compare(made, coupon);
        if (values) return [{ ...values, state }];
        // a value that was read may be stored later than the rest
        const isMissing = isRead && index === held.length - 1 && shownFor.length > 0;
        if (leftOut === undefined || !isMissing || coupon[leftOut.field] !== undefined || !isAsMade(state)) return [];
        return [{ has: made[leftOut.field], holds: 'none', agrees: leftOut.mayBe(made, shownFor), state }];
      });
      const worst = compared.find(({ agrees }) => !agrees) ?? compared[0];
      if (worst === undefined) return [];
      const { has, holds, agrees, state } = worst;
      return [
        observation(
          agrees,
          { attempts, actions: actionsOf([state]) },
          `the coupon ${made.code} is held with ${what} ${show(holds)}; the platform has ${show(has)}`,
        ),
      ];
    });
  },
});

/** Binary fractions of the same amount may differ by this much. */
const cent = 0.005;

export const compareNumbers = (has: number, holds: number | undefined) =>
  holds === undefined ? undefined : { has, holds, agrees: Math.abs(has - holds) < cent };

/** Partners have their own names of types. Only documented names are compared. */
export const typeMeant = (type: string): string | undefined => {
  if (/percent|porcent|%/i.test(type)) return 'percent';
  return /fix|value|amount|valor/i.test(type) ? 'fixed_cart' : undefined;
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 3600 * 1000;

/** A shop that stores the expiry by day has it at the start or the end of a day, in any zone. */
const isAtEndOfDay = (holds: string): boolean => /[T ](00:00(:00)?|23:59(:59)?)\b/.test(holds);

/** Whether a partner's expiry is the platform's: to the second, or to the minute or day where it keeps no more. */
export const isSameExpiry = (has: string, holds: string): boolean => {
  const differs = (zone: string) => Math.abs(momentMs(holds + zone) - Date.parse(has));
  const slackMs = /:\d{2}:00|T\d{2}:\d{2}(?!:)/.test(holds.replace(' ', 'T')) ? minuteMs : secondMs;
  const form = dateForm(holds);
  if (isAtEndOfDay(holds)) return differs(form === 'zoned' ? '' : 'Z') <= dayMs + brasiliaMs;
  if (form === 'zoned') return differs('') < slackMs;
  // a date without a zone may be in the time of Brasília, which is behind UTC
  if (form === 'unzoned') return differs('Z') < slackMs || differs('-03:00') < slackMs;
  // a day may be the last one, on either clock, or the first one after it
  const dayIn = (offsetMs: number): number => Math.floor((Date.parse(has) + offsetMs) / dayMs);
  const day = Math.floor(Date.parse(holds) / dayMs);
  return day >= dayIn(-brasiliaMs) && day <= dayIn(0) + 1;
};

/** The expiry of a coupon that never expires, on the platform. */
const isNever = (expiryDate: string): boolean => Date.parse(expiryDate) >= Date.parse('2100-01-01T00:00:00Z');

/** Whether none of these coupons has the type of one. A partner may have no word for its usual type. */
const isOnlyOfType = ({ type }: MadeCoupon, others: readonly MadeCoupon[]): boolean =>
  !others.some((other) => other.type === type);

export const couponValues: readonly Obligation[] = [
  madeWith(
    'PART-72',
    'amount',
    { statements: ['S012', 'S045', 'S186'], level: 'must' },
    ({ amount }, held) => compareNumbers(amount, held.amount),
    { field: 'amount', mayBe: isOnlyOfType },
  ),
  madeWith(
    'PART-73',
    'type',
    { statements: ['S012', 'S044', 'S186'], level: 'must' },
    (made, held) => {
      const meant = typeMeant(held.type ?? '');
      return meant === undefined ? undefined : { has: made.type, holds: held.type, agrees: meant === made.type };
    },
    { field: 'type', mayBe: isOnlyOfType },
  ),
  madeWith(
    'PART-74',
    'minimum purchase',
    { statements: ['S012', 'S048', 'S186'], level: 'must' },
    ({ minPurchaseValue }, held) => compareNumbers(minPurchaseValue, held.minPurchaseValue),
    { field: 'minPurchaseValue', mayBe: ({ minPurchaseValue }) => minPurchaseValue < cent },
  ),
  madeWith(
    'PART-75',
    'expiry',
    { statements: ['S012', 'S051', 'S186'], level: 'must' },
    ({ expiryDate }, held) => {
      if (held.expiryDate === undefined) return undefined;
      if (held.expiryDate === null) return { has: expiryDate, holds: 'none', agrees: isNever(expiryDate) };
      const form = dateForm(held.expiryDate);
      if (form === undefined || form === 'slashed') return undefined;
      return { has: expiryDate, holds: held.expiryDate, agrees: isSameExpiry(expiryDate, held.expiryDate) };
    },
    { field: 'expiryDate', mayBe: ({ expiryDate }) => isNever(expiryDate) },
  ),
  madeWith('PART-142', 'customer', { statements: ['S186', 'S052'], level: 'must' }, ({ phone }, held) =>
    // a shared coupon names no customer
    !held.phone || phone === '' ? undefined : { has: phone, holds: held.phone, agrees: isSamePhone(phone, held.phone) },
  ),
  // a should: S186 has the partner look up the values above, and only the recommended sequence (S154) asks for this one
  {
    id: 'PART-76',
    text: 'A coupon that the platform does not allow to combine is created as not combinable',
    source: section,
    statements: ['S049', 'S154'],
    level: 'should',
    needs: 'webhooks',
    judge: (record) =>
      pairsOf(record).flatMap(({ made, held, attempts }) => {
        const said = held.filter(({ coupon: { combinable } }) => !made.acumulative && combinable !== undefined);
        const wrong = said.find(({ coupon: { combinable } }) => combinable !== false) ?? said[0];
        if (wrong === undefined) return [];
        return [
          observation(
            wrong.coupon.combinable === false,
            { attempts, actions: actionsOf([wrong.state]) },
            `the coupon ${made.code} combines with other promotions; acumulative is false, so it should not`,
          ),
        ];
      }),
  },
];
