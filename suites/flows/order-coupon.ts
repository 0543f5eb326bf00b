import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { isStarting } from '../capability.ts';
import type { FlowShop, GivenFlowCoupon, GivenOrder } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import { path } from '../path.ts';
import { couponIn } from '../session/flow-shop.ts';

/** The percentage or the fixed value that a flow's step was given in the panel. */
export const declaredAmount = ({ step }: DeclaredFlow): number =>
  step.kind === 'giftback' ? step.percent : step.amount;

export const readByCode = (shop: FlowShop, code: string) => shop.get(path`/coupons/code/${code}`);

/** The answer that shows an order's coupon, or the last one when none appears in the dispatch time. */
export const awaitCoupon = (shop: FlowShop, order: GivenOrder) =>
  shop.clock.until(
    () => shop.get(path`/coupons/order/${order.id}`),
    (answer) => couponIn(answer) !== undefined,
    shop.clock.dispatchSeconds,
  );

/** Another order, of another company where no flow of this one is active, that must show by the same lookup the coupon which a flow made for it. */
export const mustShowCoupons = async (shop: FlowShop): Promise<GivenFlowCoupon> => {
  const started = shop.flows.some(isStarting) ? shop : await shop.otherCompany();
  const { order } = await started.startedOrder();
  return started.couponOf(order);
};

/** Asserts that no flow has made a coupon for the order, where one has for another; how the lookup says so is not shown. */
export const expectNoCoupon = async (shop: FlowShop, order: GivenOrder): Promise<void> => {
  const answer = await shop.get(path`/coupons/order/${order.id}`);
  const coupon = couponIn(answer);
  expectHolds(answer, 'the coupon of the order', 'none', coupon?.code, coupon === undefined);
};
