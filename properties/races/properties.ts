import type { Property } from '../property.ts';
import { awaitingCoupon } from './awaiting.ts';
import { completions, oncePerCustomer } from './completions.ts';
import { couponChanges } from './coupon-changes.ts';
import { customers } from './customers.ts';
import { deletions } from './deletions.ts';
import { giftbacks, redeemedGiftback } from './giftbacks.ts';
import { partnerRecords } from './partner-records.ts';
import { products } from './products.ts';
import { redemptions } from './redemptions.ts';

/** What is sent at once must end as if it had been sent one after the other, in whichever order. */
export const races: readonly Property[] = [
  partnerRecords,
  customers,
  products,
  redemptions,
  awaitingCoupon,
  couponChanges,
  completions,
  giftbacks,
  redeemedGiftback,
  oncePerCustomer,
  deletions,
];
