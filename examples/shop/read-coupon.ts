import { isObject, textIn } from './json.ts';
import type { Coupon } from './records.ts';

/** The platform may store a phone as digits only. */
const phoneIn = (customer: unknown): string | null => {
  const digits = textIn(customer, 'phone')?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : `+${digits}`;
};

/** Reads a coupon of the platform; undefined if the shop does not understand it. */
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
