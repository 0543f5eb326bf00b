import { couponOfFlow, drawInexact, isCouponRegistration, type Play, redeemLatest, type Scenario } from './scenario.ts';

/** A percentage and an amount of money, both with decimals. */
const percentOf = ({ draw }: Play) => ({ kind: 'coupon', discount: 'percent', amount: draw(5, 60) + 0.5 });
const fixedOf = ({ draw }: Play, [least, most]: readonly [number, number] = [5, 90]) => ({
  kind: 'coupon',
  discount: 'fixed',
  amount: drawInexact(draw, least, most),
});
/** Amounts with a thousands separator where they are written for people, and with more digits than most. */
const thousands = [1_100, 1_900] as const;

/** Beyond 2038, where seconds in 32 bits end, and before 2100, where an expiry stands for none. */
const decadesDays = [6_000, 12_000] as const;

/** The kinds of coupons that a flow can make. */
const made: readonly (readonly [name: string, title: string, flow: (play: Play) => object])[] = [
  ['percent', 'A coupon of a percentage', (play) => ({ step: percentOf(play) })],
  ['fixed', 'A coupon of a fixed value with cents', (play) => ({ step: fixedOf(play) })],
  [
    'combinable',
    'A coupon that combines with other promotions',
    (play) => ({ step: fixedOf(play), acumulative: true }),
  ],
  ['not-combinable', 'A coupon that does not combine', (play) => ({ step: fixedOf(play), acumulative: false })],
  [
    'minimum',
    'A coupon of more than a thousand with a minimum purchase of twice as much',
    (play) => ({ step: fixedOf(play, thousands), minPurchaseValue: 2 * drawInexact(play.draw, ...thousands) }),
  ],
  ['one-day', 'A coupon that is valid for one day', (play) => ({ step: percentOf(play), validDays: 1 })],
  [
    'many-years',
    'A coupon that is valid for decades, beyond 2038',
    (play) => ({ step: percentOf(play), validDays: play.draw(...decadesDays) }),
  ],
];

const msPerDay = 86_400_000;
const expirySeconds = 10;
/** Milliseconds to process the coupon on the smallest time scales. */
const minExpiryMs = 500;

/** In the last hour of a day it is the end of the next day, because the rest is too short. */
const untilEndOfDayMs = (now: string): number => {
  const leftMs = Date.parse(`${now.slice(0, 10)}T23:59:59Z`) - Date.parse(now);
  return leftMs < msPerDay / 24 ? leftMs + msPerDay : leftMs;
};

export const couponScenarios: readonly Scenario[] = [
  ...made.map(
    ([name, title, flow]): Scenario => ({
      name: `made-${name}`,
      title,
      needs: ['webhooks'],
      play: async (play) => void (await couponOfFlow(play, flow(play))),
    }),
  ),
  {
    name: 'redeem-last-day',
    title: 'A coupon is redeemed on the last day of its validity',
    needs: ['webhooks', 'orders', 'redemption'],
    async play(play) {
      await couponOfFlow(play, { validDays: untilEndOfDayMs(play.momentAgo(0)) / msPerDay });
      await redeemLatest(play);
    },
  },
  {
    name: 'redeem-early',
    title: 'A coupon is to be redeemed before its validity begins, and again after a restart',
    needs: ['webhooks', 'orders', 'redemption'],
    async play(play) {
      const { actAndSettle, settle, restart, draw } = play;
      const code = await couponOfFlow(play, { startsAfterDays: draw(1, 5) });
      if (code === undefined) return;
      await actAndSettle('redeem', { code });
      await restart();
      await settle();
      await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'redeem-later',
    title:
      'A coupon is put on an order that exists already, and the next coupon of the customer on an order on hold that is paid and sent again later',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ actAndSettle, newPhone, latestCode }) {
      // a partner may let nobody but its customer use a coupon
      const phone = newPhone();
      await actAndSettle('create-order', { status: 'completed', phone });
      const code = latestCode();
      const { id } = await actAndSettle('create-order', { status: 'on-hold', phone });
      if (code !== undefined) await actAndSettle('redeem', { code, id });
      await actAndSettle('create-order', { status: 'completed', phone });
      const couponCode = latestCode();
      if (couponCode === undefined) return;
      const held = await actAndSettle('create-order', { status: 'on-hold', phone, couponCode });
      await actAndSettle('redeem', { code: couponCode });
      if (held.id === undefined) return;
      await actAndSettle('pay-order', { id: held.id });
      await actAndSettle('create-order', { id: held.id });
    },
  },
  {
    name: 'redeem-on-paid',
    title: 'A coupon is put on an order that is paid already',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ actAndSettle, newPhone, latestCode }) {
      const phone = newPhone();
      const { id } = await actAndSettle('create-order', { status: 'completed', phone });
      const code = latestCode();
      if (code !== undefined && id !== undefined) await actAndSettle('redeem', { code, id });
    },
  },
  ...(
    [
      ['own', 'A coupon of the shop', 'register-coupon', ['coupons']],
      ['refused', 'A coupon of the shop that is refused', 'register-coupon', ['coupons']],
      ['shared', 'A coupon for everybody', 'register-shared-coupon', ['shared-coupons']],
      ['unregistered', 'A coupon that only the shop knows', 'make-coupon', []],
    ] as const
  ).map(
    ([name, what, action, needs]): Scenario => ({
      name: `redeem-later-${name}`,
      title: `${what} is to be put on an existing order, and others on two orders on hold: one is paid, one is canceled`,
      needs: ['orders', 'redemption', ...needs],
      async play({ actAndSettle, disturbCall, endDisturbances }) {
        const makeCoupon = async (): Promise<string | undefined> => {
          if (name === 'refused') disturbCall({ kind: 'answered 422', hits: isCouponRegistration });
          const { code } = await actAndSettle(action);
          endDisturbances();
          return code;
        };
        const { id } = await actAndSettle('create-order', { status: 'on-hold' });
        const code = await makeCoupon();
        if (code !== undefined && id !== undefined) await actAndSettle('redeem', { code, id });
        // only a coupon of one customer is used up
        if (code !== undefined && name === 'own') await actAndSettle('redeem', { code });
        for (const change of ['pay-order', 'cancel-order'] as const) {
          const couponCode = await makeCoupon();
          if (couponCode === undefined) return;
          const held = await actAndSettle('create-order', { status: 'on-hold', couponCode });
          if (held.id !== undefined) await actAndSettle(change, { id: held.id });
        }
      },
    }),
  ),
  {
    name: 'redeem-twice',
    title:
      'A coupon is to be redeemed at two tills in a row, by an order on hold, again once the order that redeemed it is canceled, and after a restart',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ act, actAndSettle, settle, restart, latestCode }) {
      await actAndSettle('create-order', { status: 'completed' });
      const code = latestCode();
      if (code === undefined) return;
      const { id } = await act('redeem', { code });
      await act('redeem', { code });
      await settle();
      await actAndSettle('create-order', { status: 'on-hold', couponCode: code });
      if (id !== undefined) await actAndSettle('cancel-order', { id });
      await actAndSettle('redeem', { code });
      await restart();
      await settle();
      await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'redeem-put-twice',
    title:
      'A coupon is put on an order, and then to be redeemed by a new one, by another that exists and by one of another customer, also after a restart',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ actAndSettle, settle, restart, newPhone, latestCode }) {
      const phone = newPhone();
      await actAndSettle('create-order', { status: 'completed', phone });
      const code = latestCode();
      if (code === undefined) return;
      const used = await actAndSettle('create-order', { status: 'on-hold', phone });
      const other = await actAndSettle('create-order', { status: 'on-hold', phone });
      if (used.id === undefined || other.id === undefined) return;
      await actAndSettle('redeem', { code, id: used.id });
      await actAndSettle('redeem', { code });
      await actAndSettle('redeem', { code, id: other.id });
      await actAndSettle('create-order', { status: 'on-hold', couponCode: code });
      await restart();
      await settle();
      await actAndSettle('redeem', { code });
      await actAndSettle('redeem', { code, id: other.id });
    },
  },
  {
    name: 'redeem-below-minimum',
    title: 'A coupon is to be redeemed by an order one cent below its minimum, and by one of exactly its minimum',
    needs: ['webhooks', 'orders', 'redemption'],
    async play(play) {
      const { actAndSettle, draw } = play;
      const minPurchaseValue = draw(...thousands);
      const code = await couponOfFlow(play, { minPurchaseValue });
      if (code === undefined) return;
      await actAndSettle('redeem', { code, total: (minPurchaseValue * 100 - 1) / 100 });
      await actAndSettle('redeem', { code, total: minPurchaseValue });
    },
  },
  {
    name: 'redeem-expired',
    title: 'A coupon is to be redeemed just after its expiry',
    needs: ['webhooks', 'orders', 'redemption'],
    async play(play) {
      const { setFlow, actAndSettle, pass, realMs } = play;
      const validMs = Math.max(minExpiryMs, realMs(expirySeconds));
      await setFlow({ validDays: validMs / msPerDay });
      await actAndSettle('create-order', { status: 'completed' });
      await setFlow({});
      await pass(validMs);
      await redeemLatest(play);
    },
  },
  {
    name: 'unregistered-coupon',
    title: 'A coupon that only the shop knows is redeemed',
    needs: ['orders', 'redemption'],
    async play({ actAndSettle }) {
      const { code } = await actAndSettle('make-coupon');
      if (code !== undefined) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'own-coupon',
    title:
      'A coupon of the shop is registered, redeemed, and to be redeemed again, by a new order and by one that exists, also after a restart',
    needs: ['coupons', 'redemption'],
    async play({ actAndSettle, settle, restart, look, isDeclaredFor }) {
      const { id } = isDeclaredFor('orders') ? await actAndSettle('create-order', { status: 'on-hold' }) : {};
      const { code } = await actAndSettle('register-coupon');
      await look();
      if (code === undefined) return;
      await actAndSettle('redeem', { code });
      await actAndSettle('redeem', { code });
      if (id !== undefined) await actAndSettle('redeem', { code, id });
      await restart();
      await settle();
      await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'own-coupon-and-giftback',
    title: 'The customer of a coupon of the shop gets a giftback, and redeems the coupon of the shop afterwards',
    needs: ['coupons', 'webhooks'],
    async play({ actAndSettle, runFlow, settle, phoneOf, look, isDeclaredFor }) {
      const { code } = await actAndSettle('register-coupon');
      const phone = code === undefined ? undefined : await phoneOf(code);
      if (phone === undefined) return;
      await look();
      await runFlow(phone);
      await settle();
      await look();
      if (isDeclaredFor('orders') && isDeclaredFor('redemption')) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'coupon-of-changed-customer',
    title: 'A coupon of the shop is registered before and after a change of a customer',
    needs: ['coupons', 'customers'],
    async play({ actAndSettle, look }) {
      const { id } = await actAndSettle('create-customer');
      await actAndSettle('register-coupon');
      await look();
      await actAndSettle('update-customer', { id });
      await actAndSettle('register-coupon');
      await look();
    },
  },
  {
    name: 'marked-used',
    title:
      'A coupon of the shop is registered, marked as used by hand and then to be redeemed, also after a restart, and another is left as it is',
    needs: ['coupons', 'mark-used'],
    async play({ actAndSettle, settle, restart, look, isDeclaredFor }) {
      const { code } = await actAndSettle('register-coupon');
      await actAndSettle('register-coupon');
      await look();
      if (code === undefined) return;
      await actAndSettle('mark-coupon-used', { code });
      if (!isDeclaredFor('redemption')) return;
      await actAndSettle('redeem', { code });
      await restart();
      await settle();
      await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'shared-coupon',
    title: 'A coupon for everybody is registered',
    needs: ['shared-coupons'],
    async play({ actAndSettle, look }) {
      await actAndSettle('register-shared-coupon');
      await actAndSettle('register-shared-coupon');
      await look();
    },
  },
  {
    name: 'inactive-config',
    title: 'The coupons configuration says that it is inactive, and an order is paid all the same',
    needs: ['coupons-config', 'webhooks', 'orders'],
    async play({ disturbCall, actAndSettle, look }) {
      disturbCall({ kind: 'inactive configuration', times: 1, hits: ({ path }) => path === '/coupons-config' });
      await actAndSettle('read-coupons-config');
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'coupons-config',
    title: 'The coupons configuration shows a percentage, and a coupon of a fixed value comes all the same',
    needs: ['coupons-config'],
    async play(play) {
      await play.actAndSettle('read-coupons-config');
      if (!play.isDeclaredFor('webhooks')) return;
      await play.setFlow({ step: fixedOf(play) });
      await play.runFlow(play.newPhone());
      await play.settle();
      await play.setFlow({});
      await play.look();
    },
  },
];
