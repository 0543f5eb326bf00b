import type { RoutedCall } from './http/router.ts';
import type { OrderStatus, Via } from './policy/orders.ts';
import { reach } from './resources/records.ts';
import type { Coupon, Order } from './tables/records.ts';
import type { World } from './world.ts';

export function findByCode(world: World, routed: RoutedCall, code: string): Coupon | undefined {
  return reach(world, routed, world.tables.coupons.by('code', code));
}

export function isIndividual(coupon: Coupon): boolean {
  return coupon.origin !== 'shared';
}

function usedContent({ choices }: World, coupon: Coupon): unknown {
  const { id, code, type, amount } = coupon;
  const contents = { code, id, object: { id, code, type, amount }, null: null };
  return contents[choices.orders.couponUsed];
}

function useUp(world: World, coupon: Coupon): void {
  world.tables.coupons.update(coupon, {
    isUsed: true,
    isUsedInOrder: true,
    isAwaitingOrder: false,
    updatedAt: world.now(),
  });
}

interface Redemption {
  via: Via;
  status: OrderStatus;
  coupon: Coupon | undefined;
}

/** Redeems an order's coupon. Returns the `couponUsed` of the order, which is null without a matching coupon. */
export function redeem(world: World, { via, status, coupon }: Redemption): unknown {
  if (coupon === undefined) return null;
  const facts = { via, status, coupon: { isIndividual: isIndividual(coupon), origin: coupon.origin } };
  if (world.policy.orders.usesCoupon(facts)) useUp(world, coupon);
  return usedContent(world, coupon);
}

/** Gives an order the coupon that waits for its phone. */
export function receiveAwaitingCoupon(world: World, order: Order, via: Via): void {
  const { coupons, orders } = world.policy;
  const key = coupons.awaitingKey({ companyId: order.companyId, phone: order.phone });
  const waiting = world.tables.coupons.by('awaiting', key).filter(({ isAwaitingOrder, isUsed }) =>
    orders.takesAwaitingCoupon({
      via,
      status: order.status,
      hasCouponCode: order.couponCode !== null,
      coupon: { isAwaiting: isAwaitingOrder, isUsed },
    }),
  );
  const coupon = world.choices.orders.awaitingCoupon === 'oldest' ? waiting[0] : waiting.at(-1);
  if (coupon === undefined) return;
  useUp(world, coupon);
  order.couponCode = coupon.code;
  order.couponUsed = usedContent(world, coupon);
}
