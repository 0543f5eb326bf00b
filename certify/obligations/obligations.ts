import { bodies, spelling } from './calls/bodies.ts';
import { dates } from './calls/dates.ts';
import { failedLookups } from './calls/failed-lookups.ts';
import { headers } from './calls/headers.ts';
import { ids } from './calls/ids.ts';
import { listRanges, lists } from './calls/lists.ts';
import { repeats } from './calls/repeats.ts';
import { restarts } from './calls/restarts.ts';
import { couponMaking } from './coupons/coupon-making.ts';
import { couponValues } from './coupons/coupon-values.ts';
import { couponWriteBack } from './coupons/coupon-write-back.ts';
import { coupons } from './coupons/coupons.ts';
import { deletedCoupons } from './coupons/deleted-coupons.ts';
import { markUsed } from './coupons/mark-used.ts';
import { ownCouponValues } from './coupons/own-coupon-values.ts';
import { registeredCoupons } from './coupons/registered-coupons.ts';
import { sharedCoupons } from './coupons/shared-coupons.ts';
import { declared } from './declared.ts';
import type { Obligation } from './obligation.ts';
import { askedOrders } from './orders/asked-orders.ts';
import { heldOrders } from './orders/held-orders.ts';
import { orderBodies } from './orders/order-bodies.ts';
import { orderCustomers } from './orders/order-customers.ts';
import { orders } from './orders/orders.ts';
import { redemption } from './orders/redemption.ts';
import { outlasting } from './outlasting.ts';
import { askedChanges } from './records/asked-changes.ts';
import { createdRecords } from './records/created-records.ts';
import { heldRecords } from './records/held-records.ts';
import { sameRecords } from './records/same-records.ts';
import { refusals } from './refusals.ts';
import { receiving } from './webhooks/receiving.ts';
import { registration } from './webhooks/registration.ts';

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
  ...orderCustomers,
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
