import fc from 'fast-check';
import { readByCode } from '../../suites/flows/order-coupon.ts';
import { expectAnswer, expectHolds } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { couponIn } from '../../suites/session/delivery-looks.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { arrival, arriveAtOnce } from './arrivals.ts';
import { acceptedOf, atOnce, lateMs, mustAcceptOne, simultaneous } from './at-once.ts';

const whatItDoes = 'What the service does';

/** The flow's status, and two others. */
const change = recordOf({ status: fc.constantFrom('trigger', 'trigger', 'processing', 'as before'), lateMs });

export const completions = property({
  id: 'LAW-56',
  text: "An order that simultaneous updates put into a flow's status enters the flow once, with one coupon and one notification",
  source: whatItDoes,
  statements: ['S028'],
  rules: ['FLOW-6', 'FLOW-7', 'DLV-32'],
  ...simultaneous,
  needs: ['create orders', 'completed flow', 'webhooks'],
  cases: { quick: 6, full: 30 },
  drawn: fc.array(change, { minLength: 1, maxLength: 5 }),
  async holds({ flowShop }, others) {
    const shop = await flowShop('completed flow');
    const { body, clock, flow, put } = shop;
    const order = await shop.quietOrder();
    const statuses: Record<string, string> = { trigger: flow.trigger, 'as before': order.status };
    const rivals = [{ status: 'trigger', lateMs: 0 }, ...others];
    const answers = await atOnce(clock, rivals, ({ status: drawn }) => {
      const status = statuses[drawn] ?? drawn;
      return put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) });
    });
    mustAcceptOne(
      answers.filter((_, index) => rivals[index]?.status === 'trigger'),
      `putting the order into ${flow.trigger}`,
    );
    await shop.firstDelivery(order);
    await shop.afterSentinel();
    const seen = await shop.arrived(order);
    // repeated notifications of one coupon are legal
    const codes = [...new Set(seen.attempts.map(({ code }) => code))];
    expectHolds(seen, 'codes notified for the order', 'one', codes, codes.length === 1);
    for (const code of codes) {
      if (code !== undefined) expectAnswer(await readByCode(shop, code), 200, { code });
    }
  },
});

export const oncePerCustomer = property({
  id: 'LAW-59',
  text: 'A flow that runs once per customer makes one coupon for simultaneous orders of a customer',
  source: whatItDoes,
  statements: ['S024'],
  rules: ['FLOW-9', 'DLV-31'],
  ...simultaneous,
  needs: ['create orders', 'once per customer flow'],
  cases: { quick: 6, full: 20 },
  drawn: fc.array(arrival, { minLength: 2, maxLength: 5 }),
  async holds({ flowShop }, arrivals) {
    const shop = await flowShop('once per customer flow');
    const { clock, get, unverified } = shop;
    const orders = await arriveAtOnce(shop, arrivals);
    const withCoupon = async () =>
      acceptedOf(await Promise.all(orders.map(({ id }) => get(path`/coupons/order/${id}`)))).filter(
        (answer) => couponIn(answer) !== undefined,
      );
    let found = await withCoupon();
    for (let waited = 0; found.length === 0 && waited < clock.dispatchSeconds; waited += 5) {
      await clock.wait(5);
      found = await withCoupon();
    }
    const [first] = orders;
    if (found.length === 0) unverified('not-reached', first ? await shop.diagnosis(first) : 'no order was made');
    await shop.afterSentinel();
    const codes = (await withCoupon()).map((answer) => couponIn(answer)?.code);
    for (const answer of found.slice(0, 1)) {
      expectHolds(answer, "coupons of the customer's orders", 'one', codes, codes.length === 1);
    }
  },
});
