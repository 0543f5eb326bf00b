import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { isGiftback, isStarting } from '../capability.ts';
import type { FlowShop, GivenFlowCoupon } from '../check-context.ts';
import { expectAnswer, expectRefusal } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { awaitCancellation, awaitUse, expectKept, nextCoupon, redeem } from './giftback-steps.ts';
import { readByCode } from './order-coupon.ts';

const moves = 'States and transitions › Moves that are shown';

/** The coupon that another flow of the company makes for another order of the customer. */
const couponBy = async (
  shop: FlowShop,
  phone: string,
  isMeant: (flow: DeclaredFlow) => boolean,
): Promise<GivenFlowCoupon> => {
  const other = shop.flows.find((flow) => flow.trigger !== shop.flow.trigger && isStarting(flow) && isMeant(flow));
  if (!other) return shop.unverified('not-declared', 'the company has no other active flow of this kind');
  return shop.couponOf(await shop.given.order({ phone, status: other.trigger, total: 150 }));
};

const expectCanceled = async (shop: FlowShop, code: string, newer: () => Promise<unknown>): Promise<void> => {
  const control = await readByCode(shop, code);
  await newer();
  const canceled = await awaitCancellation(shop, code);
  expectRefusal(canceled, { status: 404, message: 'Coupon not found', control });
};

export const scope: readonly Rule[] = [
  {
    id: 'FLOW-31',
    text: "A new giftback cancels the phone's earlier one even if another flow made it",
    source: 'What the service does',
    statements: ['S030', 'S089', 'S222'],
    level: 'must',
    needs: ['create orders', 'two giftback flows'],
    async check({ flowShop }) {
      const shop = await flowShop('two giftback flows');
      const { order, code } = await shop.couponOf(await shop.triggeredOrder());
      let newer = '';
      await expectCanceled(shop, code, async () => {
        newer = (await couponBy(shop, order.phone, isGiftback)).code;
      });
      await expectCanceled(shop, newer, () => nextCoupon(shop, order.phone));
    },
  },
  {
    id: 'FLOW-32',
    text: "A new giftback cancels the phone's earlier one even after its `externalId` was set",
    source: moves,
    statements: ['S089', 'S030'],
    level: 'must',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop, unique }) {
      const shop = await flowShop('giftback flow');
      const { order, code } = await shop.couponOf(await shop.triggeredOrder());
      const body = { externalId: unique.name('giftback') };
      mustBeAccepted(await shop.put(path`/coupons/code/${code}`, { body }), 'setting the externalId of a giftback');
      await expectCanceled(shop, code, () => nextCoupon(shop, order.phone));
    },
  },
  {
    id: 'FLOW-33',
    text: 'A new giftback does not cancel a giftback of the same phone in another company',
    source: 'What the service does',
    statements: ['S007', 'S030', 'S161'],
    level: 'must',
    needs: ['create customers', 'create orders', 'giftback flow', 'second company'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const other = await shop.otherCompany('giftback flow');
      const { order, code } = await shop.couponOf(await shop.triggeredOrder());
      await other.given.customer({ phone: order.phone });
      const { code: others } = await nextCoupon(other, order.phone);
      await expectKept(shop, [code]);
      await expectKept(other, [others]);
    },
  },
  {
    id: 'FLOW-34',
    text: 'A giftback and the coupon of a Coupon step do not cancel each other',
    source: 'What the service does',
    statements: ['S030', 'S023'],
    level: 'should',
    inferred: 'That a Coupon step makes no giftbacks follows from the two names.',
    needs: ['create orders', 'giftback and coupon flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback and coupon flow');
      const giftback = await shop.couponOf(await shop.triggeredOrder());
      const { phone } = giftback.order;
      const coupon = await couponBy(shop, phone, ({ step }) => step.kind === 'coupon');
      await expectKept(shop, [giftback.code, coupon.code]);
      await nextCoupon(shop, phone);
      await expectKept(shop, [coupon.code]);
    },
  },
];

interface Redeemed {
  id: Rule['id'];
  kind: 'giftback flow' | 'fixed coupon flow';
  what: string;
}

const redeemed = ({ id, kind, what }: Redeemed): Rule => ({
  id,
  text: `${what} that a flow made is used by an order that is created or updated with its \`couponCode\``,
  source: moves,
  statements: ['S087', 'S046', 'S047', 'S132'],
  level: 'must',
  needs: ['create orders', kind],
  async check({ flowShop }) {
    const shop = await flowShop(kind);
    for (const by of ['POST', 'PUT'] as const) {
      const coupon = await shop.couponOf(await shop.triggeredOrder());
      await redeem(shop, coupon, by);
      const used = { code: coupon.code, used: true, isValid: false };
      expectAnswer(await awaitUse(shop, coupon.code), 200, used);
      expectAnswer(await shop.get(path`/coupons/order/${coupon.order.id}`), 200, used);
    }
  },
});

export const redemption: readonly Rule[] = [
  redeemed({ id: 'FLOW-35', kind: 'giftback flow', what: 'A giftback' }),
  redeemed({ id: 'FLOW-36', kind: 'fixed coupon flow', what: 'A coupon of a Coupon step' }),
];
