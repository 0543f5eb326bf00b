import { bodiesFrom } from '../../fixtures/bodies.ts';
import { plan } from './environment.ts';
import { prepareBody } from './prepared-body.ts';

export type Status = 'completed' | 'on-hold' | 'processing' | 'canceled';

const total = 100;
const bodies = bodiesFrom(plan.templates);

const prepareOrder = (status: Status) => ({
  plain: prepareBody(['externalId', 'phone'], (slots) => bodies.order({ ...slots, status, total })),
  redeeming: prepareBody(['externalId', 'phone', 'couponCode'], (slots) => bodies.order({ ...slots, status, total })),
});

const orders: Readonly<Record<Status, ReturnType<typeof prepareOrder>>> = {
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

interface Customer {
  externalId: string;
  phone: string;
}

/** Body of a customer's order, as JSON. */
export const orderBody = (status: Status, { externalId, phone }: Customer, couponCode?: string): string =>
  couponCode === undefined
    ? orders[status].plain({ externalId, phone })
    : orders[status].redeeming({ externalId, phone, couponCode });

/** Body of a coupon for a customer, as JSON; the code is its id too. */
export const couponBody = (code: string, phone: string, awaitingOrder: boolean): string =>
  (awaitingOrder ? awaitedCoupon : readyCoupon)({ code, phone });
