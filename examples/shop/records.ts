import type { JsonObject } from './json.ts';

/** The statuses that the platform knows; `canceled` has one L. */
export const orderStatuses = ['completed', 'on-hold', 'processing', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface Customer {
  /** The shop's own id. */
  id: string;
  /** In E.164 form: the platform distinguishes customers by it. */
  phone: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Whether it is on its way to the platform or there: a customer that is sent again stays as it is. */
  isIntroduced: boolean;
  /** Whether a change of it has yet to be sent. */
  isChanged?: true;
}

/** One thing about an order that the platform has yet to be reported. */
export interface OrderNews {
  kind: 'creation' | 'change';
  status: OrderStatus;
  couponCode?: string;
}

export interface Order {
  /** The shop's own id, which the platform knows as externalId. */
  id: string;
  customerId: string;
  status: OrderStatus;
  /** Price of the items together. */
  price: number;
  couponCode?: string;
  /** Known once the order has been read back. */
  platformId?: string;
  /** In the order in which it is sent. */
  news: OrderNews[];
}

export interface Coupon {
  code: string;
  /** The shop's own id, which the platform knows as externalId. */
  id: string;
  type: 'percent' | 'fixed_cart';
  amount: number;
  minPurchaseValue: number;
  /** Whether it combines with other promotions. */
  combinable: boolean;
  /** ISO 8601 in UTC; null: never. */
  /** Left out where it is valid from the beginning. */
  startDate?: string;
  expiryDate: string | null;
  origin: 'platform' | 'shop' | 'shared';
  /** Of the customer whose coupon it is; null for one of anybody. */
  phone: string | null;
  isUsed: boolean;
}

/** A notification and how far the shop has come with it. */
export interface CouponJob {
  code: string;
  /** The shop's own id of the coupon. */
  id: string;
  orderId: string | null;
  /** The platform's id of the coupon. */
  platformId: string | undefined;
  /** `gone`: the coupon was cancelled meanwhile. `refused`: the platform did not take the shop's id of it. */
  step: 'received' | 'made' | 'done' | 'gone' | 'refused';
}

/** Something to be written on the platform and then read back. */
export interface Errand {
  id: string;
  method: 'POST' | 'PUT';
  path: string;
  body: JsonObject;
  /** Where it can be read once it is there. */
  readBack: string;
  /** Whether to look after a failure if it has arrived before it is sent again. */
  looksFirst: boolean;
}

export interface Registration {
  id: string;
  url: string;
  /** Null: notifications carry none. */
  bearerToken: string | null;
  /** Valid too until the platform has taken the one that follows it. */
  formerBearerToken?: string;
  /** The platform's id of it; null when its answer had none. */
  platformId: string | null;
  isRegistered: boolean;
}
