import type { CouponOrigin } from './coupons.ts';

/** Resources and their fields › Order fields known. */
export const orderStatuses = ['completed', 'on-hold', 'canceled', 'processing'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export type Via = 'POST' | 'PUT';

/** States and transitions, and Endpoints › Rules per endpoint. */
export interface OrdersPolicy {
  /** Undefined for a text that is not one of the four statuses. */
  readStatus(text: string): OrderStatus | undefined;
  /** `POST /orders` with `processing` is stored as `on-hold`; `PUT /orders/:id` stores it as sent. */
  storedStatus(facts: { status: OrderStatus; via: Via }): OrderStatus;
  /** Rules 3 and 4: any code on POST, the code of an existing individual coupon on PUT. */
  acceptsCode(facts: { via: Via; coupon: { isIndividual: boolean } | undefined }): boolean;
  /** Whether an order with a coupon's code uses the coupon. */
  usesCoupon(facts: {
    via: Via;
    status: OrderStatus;
    coupon: { isIndividual: boolean; origin: CouponOrigin };
  }): boolean;
  /** Coupon registration input › awaitingOrder: whether an order receives a coupon that waits for its phone. */
  takesAwaitingCoupon(facts: {
    via: Via;
    status: OrderStatus;
    hasCouponCode: boolean;
    coupon: { isAwaiting: boolean; isUsed: boolean };
  }): boolean;
}

export const ordersPolicy: OrdersPolicy = {
  readStatus: (text) => orderStatuses.find((status) => status === text),
  storedStatus: ({ status, via }) => (status === 'processing' && via === 'POST' ? 'on-hold' : status),
  acceptsCode: ({ via, coupon }) => via === 'POST' || coupon?.isIndividual === true,
  usesCoupon: ({ coupon }) => coupon.isIndividual,
  takesAwaitingCoupon: ({ via, hasCouponCode, coupon }) => via === 'POST' && !hasCouponCode && coupon.isAwaiting,
};
