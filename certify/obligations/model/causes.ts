import type { PartnerCall } from '../../../core/partner-record.ts';
import { partsOf } from './read-call.ts';

/** How a request is named by its method and its resource. */
export const kindOf = (call: PartnerCall): string => `${call.method} ${partsOf(call)[0]}`;

/** The actions that have the partner send a write, by the kind of the write. */
export const causes: Readonly<Record<string, readonly string[]>> = {
  'POST orders': ['create-order', 'redeem'],
  'PUT orders': ['pay-order', 'cancel-order', 'redeem'],
  'DELETE orders': ['cancel-order'],
  'POST customers': ['create-customer'],
  'PUT customers': ['update-customer'],
  'DELETE customers': ['delete-customer'],
  'POST products': ['create-product'],
  'POST stores': ['create-store'],
  'POST abandoned-carts': ['create-cart'],
  'POST coupons': ['register-coupon', 'register-shared-coupon'],
  'PUT coupons': ['mark-coupon-used'],
  'POST webhooks': ['register-webhook'],
  'PUT webhooks': ['change-webhook'],
  'DELETE webhooks': ['unregister-webhook'],
};
