import {
  isCouponLookup,
  isCouponRegistration,
  isCouponUpdate,
  isCustomerUpdate,
  isNewOrder,
  isPageRead,
  meet,
  type Play,
  paidOrder,
  type Scenario,
} from './scenario.ts';

/** Until the last of these failures, a request that is refused has come for the last time as well. */
const failing = 3;
/** The page sizes of two readings of a list. */
const pageSizes = [40, 20] as const;
const leastPages = 3;

/** Makes a paid order, and returns the code of the coupon that it brings. */
const bringCoupon = async ({ actAndSettle, latestCode }: Play, phone: string): Promise<string | undefined> => {
  const before = latestCode();
  await actAndSettle('create-order', { status: 'completed', phone });
  const code = latestCode();
  return code === before ? undefined : code;
};

/** Scenarios in which an action, or a notification, meets another one that is under way. */
export const atOnceScenarios: readonly Scenario[] = [
  {
    name: 'coupon-at-both-tills',
    title: 'Two tills use one coupon at the same time, for two new orders, and for an order that exists and a new one',
    needs: ['webhooks', 'orders', 'redemption'],
    async play(play) {
      const { actAndSettle, actAtOnce, settle, endDisturbances, newPhone, look } = play;
      for (const isOnOrder of [false, true]) {
        const phone = newPhone();
        const code = await bringCoupon(play, phone);
        if (code === undefined) return;
        const { id } = isOnOrder ? await actAndSettle('create-order', { status: 'on-hold', phone }) : {};
        await look();
        meet(play, isCouponLookup);
        await actAtOnce(['redeem', id === undefined ? { code } : { code, id }], ['redeem', { code }]);
        await settle();
        endDisturbances();
      }
    },
  },
  paidOrder(
    'repeated-together',
    'The same notification comes twice at the same time, before the first one is answered',
    (play) => {
      play.disturbAttempt({ kind: 'repeated', copies: 1, isTogether: true });
      meet(play, isCouponLookup);
    },
  ),
  {
    name: 'redeemed-at-work',
    title:
      'A coupon is redeemed while its notification is processed, and again later: the write of its id has no response yet, or is answered 500',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ act, actAndSettle, hold, endDisturbances, settle, newPhone, latestCode, look }) {
      for (const kind of ['slow', 'answered 500'] as const) {
        const held = hold(isCouponUpdate, kind);
        const before = latestCode();
        await act('create-order', { status: 'completed', phone: newPhone() });
        await held.untilCome();
        const code = latestCode();
        await look();
        if (code !== undefined && code !== before) await act('redeem', { code });
        held.release();
        await settle();
        endDisturbances();
        if (code !== undefined && code !== before) await actAndSettle('redeem', { code });
      }
    },
  },
  {
    name: 'paid-at-work',
    title: 'An order is paid while its creation has no response yet, and sent again later',
    needs: ['orders'],
    async play({ act, actAndSettle, hold, settle, newPhone }) {
      const held = hold(isNewOrder);
      const { id } = await act('create-order', { status: 'on-hold', phone: newPhone() });
      await held.untilCome();
      if (id !== undefined) await act('pay-order', { id });
      held.release();
      await settle();
      if (id !== undefined) await actAndSettle('create-order', { id });
    },
  },
  {
    name: 'customer-changed-twice',
    title:
      'A customer is changed twice at the same time, and twice while the first change is sent again, and then sent again',
    needs: ['customers'],
    async play(play) {
      const { act, actAndSettle, actAtOnce, settle, disturbCall, endDisturbances } = play;
      const { id } = await actAndSettle('create-customer');
      if (id === undefined) return;
      meet(play, isCustomerUpdate);
      await actAtOnce(['update-customer', { id }], ['update-customer', { id }]);
      await settle();
      endDisturbances();
      await actAndSettle('create-customer', { id });
      disturbCall({ kind: 'answered 500', times: failing, hits: isCustomerUpdate });
      for (let change = 0; change < 2; change += 1) await act('update-customer', { id });
      await settle();
      await actAndSettle('create-customer', { id });
      await actAndSettle('update-customer', { id });
    },
  },
  {
    name: 'marked-between-retries',
    title: 'A coupon of the shop is marked as used by hand while its registration is sent again',
    needs: ['coupons', 'mark-used'],
    async play({ disturbCall, act, settle, look }) {
      disturbCall({ kind: 'answered 500', times: failing, hits: isCouponRegistration });
      const { code } = await act('register-coupon');
      if (code !== undefined) await act('mark-coupon-used', { code });
      await settle();
      await look();
    },
  },
  {
    name: 'lists-at-once',
    title: 'A list is read twice at the same time, completely and from a recent time',
    needs: ['lists'],
    async play(play) {
      const { addProducts, actAtOnce, settle, momentAgo, draw } = play;
      const [large, small] = pageSizes;
      const since = momentAgo(0);
      await addProducts(draw((leastPages - 1) * large + 1, leastPages * large));
      meet(play, isPageRead(1));
      await actAtOnce(
        ['synchronize', { list: 'products', pageSize: large }],
        ['synchronize', { list: 'products', pageSize: small, since }],
      );
      await settle();
    },
  },
];
