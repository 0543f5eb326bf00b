import { bodiesFrom } from '../../fixtures/bodies.ts';
import type { ShopStatus } from '../own-journey.ts';
import { plan } from './environment.ts';
import { prepareBody } from './prepared-body.ts';

const total = 100;
const bodies = bodiesFrom(plan.templates);

const prepareOrder = (status: ShopStatus) => ({
  plain: prepareBody(['externalId', 'phone'], (slots) => bodies.order({ ...slots, status, total })),
  redeeming: prepareBody(['externalId', 'phone', 'couponCode'], (slots) => bodies.order({ ...slots, status, total })),
});

const orders: Readonly<Record<ShopStatus, ReturnType<typeof prepareOrder>>> = {
  completed: prepareOrder('completed'),
  'on-hold': prepareOrder('on-hold'),
  processing: prepareOrder('processing'),
  canceled: prepareOrder('canceled'),
};

const prepareCoupon = (awaitingOrder: boolean) =>
  prepareBody(['code', 'phone'], ({ code, phone }) =>
    bodies.coupon({ externalId: code, code, type: 'percent', amount: 5, phone, awaitingOrder }),
  );

const awaitedCoupon = prepareCoupon(true);
const readyCoupon = prepareCoupon(false);

export interface Customer {
  externalId: string;
  phone: string;
}

/** The JSON body of a customer's order. */
export const orderBody = (status: ShopStatus, { externalId, phone }: Customer, couponCode?: string): string =>
  couponCode === undefined
    ? orders[status].plain({ externalId, phone })
    : orders[status].redeeming({ externalId, phone, couponCode });

/** The JSON body of a coupon, whose code is also its external id. */
export const couponBody = (code: string, phone: string, awaitingOrder: boolean): string =>
  (awaitingOrder ? awaitedCoupon : readyCoupon)({ code, phone });
