import type { Bodies } from '../../fixtures/bodies.ts';
import type { FreshBodies } from '../check-context.ts';
import type { UniqueValues } from './unique.ts';

type SlotsOf<Kind extends keyof Bodies> = Parameters<Bodies[Kind]>[0];

/** The values of a body: those that a check chose, and fresh ones for the rest. */
export type FreshSlots = {
  [Kind in Exclude<keyof Bodies, 'webhook'>]: (chosen?: Partial<SlotsOf<Kind>>) => SlotsOf<Kind>;
};

/** The largest `externalId` that the document allows for a shared coupon. */
const maxSharedId = 2147483647;

/** Reports every phone, drawn or chosen, to `onPhone`. */
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

export const freshSlots = (unique: UniqueValues): FreshSlots => {
  /** Draws a value only if the check did not choose one, because each draw takes a hash. */
  const unless = (chosen: object | undefined, field: string, draw: () => string): string => {
    if (chosen === undefined || !(field in chosen)) return draw();
    unique.skip();
    return '';
  };
  const phone = (chosen: object | undefined): string => unless(chosen, 'phone', unique.phone);
  const externalId = (chosen: object | undefined, label: string): string =>
    unless(chosen, 'externalId', () => unique.name(label));
  return {
    customer: (chosen) => ({
      phone: phone(chosen),
      externalId: externalId(chosen, 'customer'),
      firstName: 'Selo',
      lastName: 'Customer',
      email: unless(chosen, 'email', unique.email),
      ...chosen,
    }),
    product: (chosen) => ({
      name: unless(chosen, 'name', () => unique.name('product')),
      externalId: externalId(chosen, 'product'),
      ...chosen,
    }),
    order: (chosen) => ({
      externalId: externalId(chosen, 'order'),
      status: 'on-hold',
      phone: phone(chosen),
      total: 100,
      ...chosen,
    }),
    store: (chosen) => ({
      externalId: externalId(chosen, 'store'),
      name: unless(chosen, 'name', () => unique.name('store')),
      ...chosen,
    }),
    cart: (chosen) => ({ externalId: externalId(chosen, 'cart'), phone: phone(chosen), ...chosen }),
    coupon: (chosen) => ({
      externalId: externalId(chosen, 'coupon'),
      code: unless(chosen, 'code', () => unique.name('code')),
      type: 'percent',
      amount: 10,
      phone: phone(chosen),
      awaitingOrder: false,
      ...chosen,
    }),
    sharedCoupon: (chosen) => ({
      externalId: unique.integer(1, maxSharedId),
      code: unless(chosen, 'code', () => unique.name('shared')),
      ...chosen,
    }),
  };
};

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
