import type { NotificationCause } from '../policy/webhooks.ts';
import type { Coupon } from '../tables/records.ts';
import type { World } from '../world.ts';

/** Enqueues the notification of a coupon, if the cause is one that notifies. */
export function notify({ policy, deliveries }: World, coupon: Coupon, cause: NotificationCause): void {
  if (!policy.webhooks.isSent(cause)) return;
  const { companyId, id: couponId, code, orderId } = coupon;
  deliveries.enqueue({ companyId, couponId, code, orderId });
}
