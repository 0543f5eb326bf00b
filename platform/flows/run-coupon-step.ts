import type { Company, Flow } from '../company.ts';
import { microsecondsPerDay } from '../dates/instant.ts';
import type { CouponType, GiftbackFacts } from '../policy/coupons.ts';
import { newRecord } from '../resources/records.ts';
import type { Coupon, Customer } from '../tables/records.ts';
import type { World } from '../world.ts';

interface StepRun {
  company: Company;
  flow: Flow;
  customer: Customer;
  /** Null when the panel runs the flow for a customer. */
  orderId: string | null;
  purchaseValue: number;
}

function newCode({ choices, runtime }: World, { codePrefix, codeTail }: Flow): string {
  const tail = codeTail ?? runtime.randomBytes(6).toString('hex').toUpperCase();
  return choices.coupons.generatedCodes === 'plain' ? codePrefix + tail : `${codePrefix} 10%/${tail}+ç`;
}

function worth({ policy, choices }: World, step: Flow['step'], purchase: number): { type: CouponType; amount: number } {
  if (step.kind === 'coupon') return { type: policy.flows.couponType(step.discount), amount: step.amount };
  if (choices.coupons.giftback === 'percent') return { type: 'percent', amount: step.percent };
  return { type: 'fixed_cart', amount: Math.round(purchase * step.percent) / 100 };
}

function factsOf(coupon: Coupon): GiftbackFacts {
  return { ...coupon, couponId: coupon.id, phone: coupon.phone ?? '' };
}

/** Cancels the giftbacks that a new one replaces (States and transitions › Giftback). */
function supersedeEarlier(world: World, giftback: Coupon): void {
  const { giftbacks } = world.policy;
  const { coupons } = world.tables;
  const later = factsOf(giftback);
  const sameKey = [...coupons.by('giftback', giftbacks.key(later))];
  // in the order of creation: while the cancellation waited, newer ones may have come, or canceled this one
  for (const earlier of sameKey.slice(0, Math.max(0, sameKey.indexOf(giftback)))) {
    if (!giftbacks.isSuperseded(factsOf(earlier), later)) continue;
    if (world.choices.coupons.canceledGiftback === 'gone') coupons.remove(earlier);
    coupons.update(earlier, { canceledAt: world.now(), isAwaitingOrder: false });
    world.deliveries.notify(earlier, 'giftback-canceled');
  }
}

/** Runs a flow's create-coupon step for a customer, and notifies the partner. */
export function runCouponStep(world: World, { company, flow, customer, orderId, purchaseValue }: StepRun): Coupon {
  const base = newRecord(world, { company, externalId: null });
  const startDate = base.createdAt + flow.startsAfterDays * microsecondsPerDay;
  const coupon: Coupon = {
    ...base,
    ...worth(world, flow.step, purchaseValue),
    sharedExternalId: null,
    origin: flow.step.kind,
    flowId: flow.id,
    code: newCode(world, flow),
    isUsed: false,
    isUsedInOrder: false,
    minPurchaseValue: flow.minPurchaseValue,
    acumulative: flow.acumulative,
    startDate,
    expiryDate: startDate + flow.validDays * microsecondsPerDay,
    customer,
    phone: customer.phone,
    isAwaitingOrder: false,
    orderId,
    canceledAt: undefined,
  };
  world.tables.coupons.insert(coupon);
  if (coupon.origin === 'giftback') {
    world.later.after(world.choices.coupons.cancellationDelaySeconds, () => supersedeEarlier(world, coupon));
  }
  flow.ranForPhones.add(customer.phone);
  world.flowRuns.add({
    flowId: flow.id,
    companyId: company.id,
    orderId,
    phone: customer.phone,
    couponId: coupon.id,
    couponCode: coupon.code,
    ranAt: new Date(world.runtime.now()).toISOString(),
  });
  world.deliveries.notify(coupon, 'flow');
  return coupon;
}
