import { isObject, textIn } from './json.ts';
import type { Coupon } from './records.ts';

/** The platform may keep a phone as digits alone. */
const phoneIn = (customer: unknown): string | null => {
  const digits = textIn(customer, 'phone')?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : `+${digits}`;
};

/** What the shop takes over of a coupon that the platform shows; undefined when it is none that it understands. */
export const readCoupon = (
  shown: unknown,
):
  | Pick<Coupon, 'type' | 'amount' | 'minPurchaseValue' | 'combinable' | 'startDate' | 'expiryDate' | 'phone'>
  | undefined => {
  if (!isObject(shown)) return undefined;
  const { type, amount, minPurchaseValue, acumulative, startDate, expiryDate, customer } = shown;
  if ((type !== 'percent' && type !== 'fixed_cart') || typeof amount !== 'number') return undefined;
  return {
    type,
    amount,
    minPurchaseValue: typeof minPurchaseValue === 'number' ? minPurchaseValue : 0,
    combinable: acumulative === true,
    ...(typeof startDate === 'string' && { startDate }),
    expiryDate: typeof expiryDate === 'string' ? expiryDate : null,
    phone: phoneIn(customer),
  };
};
