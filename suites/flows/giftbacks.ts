import { valueAt } from '../../core/json.ts';
import type { FlowShop, GivenOrder } from '../check-context.ts';
import { expectAnswer, expectHolds, expectRefusal } from '../judge/expect.ts';
import { path } from '../path.ts';
import { neighborOf } from '../records/phones.ts';
import { expectUnchanged } from '../records/resends.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { awaitCancellation, expectKept, nextCoupon } from './giftback-steps.ts';
import { readByCode } from './order-coupon.ts';

const moves = 'States and transitions › Moves that are shown';

/** What lookups show of a coupon (Resources and their fields › Coupon). */
const couponFields = [
  ...['externalId', 'code', 'type', 'amount', 'used', 'isValid', 'minPurchaseValue', 'acumulative'],
  ...['startDate', 'expiryDate', 'customer/id', 'customer/phone'],
];

const usedStays = (
  id: Rule['id'],
  how: string,
  use: (shop: FlowShop, order: GivenOrder, code: string) => Promise<void>,
): Rule => ({
  id,
  text: `A giftback that was ${how} keeps all its fields when the phone gets a new one`,
  source: moves,
  statements: ['S089'],
  level: 'must',
  needs: ['create orders', 'giftback flow'],
  async check({ flowShop, unverified }) {
    const shop = await flowShop('giftback flow');
    const { order, code } = await shop.couponOf(await shop.triggeredOrder());
    await use(shop, order, code);
    const used = await readByCode(shop, code);
    if (valueAt(used.body, '/used') !== true)
      unverified('not-reached', `the giftback was ${how} and is not shown as used`);
    await nextCoupon(shop, order.phone);
    await shop.afterSentinel();
    const after = await readByCode(shop, code);
    expectAnswer(after, 200, { code, used: true });
    expectUnchanged(after, used, couponFields);
  },
});

/** Why rules about the code of a canceled giftback are a `should`. */
const asMissing = {
  level: 'should',
  inferred: 'The document says that the lookup of a canceled giftback finds nothing, not what else its code does.',
} as const;

/** The code of a giftback that a newer one of its phone has canceled. */
const canceledGiftback = async (shop: FlowShop): Promise<{ code: string; id: string; phone: string }> => {
  const { order, code, id } = await shop.couponOf(await shop.triggeredOrder());
  await nextCoupon(shop, order.phone);
  const { status } = await awaitCancellation(shop, code);
  if (status !== 404) shop.unverified('not-reached', 'the earlier giftback was not canceled');
  return { code, id, phone: order.phone };
};

export const giftbacks: readonly Rule[] = [
  {
    id: 'FLOW-21',
    text: "A new giftback cancels the phone's earlier unused one, whose code returns 404 `Coupon not found`",
    source: moves,
    statements: ['S030', 'S089', 'S130', 'S222'],
    level: 'must',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShops }) {
      for (const shop of await flowShops('giftback flow')) {
        const { order, code } = await shop.couponOf(await shop.triggeredOrder());
        const control = await readByCode(shop, code);
        await nextCoupon(shop, order.phone);
        const canceled = await awaitCancellation(shop, code);
        expectRefusal(canceled, { status: 404, message: 'Coupon not found', control });
      }
    },
  },
  {
    id: 'FLOW-22',
    text: "Only the newest of a phone's giftbacks is active, whether its order was changed or created",
    source: 'What the service does',
    statements: ['S030', 'S222'],
    level: 'must',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const first = await shop.couponOf(await shop.triggeredOrder());
      const { phone } = first.order;
      // FLOW-21 has equal totals; here, one giftback is worth more than the one before, and one less
      const { code: second } = await nextCoupon(shop, phone, { total: 10 * first.order.total });
      const earlier = [first.code, second];
      const created = await shop.given.order({ phone, status: shop.flow.trigger, total: 19 });
      const { code: newest } = await shop.couponOf(created);
      await shop.afterSentinel();
      const answer = await readByCode(shop, newest);
      expectAnswer(answer, 200, { code: newest, used: false });
      const statuses: number[] = [];
      for (const code of earlier) statuses.push((await awaitCancellation(shop, code)).status);
      expectHolds(
        answer,
        'the earlier giftbacks',
        '404 for each of the two',
        statuses,
        statuses.every((status) => status === 404),
      );
    },
  },
  usedStays('FLOW-23', 'marked as used', async (shop, _, code) => {
    const marked = await shop.put(path`/coupons/code/${code}`, { body: { used: true, awaitingOrder: false } });
    mustBeAccepted(marked, 'marking the giftback as used');
  }),
  usedStays('FLOW-40', 'used by an order', async (shop, { phone }, couponCode) => {
    await shop.quietOrder({ phone, couponCode });
  }),
  {
    id: 'FLOW-24',
    text: 'A new giftback does not cancel the giftbacks of other phones, even of a phone that differs in one digit',
    source: 'What the service does',
    statements: ['S030', 'S089', 'S222'],
    level: 'must',
    needs: ['create customers', 'create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const { order, code } = await shop.couponOf(await shop.triggeredOrder());
      const { phone } = await shop.given.customer({ phone: neighborOf(order.phone) });
      const { code: other } = await nextCoupon(shop, phone);
      await expectKept(shop, [code, other]);
    },
  },
  {
    id: 'FLOW-25',
    text: 'A coupon registered by `POST /coupons` does not cancel a giftback of its phone, and a giftback does not cancel it',
    source: moves,
    statements: ['S091'],
    level: 'must',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const order = await shop.quietOrder();
      const before = await shop.given.coupon({ phone: order.phone });
      await shop.trigger(order);
      const { code } = await shop.couponOf(order);
      const after = await shop.given.coupon({ phone: order.phone });
      await expectKept(shop, [before.code, code, after.code]);
    },
  },
  {
    id: 'FLOW-26',
    text: 'A coupon registered by `POST /coupons/shared` does not cancel a giftback, and a giftback does not cancel it',
    source: moves,
    statements: ['S091'],
    level: 'must',
    needs: ['create orders', 'giftback flow', 'shared coupons'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const before = await shop.given.sharedCoupon();
      const { code } = await shop.couponOf(await shop.triggeredOrder());
      const after = await shop.given.sharedCoupon();
      await expectKept(shop, [before.code, code, after.code]);
    },
  },
  {
    id: 'FLOW-27',
    text: 'A coupon of a Coupon step is not canceled by a newer one: a customer keeps all of them',
    source: 'What the service does',
    statements: ['S023', 'S030'],
    level: 'should',
    inferred: 'That a Coupon step makes no giftbacks follows from the two names.',
    needs: ['create orders', 'fixed coupon flow'],
    async check({ flowShop, unverified }) {
      const shop = await flowShop('fixed coupon flow');
      if (shop.flow.runMode !== 'once-per-order')
        unverified('not-declared', 'the fixed coupon flow runs once per customer');
      const { order, code } = await shop.couponOf(await shop.triggeredOrder());
      const { code: second } = await nextCoupon(shop, order.phone);
      await expectKept(shop, [code, second]);
    },
  },
  {
    id: 'FLOW-41',
    text: 'The code of a canceled giftback uses no coupon: an order posted with it is stored with `couponUsed` null',
    source: moves,
    statements: ['S151', 'S088', 'S089'],
    ...asMissing,
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const { code, phone } = await canceledGiftback(shop);
      const { read } = await shop.given.order({ phone, couponCode: code });
      expectAnswer(read, 200, { couponUsed: null });
    },
  },
  {
    id: 'FLOW-42',
    text: 'An order updated with the code of a canceled giftback is refused with 422 `Coupon code not found`',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S152', 'S089', 'S200'],
    ...asMissing,
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const { code, phone } = await canceledGiftback(shop);
      const other = await shop.given.coupon({ phone });
      const order = await shop.given.order({ phone });
      const putCode = (couponCode: string) =>
        shop.put(path`/orders/${order.id}`, { body: shop.body.order({ ...order, couponCode }) });
      const refused = await putCode(code);
      const control = mustBeAccepted(await putCode(other.code), "putting an individual coupon's code");
      expectRefusal(refused, { status: 422, message: 'Coupon code not found', control });
    },
  },
  {
    id: 'FLOW-28',
    text: 'A canceled giftback is not given to a later order of the phone',
    source: moves,
    statements: ['S089'],
    level: 'should',
    inferred: 'The document says that the giftback is gone, not what later orders receive.',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const { code, id, phone } = await canceledGiftback(shop);
      const later = await shop.quietOrder({ phone });
      const received = [valueAt(later.read.body, '/couponCode'), valueAt(later.read.body, '/couponUsed')];
      const reported = JSON.stringify(received);
      const isFree = !reported.includes(JSON.stringify(code).slice(1, -1)) && !reported.includes(id);
      expectHolds(later.read, 'couponCode and couponUsed', 'without the canceled giftback', received, isFree);
    },
  },
];
