import { askedChanges } from './asked-changes.ts';
import { askedOrders } from './asked-orders.ts';
import { bodies, spelling } from './bodies.ts';
import { couponMaking } from './coupon-making.ts';
import { couponValues } from './coupon-values.ts';
import { couponWriteBack } from './coupon-write-back.ts';
import { coupons } from './coupons.ts';
import { createdRecords } from './created-records.ts';
import { dates } from './dates.ts';
import { declared } from './declared.ts';
import { deletedCoupons } from './deleted-coupons.ts';
import { failedLookups } from './failed-lookups.ts';
import { headers } from './headers.ts';
import { heldOrders } from './held-orders.ts';
import { heldRecords } from './held-records.ts';
import { ids } from './ids.ts';
import { listRanges, lists } from './lists.ts';
import { markUsed } from './mark-used.ts';
import type { Obligation } from './obligation.ts';
import { orderBodies } from './order-bodies.ts';
import { orders } from './orders.ts';
import { outlasting } from './outlasting.ts';
import { ownCouponValues } from './own-coupon-values.ts';
import { receiving } from './receiving.ts';
import { redemption } from './redemption.ts';
import { refusals } from './refusals.ts';
import { registeredCoupons } from './registered-coupons.ts';
import { registration } from './registration.ts';
import { repeats } from './repeats.ts';
import { restarts } from './restarts.ts';
import { sameRecords } from './same-records.ts';
import { sharedCoupons } from './shared-coupons.ts';

/** All obligations, in the order of reports and certificates. */
export const obligations: readonly Obligation[] = [
  ...headers,
  ...bodies,
  ...orders,
  ...ids,
  ...restarts,
  ...repeats,
  ...refusals,
  ...lists,
  ...dates,
  ...createdRecords,
  ...coupons,
  ...sharedCoupons,
  ...markUsed,
  ...redemption,
  ...registration,
  ...receiving,
  ...couponMaking,
  ...couponValues,
  ...couponWriteBack,
  ...deletedCoupons,
  ...failedLookups,
  ...heldOrders,
  ...orderBodies,
  ...heldRecords,
  ...registeredCoupons,
  ...askedChanges,
  ...listRanges,
  ...spelling,
  ...askedOrders,
  ...sameRecords,
  ...ownCouponValues,
  ...outlasting,
  ...declared,
];
