import type { Scenario } from './scenario.ts';

const percent = { kind: 'coupon', discount: 'percent', amount: 12.5 };
const fixed = { kind: 'coupon', discount: 'fixed', amount: 25.75 };

/** Coupons of each kind that a flow can make, and those that only the shop knows. */
const made: readonly (readonly [name: string, title: string, flow: object])[] = [
  ['percent', 'A coupon of 12.5 percent', { step: percent }],
  ['fixed', 'A coupon of a fixed value with cents', { step: fixed }],
  ['combinable', 'A coupon that combines with other promotions', { step: fixed, acumulative: true }],
  ['not-combinable', 'A coupon that does not combine', { step: fixed, acumulative: false }],
  ['minimum', 'A coupon with a minimum purchase', { step: fixed, minPurchaseValue: 199.9 }],
  ['one-day', 'A coupon that is valid for one day', { step: percent, validDays: 1 }],
];

export const couponScenarios: readonly Scenario[] = [
  ...made.map(
    ([name, title, flow]): Scenario => ({
      name: `made-${name}`,
      title,
      needs: ['webhooks', 'orders'],
      async play({ setFlow, actAndSettle, look }) {
        await setFlow(flow);
        await actAndSettle('create-order', { status: 'completed' });
        await look();
        await setFlow({});
      },
    }),
  ),
  {
    name: 'redeem-later',
    title: 'A coupon is put on an order that exists already',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ actAndSettle, latestCode }) {
      await actAndSettle('create-order', { status: 'completed' });
      const code = latestCode();
      const { id } = await actAndSettle('create-order', { status: 'on-hold' });
      if (code !== undefined) await actAndSettle('redeem', { code, id });
    },
  },
  {
    name: 'own-coupon',
    title: 'A coupon of the shop is registered and redeemed',
    needs: ['coupons', 'orders', 'redemption'],
    async play({ actAndSettle }) {
      const { code } = await actAndSettle('register-coupon');
      if (code !== undefined) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'lowered',
    title: 'A coupon of the shop is registered and lowered by hand',
    needs: ['coupons', 'lowering'],
    async play({ actAndSettle }) {
      const { code } = await actAndSettle('register-coupon');
      if (code !== undefined) await actAndSettle('lower-coupon', { code });
    },
  },
  {
    name: 'shared-coupon',
    title: 'A coupon for everybody is registered',
    needs: ['shared-coupons'],
    async play({ actAndSettle }) {
      await actAndSettle('register-shared-coupon');
      await actAndSettle('register-shared-coupon');
    },
  },
  {
    name: 'coupons-config',
    title: 'The coupons configuration is read',
    needs: ['coupons-config'],
    async play({ actAndSettle }) {
      await actAndSettle('read-coupons-config');
    },
  },
];
