import { valueAt } from '../../core/json.ts';
import type { OrderSlots } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop, GivenFlowCoupon } from '../check-context.ts';
import { expectAnswer } from '../judge/expect.ts';
import { path } from '../path.ts';
import { mustBeAccepted } from '../session/given.ts';
import { readByCode } from './order-coupon.ts';

/** The coupon of another order of the customer. */
export const nextCoupon = async (
  shop: FlowShop,
  phone: string,
  slots: Partial<OrderSlots> = {},
): Promise<GivenFlowCoupon> => shop.couponOf(await shop.triggeredOrder({ ...slots, phone }));

/**
 * The response for the code of a giftback once it is canceled, or after the dispatch time. The document does not say
 * how soon it is.
 */
export const awaitCancellation = (shop: FlowShop, code: string): Promise<Exchange> =>
  shop.clock.until(
    () => readByCode(shop, code),
    ({ status }) => status === 404,
    shop.clock.dispatchSeconds,
  );

/** Waits until everything that might have canceled the coupons is over, and asserts that they still exist. */
export const expectKept = async (shop: FlowShop, codes: readonly string[]): Promise<void> => {
  await shop.afterSentinel();
  for (const code of codes) expectAnswer(await readByCode(shop, code), 200, { code });
};

/** Whether a coupon is valid only later. A target may then refuse an order that redeems it. */
const startsLater = (read: Exchange, nowMs: number): boolean => {
  const startDate = valueAt(read.body, '/startDate');
  return typeof startDate === 'string' && Date.parse(startDate) > nowMs + 60_000;
};

/** Redeems a coupon by an order of its phone, with more than its minimum purchase. */
export const redeem = async (
  shop: FlowShop,
  { order: { phone }, code, read }: GivenFlowCoupon,
  by: 'POST' | 'PUT',
): Promise<void> => {
  if (startsLater(read, shop.clock.now())) {
    shop.unverified('not-observable', 'the coupon begins to be valid on a later day');
  }
  const minimum = Number(valueAt(read.body, '/minPurchaseValue') ?? 0) || 0;
  const total = 250 + 2 * minimum;
  if (by === 'POST') {
    await shop.quietOrder({ phone, total, couponCode: code });
    return;
  }
  const order = await shop.quietOrder({ phone, total });
  const body = shop.body.order({ ...order, couponCode: code });
  mustBeAccepted(await shop.put(path`/orders/${order.id}`, { body }), 'updating an order with the code of a coupon');
};

/** The coupon once an order has used it, or after the dispatch time. */
export const awaitUse = (shop: FlowShop, code: string): Promise<Exchange> =>
  shop.clock.until(
    () => readByCode(shop, code),
    ({ body }) => valueAt(body, '/used') === true,
    shop.clock.dispatchSeconds,
  );
