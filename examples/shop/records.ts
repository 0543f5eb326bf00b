import type { JsonObject } from './json.ts';

/** The statuses of the platform; `canceled` has one L. */
export const orderStatuses = ['completed', 'on-hold', 'processing', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A random phone in E.164. */
export const newPhone = (randomBytes: (count: number) => Buffer): string =>
  `+55119${10_000_000 + (randomBytes(4).readUInt32BE() % 90_000_000)}`;

export interface Customer {
  /** The shop's own id. */
  id: string;
  /** In E.164. The platform identifies customers by it. */
  phone: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Whether the customer was sent to the platform. A second `POST` would not change it. */
  isIntroduced: boolean;
  /** Whether a change is still to be sent. */
  isChanged?: true;
}

/** One change of an order that the platform has not accepted yet. */
export interface OrderNews {
  kind: 'creation' | 'change';
  status: OrderStatus;
  couponCode?: string | undefined;
}

export interface Order {
  /** The shop's own id, which the platform knows as externalId. */
  id: string;
  customerId: string;
  status: OrderStatus;
  /** The total price of the items. */
  price: number;
  couponCode?: string | undefined;
  /** Known once the order has been read back. */
  platformId?: string;
  /** The changes that are still to be sent, in order. */
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
  /** Missing if the coupon is valid from the beginning. */
  startDate?: string;
  /** ISO 8601 in UTC; null: never. */
  expiryDate: string | null;
  origin: 'platform' | 'shop' | 'shared';
  /** The phone of the coupon's customer; null for a shared coupon. */
  phone: string | null;
  isUsed: boolean;
}

/** A notification and its progress in the shop. */
export interface CouponJob {
  code: string;
  /** The shop's own id of the coupon. */
  id: string;
  orderId: string | null;
  /** The platform's id of the coupon. */
  platformId: string | undefined;
  /**
   * `gone`: the coupon was canceled. `unread`: the platform refused to show it. `refused`: it did not accept the shop's id.
   */
  step: 'received' | 'made' | 'done' | 'gone' | 'unread' | 'refused';
}

/** A write to the platform that is read back. */
export interface Errand {
  id: string;
  method: 'POST' | 'PUT';
  path: string;
  body: JsonObject;
  /** The path from which to read the stored record. */
  readBack: string;
  /** Whether to check after a failure that the write did not arrive, before a retry. */
  looksFirst: boolean;
  /** The id of the errand that the platform has to accept first. */
  follows?: string;
}

export interface Registration {
  id: string;
  url: string;
  /** Null: notifications have none. */
  bearerToken: string | null;
  /** Also valid until the platform has accepted the new bearer. */
  formerBearerToken?: string;
  /** The platform's id of the registration; null if the response had none. */
  platformId: string | null;
  isRegistered: boolean;
}
