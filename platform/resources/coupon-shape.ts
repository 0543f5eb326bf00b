import type { Coupon } from '../tables/records.ts';
import type { World } from '../world.ts';
import { present } from './records.ts';

/** A coupon as the lookups return it (Resources and their fields › Coupon). */
export function presentCoupon(world: World, coupon: Coupon): object {
  const { policy, choices, runtime } = world;
  const { customer } = coupon;
  const { fractionDigits } = choices.dates;
  const isUsedByHand = coupon.isUsed && !coupon.isUsedInOrder;
  const isInvalidated =
    (isUsedByHand && !choices.coupons.validAfterManualUse) ||
    (!choices.coupons.validAfterExpiry && coupon.expiryDate < runtime.now() * 1_000);
  const startsLater = coupon.startDate > coupon.createdAt && coupon.startDate > runtime.now() * 1_000;
  const shared = coupon.sharedExternalId;
  const sharedExternalId = choices.coupons.sharedExternalId === 'number' ? shared : String(shared);
  return present(world, coupon, {
    externalId: shared === null ? coupon.externalId : sharedExternalId,
    code: coupon.code,
    type: coupon.type,
    amount: coupon.amount,
    used: coupon.isUsed,
    isValid: policy.coupons.isValid({
      isUsedInOrder: coupon.isUsedInOrder,
      isInvalidated: isInvalidated || (startsLater && !choices.coupons.validBeforeStart),
    }),
    minPurchaseValue: coupon.minPurchaseValue,
    acumulative: coupon.acumulative,
    startDate: policy.dates.write(coupon.startDate, fractionDigits),
    expiryDate: policy.dates.write(coupon.expiryDate, fractionDigits),
    customer:
      customer === undefined
        ? null
        : {
            id: customer.id,
            externalId: customer.externalId ?? '',
            firstName: customer.firstName,
            lastName: customer.lastName,
            phone: customer.phone,
            email: customer.email,
          },
    ...(coupon.canceledAt === undefined ? {} : { deletedAt: policy.dates.write(coupon.canceledAt, fractionDigits) }),
  });
}
