import type { Context } from './context.ts';
import type { Customers } from './customers.ts';
import { writeDate } from './dates.ts';
import { Declined } from './hook-errors.ts';
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
}

const dayMs = 86_400_000;
const validDays = 30;

/** The platform stores the id of a shared coupon as an integer. */
const maxSharedId = 2_147_483_647;

const registrationOf = ({ id }: Coupon): string => `coupon ${id}`;
const pathOf = ({ code }: Coupon): string => `/coupons/code/${encodeURIComponent(code)}`;

export const createCoupons = (context: Context, outbox: Outbox, customers: Customers): Coupons => {
  const { state, save, work, newId, settings, surroundings } = context;
  const { behavior } = settings;
  const { is, does } = behavior;

  const add = (coupon: Coupon): Coupon => {
    state.coupons.push(coupon);
    save();
    return coupon;
  };

  const newSharedId = (): string => {
    state.lastNumber += 1;
    return String((state.lastNumber % maxSharedId) + 1);
  };

  const termsOf = ({ code, type, amount, minPurchaseValue, expiryDate }: Coupon) => ({
    code,
    type,
    amount,
    minPurchaseValue,
    ...(expiryDate !== null && { expiryDate: writeDate(Date.parse(expiryDate), behavior) }),
  });

  const expiry = (): string => new Date(surroundings.now() + validDays * dayMs).toISOString();

  const find = (code: string): Coupon => {
    const coupon = state.coupons.findLast((each) => each.code === code);
    if (coupon === undefined) throw new Declined(`the shop has no coupon ${code}`);
    return coupon;
  };

  const own = (code: string | undefined, phone: string | null): Coupon => {
    const id = newId();
    return add({
      code: code ?? `SHOP-${id.slice(-12).toUpperCase()}`,
      id,
      type: 'fixed_cart',
      amount: 12.5,
      minPurchaseValue: 90,
      combinable: false,
      expiryDate: expiry(),
      origin: 'shop',
      phone,
      isUsed: false,
    });
  };

  return {
    of: find,
    make: (code) => own(code, null),
    register(code, customer) {
      const { phone } = customer;
      const coupon = own(code, phone);
      const { id } = coupon;
      const errand: Errand = {
        id: registrationOf(coupon),
        method: 'POST',
        path: '/coupons',
        body: { externalId: id, ...termsOf(coupon), phone, awaitingOrder: false },
        readBack: pathOf(coupon),
        // the document leaves open what a second registration of a code does
        looksFirst: true,
      };
      void work.begin(() => outbox.send(errand, customers.introduce(customer)));
      return coupon;
    },
    registerShared(code) {
      const id = newSharedId();
      const coupon = add({
        code: code ?? `ALL-${id}`,
        id,
        type: 'percent',
        amount: 7.5,
        minPurchaseValue: 0,
        combinable: false,
        expiryDate: expiry(),
        origin: 'shared',
        phone: null,
        isUsed: false,
      });
      const errand: Errand = {
        id: `shared coupon ${id}`,
        method: 'POST',
        path: '/coupons/shared',
        body: { ...(!does('shared coupons without external id') && { externalId: Number(id) }), ...termsOf(coupon) },
        // such an id may not be unique, so the code identifies the coupon
        readBack: is('looks shared coupons up by external id') ? `/coupons/external/${id}` : pathOf(coupon),
        looksFirst: true,
      };
      void work.begin(() => outbox.send(errand));
      return coupon;
    },
    markUsed(code) {
      const coupon = find(code);
      coupon.isUsed = true;
      save();
      const path = is('marks as used by its own id') ? `/coupons/${coupon.id}` : pathOf(coupon);
      // with only `used`, the coupon would still wait for an order
      const body = { used: true, awaitingOrder: false };
      const errand: Errand = {
        id: `marking as used of ${code}`,
        method: 'PUT',
        path,
        body,
        readBack: pathOf(coupon),
        looksFirst: false,
        // the platform cannot change a coupon that it does not have yet
        follows: registrationOf(coupon),
      };
      void work.begin(() => outbox.send(errand));
      return coupon;
    },
    check({ code, startDate, expiryDate, minPurchaseValue, isUsed, origin }, price) {
      const isExpired = expiryDate !== null && Date.parse(expiryDate) <= surroundings.now();
      if (startDate !== undefined && Date.parse(startDate) > surroundings.now()) {
        throw new Declined(`coupon ${code} is not valid yet`);
      }
      if (isExpired && !is('redeems expired coupons')) throw new Declined(`coupon ${code} has expired`);
      if (price < minPurchaseValue && !is('ignores the minimum purchase at checkout')) {
        throw new Declined(`coupon ${code} is for purchases from ${minPurchaseValue}`);
      }
      if (isUsed && origin !== 'shared' && !is('redeems a coupon twice')) {
        throw new Declined(`coupon ${code} has been used`);
      }
    },
  };
};
