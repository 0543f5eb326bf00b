import type { Instant } from '../dates/instant.ts';
import type { CouponOrigin, CouponType } from '../policy/coupons.ts';
import type { OrderStatus } from '../policy/orders.ts';

/** What every record has. */
export interface StoredRecord {
  id: string;
  companyId: string;
  externalId: string | null;
  createdAt: Instant;
  updatedAt: Instant;
}

export interface Customer extends StoredRecord {
  phone: string;
  firstName: string;
  lastName: string;
  email: string;
  address: unknown;
}

export interface Product extends StoredRecord {
  name: string;
  provider: string | null;
  price: number | null;
}

export interface Order extends StoredRecord {
  status: OrderStatus;
  couponCode: string | null;
  couponUsed: unknown;
  lineItems: unknown[];
  total: number | null;
  phone: string;
  /** What the order said of its customer, when no customer record is linked. */
  sentCustomer: Record<string, unknown>;
  customer: Customer | undefined;
  /** Ids of the flows that the order entered. */
  enteredFlows: Set<string> | undefined;
}

export interface Store extends StoredRecord {
  name: string | null;
}

export interface AbandonedCart extends StoredRecord {
  /** As it was sent. */
  customer: Record<string, unknown>;
  lineItems: unknown[];
}

export interface User extends StoredRecord {
  email: string;
  name: string;
}

export interface Coupon extends StoredRecord {
  /** What `POST /coupons/shared` stored in place of a text. */
  sharedExternalId: number | null;
  origin: CouponOrigin;
  code: string;
  type: CouponType;
  amount: number;
  isUsed: boolean;
  isUsedInOrder: boolean;
  minPurchaseValue: number;
  acumulative: boolean;
  startDate: Instant;
  expiryDate: Instant;
  /** A shared coupon has none. */
  customer: Customer | undefined;
  /** The customer's phone when the coupon was made: a giftback and a waiting coupon stay with it. */
  phone: string | undefined;
  isAwaitingOrder: boolean;
  /** The flow that made it. */
  flowId?: string;
  /** The order that a flow made the coupon for. */
  orderId: string | null;
  cancelledAt: Instant | undefined;
}
