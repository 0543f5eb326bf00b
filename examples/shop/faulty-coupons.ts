import type { FaultName } from './faults.ts';
import type { Coupon } from './records.ts';

type Injection = (coupon: Coupon) => Partial<Coupon>;

const hoursMs = 3_600_000;

/** How faults change a coupon of the platform before the shop stores it. */
const injections: Partial<Record<FaultName, Injection>> = {
  'ignores acumulative': () => ({ combinable: true }),
  'ignores the expiry': () => ({ expiryDate: null }),
  'expiry three hours off': ({ expiryDate }) => ({
    expiryDate: expiryDate && new Date(Date.parse(expiryDate) + 3 * hoursMs).toISOString(),
  }),
  'expiry a day late': ({ expiryDate }) => ({
    expiryDate: expiryDate && new Date(Date.parse(expiryDate) + 24 * hoursMs).toISOString(),
  }),
  'expiry on the day before': ({ expiryDate }) => ({
    expiryDate: expiryDate && new Date(Date.parse(expiryDate) - 27 * hoursMs).toISOString().slice(0, 10),
  }),
  'minimum purchase in cents': ({ minPurchaseValue }) => ({ minPurchaseValue: minPurchaseValue / 100 }),
  'ignores the minimum purchase': () => ({ minPurchaseValue: 0 }),
  'ignores the type': () => ({ type: 'percent' }),
  'swaps the types': ({ type }) => ({ type: type === 'percent' ? 'fixed_cart' : 'percent' }),
  'amount in cents': ({ amount }) => ({ amount: amount / 100 }),
  'amount without decimals': ({ amount }) => ({ amount: Math.trunc(amount) }),
  'amount of ten always': () => ({ amount: 10 }),
  'makes up its own code': ({ id }) => ({ code: `SHOP-${id.slice(-6)}` }),
  'lower-case code': ({ code }) => ({ code: code.toLowerCase() }),
};

export const injectCouponFault = (coupon: Coupon, fault: FaultName | undefined): Coupon => ({
  ...coupon,
  ...(fault && injections[fault]?.(coupon)),
});
