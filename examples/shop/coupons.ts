import type { Behavior } from './behavior.ts';
import type { Context } from './context.ts';
import type { Customers } from './customers.ts';
import { writeDate } from './dates.ts';
import { Declined } from './hook-errors.ts';
import type { JsonObject } from './json.ts';
import type { Outbox } from './outbox.ts';
import type { Coupon, Customer, Errand } from './records.ts';

export interface Coupons {
  /** @throws Declined when the shop has no coupon of that code. */
  of(code: string): Coupon;
  /** Creates a coupon that the platform does not know. */
  make(code: string | undefined): Coupon;
  /** Creates a coupon for a customer and registers it with the platform. */
  register(code: string | undefined, customer: Customer): Coupon;
  /** Creates a coupon for everybody and registers it. */
  registerShared(code: string | undefined): Coupon;
  /** Marks a coupon as used without an order. @throws Declined for an unknown coupon. */
  markUsed(code: string): Coupon;
  /**
   * Checks that a purchase can use a coupon. @throws Declined if it cannot.
   * @param price of the items
   */
  check(coupon: Coupon, price: number): void;
  /** Whether the platform may have a coupon: it made it, or did not refuse its registration. */
  isKnown(coupon: Coupon): boolean;
}

const validMs = 30 * 86_400_000;

/** The platform stores the id of a shared coupon as an integer. */
const maxSharedId = 2_147_483_647;

const registrationIdOf = ({ id }: Coupon): string => `coupon ${id}`;
const pathOf = ({ code }: Coupon): string => `/coupons/code/${encodeURIComponent(code)}`;

const termsOf = ({ code, type, amount, minPurchaseValue, expiryDate }: Coupon, behavior: Behavior): JsonObject => ({
  code,
  type,
  amount,
  minPurchaseValue,
  ...(expiryDate !== null && { expiryDate: writeDate(Date.parse(expiryDate), behavior) }),
});

const registrationOf = (coupon: Coupon, behavior: Behavior): Errand => ({
  id: registrationIdOf(coupon),
  method: 'POST',
  path: '/coupons',
  body: { externalId: coupon.id, ...termsOf(coupon, behavior), phone: coupon.phone, awaitingOrder: false },
  readBack: pathOf(coupon),
  // the document leaves open what a second registration of a code does
  looksFirst: true,
});

const sharedRegistrationOf = (coupon: Coupon, behavior: Behavior): Errand => ({
  id: `shared coupon ${coupon.id}`,
  method: 'POST',
  path: '/coupons/shared',
  body: {
    ...(!behavior.does('shared coupons without external id') && { externalId: Number(coupon.id) }),
    ...termsOf(coupon, behavior),
  },
  // such an id may not be unique, so the code identifies the coupon
  readBack: behavior.is('looks shared coupons up by external id') ? `/coupons/external/${coupon.id}` : pathOf(coupon),
  looksFirst: true,
});

const markOf = (coupon: Coupon, { is }: Behavior): Errand => ({
  id: `marking as used of ${coupon.code}`,
  method: 'PUT',
  path: is('marks as used by its own id') ? `/coupons/${coupon.id}` : pathOf(coupon),
  // with only `used`, the coupon would still wait for an order
  body: { used: true, awaitingOrder: false },
  readBack: pathOf(coupon),
  looksFirst: false,
  // the platform cannot change a coupon that it does not have yet
  follows: registrationIdOf(coupon),
});

/** The reason why a purchase cannot use a coupon; undefined if it can. */
const refusalOf = (coupon: Coupon, price: number, nowMs: number, { is }: Behavior): string | undefined => {
  const { startDate, expiryDate, minPurchaseValue, isUsed, origin } = coupon;
  if (startDate !== undefined && Date.parse(startDate) > nowMs) return 'is not valid yet';
  const isExpired = expiryDate !== null && Date.parse(expiryDate) <= nowMs;
  if (isExpired && !is('redeems expired coupons')) return 'has expired';
  const isTooSmall = price < minPurchaseValue;
  if (isTooSmall && !is('ignores the minimum purchase at checkout')) return `is for purchases from ${minPurchaseValue}`;
  return isUsed && origin !== 'shared' && !is('redeems a coupon twice') ? 'has been used' : undefined;
};

export const createCoupons = (context: Context, outbox: Outbox, customers: Customers): Coupons => {
  const { state, save, work, newId, settings, surroundings } = context;
  const { behavior } = settings;

  const add = (terms: Omit<Coupon, 'combinable' | 'expiryDate' | 'isUsed'>): Coupon => {
    const coupon: Coupon = {
      ...terms,
      combinable: false,
      expiryDate: new Date(surroundings.now() + validMs).toISOString(),
      isUsed: false,
    };
    state.coupons.push(coupon);
    save();
    return coupon;
  };

  const addOwn = (code: string | undefined, phone: string | null): Coupon => {
    const id = newId();
    return add({
      code: code ?? `SHOP-${id.slice(-12).toUpperCase()}`,
      id,
      type: 'fixed_cart',
      amount: 12.5,
      minPurchaseValue: 90,
      origin: 'shop',
      phone,
    });
  };

  const addShared = (code: string | undefined): Coupon => {
    state.lastNumber += 1;
    const id = String((state.lastNumber % maxSharedId) + 1);
    return add({
      code: code ?? `ALL-${id}`,
      id,
      type: 'percent',
      amount: 7.5,
      minPurchaseValue: 0,
      origin: 'shared',
      phone: null,
    });
  };

  const find = (code: string): Coupon => {
    const coupon = state.coupons.findLast((each) => each.code === code);
    if (coupon === undefined) throw new Declined(`the shop has no coupon ${code}`);
    return coupon;
  };

  return {
    of: find,
    make: (code) => addOwn(code, null),
    register(code, customer) {
      const coupon = addOwn(code, customer.phone);
      const errand = registrationOf(coupon, behavior);
      void work.begin(() => outbox.send(errand, customers.introduce(customer)));
      return coupon;
    },
    registerShared(code) {
      const coupon = addShared(code);
      void work.begin(() => outbox.send(sharedRegistrationOf(coupon, behavior)));
      return coupon;
    },
    markUsed(code) {
      const coupon = find(code);
      coupon.isUsed = true;
      save();
      void work.begin(() => outbox.send(markOf(coupon, behavior)));
      return coupon;
    },
    check(coupon, price) {
      const refusal = refusalOf(coupon, price, surroundings.now(), behavior);
      if (refusal !== undefined) throw new Declined(`coupon ${coupon.code} ${refusal}`);
    },
    isKnown(coupon) {
      const isRefused = state.refused.includes(registrationIdOf(coupon));
      return (
        (coupon.origin !== 'shop' ||
          coupon.phone !== null ||
          behavior.is('puts unregistered coupons on orders that exist')) &&
        (!isRefused || behavior.is('puts refused coupons on orders that exist'))
      );
    },
  };
};
