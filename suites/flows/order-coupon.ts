import type { Exchange } from '../../fixtures/exchange.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { isStarting } from '../capability.ts';
import type { FlowShop, GivenFlowCoupon, GivenOrder } from '../check-context.ts';
import { expectHolds, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { couponIn } from '../session/delivery-looks.ts';

/** The percentage or the fixed value of a flow's step, as declared. */
export const declaredAmount = ({ step }: DeclaredFlow): number =>
  step.kind === 'giftback' ? step.percent : step.amount;

export const readByCode = (shop: FlowShop, code: string) => shop.get(path`/coupons/code/${code}`);

/** The response that shows an order's coupon, or the last one after the dispatch time. */
export const awaitCoupon = (shop: FlowShop, order: GivenOrder) =>
  shop.clock.until(
    () => shop.get(path`/coupons/order/${order.id}`),
    (answer) => couponIn(answer) !== undefined,
    shop.clock.dispatchSeconds,
  );

/**
 * Ends the check if the same lookup does not show the coupon of another order. Without an active flow, another company
 * provides the order.
 */
export const mustShowCoupons = async (shop: FlowShop): Promise<GivenFlowCoupon> => {
  const started = shop.flows.some(isStarting) ? shop : await shop.otherCompany();
  const { order } = await started.startedOrder();
  return started.couponOf(order);
};

/** Asserts that the lookup shows no coupon of the order. The document does not show the response without a coupon. */
export const expectNoCoupon = async (shop: FlowShop, order: GivenOrder): Promise<void> => {
  const answer = await shop.get(path`/coupons/order/${order.id}`);
  const coupon = couponIn(answer);
  expectHolds(answer, 'the coupon of the order', 'none', coupon?.code, coupon === undefined);
};

/** The four statuses of an order. */
const orderStatuses = ['on-hold', 'canceled', 'processing', 'completed'];

/** The statuses without a flow in the company. */
export const quietStatuses = ({ flows }: FlowShop): string[] =>
  orderStatuses.filter((status) => !flows.some(({ trigger }) => trigger === status));

/** Puts an order into one status after the other. Transitions are open, so a target may refuse some: then false. */
export const passThrough = async (shop: FlowShop, order: GivenOrder, statuses: readonly string[]): Promise<boolean> => {
  for (const status of statuses) {
    const body = shop.body.order({ ...order, status });
    if (!isAccepted(await shop.put(path`/orders/${order.id}`, { body }))) return false;
  }
  return true;
};

/** Sends the status of the flow with a code that no coupon has. The document says that this is refused. */
export const putUnknownCode = (shop: FlowShop, order: GivenOrder): Promise<Exchange> => {
  const couponCode = shop.unique.name('nobodys');
  const body = shop.body.order({ ...order, status: shop.flow.trigger, couponCode });
  return shop.put(path`/orders/${order.id}`, { body });
};

/** Sends the status of the flow again: with the same body, with another total, and with further items. */
export const sendAgain = async (shop: FlowShop, order: GivenOrder): Promise<void> => {
  await shop.trigger(order);
  const status = shop.flow.trigger;
  const body = shop.body.order({ ...order, status, total: order.total + 50 });
  const { lineItems } = body;
  // other rules test whether an order can be changed so
  await shop.put(path`/orders/${order.id}`, { body });
  if (!Array.isArray(lineItems)) return;
  await shop.put(path`/orders/${order.id}`, { body: { ...body, lineItems: [...lineItems, ...lineItems] } });
};

/** Puts an order into each status without a flow, and back into the status of the flow each time. */
export const leaveAndComeBack = async (shop: FlowShop, order: GivenOrder): Promise<void> => {
  let times = 0;
  for (const status of quietStatuses(shop)) {
    if (await passThrough(shop, order, [status, shop.flow.trigger])) times++;
  }
  if (times === 0) shop.unverified('not-reached', 'the order could not be put into another status and back');
};
