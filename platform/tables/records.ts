import type { Instant } from '../dates/instant.ts';
import type { CouponOrigin, CouponType } from '../policy/coupons.ts';
import type { OrderStatus } from '../policy/orders.ts';

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
  /** The customer as the order sent it. */
  sentCustomer: Record<string, unknown>;
  customer: Customer | undefined;
  /** Ids of flows. */
  enteredFlows: Set<string> | undefined;
}

export interface Store extends StoredRecord {
  name: string | null;
}

export interface AbandonedCart extends StoredRecord {
  customer: Record<string, unknown>;
  lineItems: unknown[];
}

export interface User extends StoredRecord {
  email: string;
  name: string;
}

export interface Coupon extends StoredRecord {
  /** The number that `POST /coupons/shared` stored. */
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
  /** Undefined for a shared coupon. */
  customer: Customer | undefined;
  /** The customer's phone at creation. Giftbacks and waiting coupons stay with it. */
  phone: string | undefined;
  isAwaitingOrder: boolean;
  /** The flow that created it. */
  flowId?: string;
  /** The order for which a flow created it. */
  orderId: string | null;
  canceledAt: Instant | undefined;
}
