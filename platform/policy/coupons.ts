import type { Instant } from '../dates/instant.ts';

export type CouponType = 'percent' | 'fixed_cart';

/** Flows create the first two. */
export type CouponOrigin = 'giftback' | 'coupon' | 'registered' | 'shared';

/** Resources and their fields › Coupon, and Coupon registration input. */
export interface CouponsPolicy {
  maxExternalIdLength: number;
  storedExternalId(text: string, maxLength: number): string;
  /** Expiry of a coupon registered without one, as a date-time with zone. */
  defaultExpiryDate: string;
  awaitsOrderByDefault: boolean;
  /** Whether `POST /coupons` requires one of `externalId` and `createOnProvider`. */
  needsExternalIdOrProvider: boolean;
  /** Coupons wait for orders with the same key. */
  awaitingKey(facts: { companyId: string; phone: string }): string;
  /** Whether a coupon still awaits an order after a PUT: `used` alone does not turn it off. */
  awaitsAfterPut(facts: {
    isAwaiting: boolean;
    sentUsed: boolean | undefined;
    sentAwaitingOrder: boolean | undefined;
  }): boolean;
  /** `isValid`: false once used in an order; the other cases are left open. */
  isValid(facts: { isUsedInOrder: boolean; isInvalidated: boolean }): boolean;
}

export const couponsPolicy: CouponsPolicy = {
  maxExternalIdLength: 255,
  storedExternalId: (text, maxLength) =>
    text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join(''),
  defaultExpiryDate: '2100-01-01T00:00:00Z',
  awaitsOrderByDefault: true,
  needsExternalIdOrProvider: true,
  awaitingKey: ({ companyId, phone }) => `${companyId} ${phone}`,
  awaitsAfterPut: ({ isAwaiting, sentAwaitingOrder }) => sentAwaitingOrder ?? isAwaiting,
  isValid: ({ isUsedInOrder, isInvalidated }) => !isUsedInOrder && !isInvalidated,
};

/** Endpoints › Rules per endpoint 1. */
export interface SharedCouponsPolicy {
  maxId: number;
  storedId(sent: string | number, maxId: number): number;
}

function leadingNumber(text: string): number {
  return Number(/^\s*[+-]?\d+(\.\d+)?/.exec(text)?.[0] ?? 0);
}

export const sharedCouponsPolicy: SharedCouponsPolicy = {
  maxId: 2_147_483_647,
  storedId: (sent, maxId) => {
    const number = typeof sent === 'number' ? sent : leadingNumber(sent);
    return Math.max(0, Math.min(maxId, Math.round(number)));
  },
};

export interface GiftbackFacts {
  companyId: string;
  phone: string;
  couponId: string;
  /** The flow that made it. */
  flowId?: string;
  externalId: string | null;
  isUsed: boolean;
  isUsedInOrder: boolean;
  createdAt: Instant;
}

/** States and transitions › Moves that are shown › Giftback. */
export interface GiftbacksPolicy {
  /** Giftbacks with the same key may supersede each other. */
  key(facts: { companyId: string; phone: string }): string;
  /** Whether a new giftback cancels an earlier one of the same key. */
  isSuperseded(earlier: GiftbackFacts, later: GiftbackFacts): boolean;
}

export const giftbacksPolicy: GiftbacksPolicy = {
  key: ({ companyId, phone }) => `${companyId} ${phone}`,
  isSuperseded: (earlier) => !earlier.isUsed,
};
