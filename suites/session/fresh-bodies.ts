import type {
  Bodies,
  CartSlots,
  CouponFields,
  CustomerSlots,
  OrderSlots,
  ProductSlots,
  SharedCouponSlots,
  StoreSlots,
} from '../../fixtures/bodies.ts';
import type { FreshBodies, Unique } from '../check-context.ts';

/** Slots with fresh values wherever a check did not choose. */
export interface FreshSlots {
  customer(slots?: Partial<CustomerSlots>): CustomerSlots;
  product(slots?: Partial<ProductSlots>): ProductSlots;
  order(slots?: Partial<OrderSlots>): OrderSlots;
  store(slots?: Partial<StoreSlots>): StoreSlots;
  cart(slots?: Partial<CartSlots>): CartSlots;
  coupon(fields?: Partial<CouponFields>): CouponFields;
  sharedCoupon(slots?: Partial<SharedCouponSlots>): SharedCouponSlots;
}

/** The largest id that the document allows a shared coupon. */
const largestSharedId = 2147483647;

/** Slots that record every phone, drawn or chosen. */
export const recordingPhones = (slots: FreshSlots, onPhone: (phone: string) => void): FreshSlots => {
  const recorded = <Slots extends { phone: string }>(made: Slots): Slots => {
    onPhone(made.phone);
    return made;
  };
  return {
    ...slots,
    customer: (chosen) => recorded(slots.customer(chosen)),
    order: (chosen) => recorded(slots.order(chosen)),
    cart: (chosen) => recorded(slots.cart(chosen)),
    coupon: (chosen) => recorded(slots.coupon(chosen)),
  };
};

export const freshSlots = (unique: Unique): FreshSlots => ({
  customer: (slots) => ({
    phone: unique.phone(),
    externalId: unique.name('customer'),
    firstName: 'Selo',
    lastName: 'Customer',
    email: unique.email(),
    ...slots,
  }),
  product: (slots) => ({ name: unique.name('product'), externalId: unique.name('product'), ...slots }),
  order: (slots) => ({
    externalId: unique.name('order'),
    status: 'on-hold',
    phone: unique.phone(),
    total: 100,
    ...slots,
  }),
  store: (slots) => ({ externalId: unique.name('store'), name: unique.name('store'), ...slots }),
  cart: (slots) => ({ externalId: unique.name('cart'), phone: unique.phone(), ...slots }),
  coupon: (fields) => ({
    externalId: unique.name('coupon'),
    code: unique.name('code'),
    type: 'percent',
    amount: 10,
    phone: unique.phone(),
    awaitingOrder: false,
    ...fields,
  }),
  sharedCoupon: (slots) => ({ externalId: unique.integer(1, largestSharedId), code: unique.name('shared'), ...slots }),
});

/** Bodies of fresh records, as `bodies` builds them. */
export const freshBodies = (bodies: Bodies, slots: FreshSlots): FreshBodies => ({
  customer: (chosen) => bodies.customer(slots.customer(chosen)),
  product: (chosen) => bodies.product(slots.product(chosen)),
  order: (chosen) => bodies.order(slots.order(chosen)),
  store: (chosen) => bodies.store(slots.store(chosen)),
  cart: (chosen) => bodies.cart(slots.cart(chosen)),
  coupon: (chosen) => bodies.coupon(slots.coupon(chosen)),
  sharedCoupon: (chosen) => bodies.sharedCoupon(slots.sharedCoupon(chosen)),
  webhook: bodies.webhook,
});
