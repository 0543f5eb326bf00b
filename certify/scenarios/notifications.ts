import {
  couponOfFlow,
  isCouponLookup,
  isCouponUpdate,
  meet,
  type Play,
  paidOrder,
  redeemLatest,
  type Scenario,
} from './scenario.ts';

/** Delays of a late repetition, in documented seconds. */
const lateSeconds = [15, 30] as const;
/** The delay of a notification that comes again when its lookup is no longer refused. */
const againSeconds = 5;
const minAgainMs = 500;
const many = 50;
/** The longest time to hold a notification back, in milliseconds, below the receiver's timeout. */
const maxHoldMs = 2_000;
/** As many coupons as one worker does not look up at once, and fewer than a burst. */
const waiting = 10;

/** Has the next notification come again some time after the end of a block. */
const repeatAfterwards = ({ disturbAttempt, draw, realMs }: Play): Disposable => {
  const { promise: isOver, resolve: ends } = Promise.withResolvers<void>();
  disturbAttempt({ kind: 'late repeat', delayMs: realMs(draw(...lateSeconds)), after: isOver });
  return { [Symbol.dispose]: ends };
};

/** Notifications, both undisturbed and disturbed. */
export const notificationScenarios: readonly Scenario[] = [
  {
    name: 'notified',
    title: 'An order is paid, its coupon is notified, made and redeemed',
    needs: ['webhooks'],
    async play(play) {
      await play.bringCoupon();
      await play.settle();
      await play.look();
      await redeemLatest(play);
    },
  },
  paidOrder('repeated', 'The same notification comes several times, at once', ({ disturbAttempt, draw }) =>
    disturbAttempt({ kind: 'repeated', copies: draw(2, 4) }),
  ),
  {
    name: 'repeated-late',
    title: 'Two notifications come again long after they were acknowledged, when one of the coupons is used',
    needs: ['webhooks'],
    async play(play) {
      const { disturbAttempt, bringCoupon, act, actAndSettle, untilNotified, untilIdle, settle, look, draw, realMs } =
        play;
      const { latestCode, isDeclaredFor } = play;
      for (let order = 0; order < 2; order += 1) {
        disturbAttempt({ kind: 'late repeat', delayMs: realMs(draw(...lateSeconds)) });
        await bringCoupon();
        await untilNotified();
        await untilIdle();
      }
      const code = latestCode();
      const isUsed = code !== undefined && isDeclaredFor('redemption');
      if (isUsed) await act('redeem', { code });
      await settle();
      await look();
      if (isUsed) await actAndSettle('redeem', { code });
    },
  },
  paidOrder(
    'acknowledgment-lost',
    'The partner’s answer to a notification is lost, and the notification comes again',
    ({ disturbAttempt }) => disturbAttempt({ kind: 'acknowledgment lost' }),
  ),
  {
    name: 'restarted',
    title: 'A notification comes again after the partner was started again',
    needs: ['webhooks'],
    async play(play) {
      {
        using _ = repeatAfterwards(play);
        await play.bringCoupon();
        await play.untilNotified();
        await play.untilIdle();
        await play.restart();
      }
      await play.settle();
      await play.look();
    },
  },
  {
    name: 'notified-marked',
    title: 'A notified coupon is marked as used by hand, is notified again, and is to be redeemed',
    needs: ['webhooks', 'mark-used'],
    async play(play) {
      const { bringCoupon, act, untilNotified, untilIdle, latestCode, settle, look } = play;
      {
        using _ = repeatAfterwards(play);
        await bringCoupon();
        await untilNotified();
        await untilIdle();
        const code = latestCode();
        if (code === undefined) return;
        await act('mark-coupon-used', { code });
        await untilIdle();
      }
      await settle();
      await look();
      await redeemLatest(play);
    },
  },
  {
    name: 'restarted-at-work',
    title: 'The partner is started again while it has acknowledged several coupons and looks them up',
    needs: ['webhooks'],
    async play({ hold, disturbCall, endDisturbances, bringCoupon, runFlow, newPhone, settle, restart, look }) {
      const first = hold(isCouponLookup);
      disturbCall({ kind: 'slow', times: waiting, delayMs: maxHoldMs, hits: isCouponLookup });
      await bringCoupon();
      await Promise.all(Array.from({ length: waiting }, () => runFlow(newPhone())));
      await first.untilCome();
      endDisturbances();
      await restart();
      await settle();
      await look();
    },
  },
  paidOrder('unknown-fields', 'A notification has fields that nobody announced', ({ disturbAttempt }) =>
    disturbAttempt({ kind: 'unknown fields' }),
  ),
  {
    name: 'without-order',
    title: 'A coupon that comes from no order is notified',
    needs: ['webhooks'],
    async play({ runFlow, settle, newPhone, look }) {
      await runFlow(newPhone());
      await settle();
      await look();
    },
  },
  paidOrder('wrong-bearer', 'Somebody sends a notification with a wrong bearer', ({ disturbAttempt }) =>
    disturbAttempt({ kind: 'wrong bearer' }),
  ),
  paidOrder('no-bearer', 'Somebody sends a notification with no bearer', ({ disturbAttempt }) =>
    disturbAttempt({ kind: 'no bearer' }),
  ),
  paidOrder(
    'lookup-404',
    'The coupon is gone when it is looked up: a newer giftback took its place',
    ({ disturbCall }) => disturbCall({ kind: 'answered 404', times: 20, hits: isCouponLookup }),
  ),
  {
    name: 'lookup-403',
    title: 'The lookup of a coupon is answered 403, and the coupon is notified again when lookups are accepted',
    needs: ['webhooks'],
    async play(play) {
      const {
        disturbAttempt,
        disturbCall,
        endDisturbances,
        bringCoupon,
        untilNotified,
        untilIdle,
        settle,
        look,
        realMs,
      } = play;
      disturbAttempt({ kind: 'late repeat', delayMs: Math.max(minAgainMs, realMs(againSeconds)) });
      disturbCall({ kind: 'answered 403', hits: isCouponLookup });
      await bringCoupon();
      await untilNotified();
      await untilIdle();
      endDisturbances();
      await settle();
      await look();
    },
  },
  paidOrder('lookup-500', 'The lookup of a coupon returns 500 four times before it succeeds', ({ disturbCall }) =>
    disturbCall({ kind: 'answered 500', times: 4, hits: isCouponLookup }),
  ),
  {
    name: 'lookup-slow',
    title: 'The lookups of coupons are slow: of an order, of no order, and of two at once',
    needs: ['webhooks'],
    async play({ disturbCall, bringCoupon, runFlow, settle, newPhone, look, draw }) {
      disturbCall({ kind: 'slow', times: 1, delayMs: draw(500, 800), hits: isCouponLookup });
      await bringCoupon();
      await settle();
      for (const flows of [1, 2]) {
        disturbCall({ kind: 'slow', times: flows, delayMs: 500, hits: isCouponLookup });
        await Promise.all(Array.from({ length: flows }, () => runFlow(newPhone())));
        await settle();
      }
      await look();
    },
  },
  paidOrder(
    'external-id-500',
    'The partner’s own id of a coupon is answered 500 twice when it is set',
    ({ disturbCall }) => disturbCall({ kind: 'answered 500', times: 2, hits: isCouponUpdate }),
  ),
  {
    name: 'replaced',
    title: 'Each giftback of a customer takes the place of the one before, and the coupon of another flow does not',
    needs: ['webhooks', 'orders'],
    async play({ act, actAndSettle, setFlow, newPhone, latestCode, look, isDeclaredFor, draw }) {
      const phone = newPhone();
      await act('create-order', { status: 'completed', phone });
      await actAndSettle('create-order', { status: 'completed', phone });
      await look();
      await actAndSettle('create-order', { status: 'completed', phone });
      const replaced = latestCode();
      await actAndSettle('create-order', { status: 'completed', phone });
      const giftback = latestCode();
      // with other terms than the giftbacks, which the customer still has
      const other = { acumulative: true, minPurchaseValue: draw(20, 60), validDays: draw(3, 9) };
      await setFlow({ step: { kind: 'coupon', discount: 'fixed', amount: draw(5, 30) }, ...other });
      await actAndSettle('create-order', { status: 'completed', phone });
      await setFlow({});
      await look();
      if (!isDeclaredFor('redemption')) return;
      for (const code of [replaced, giftback]) if (code !== undefined) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'two-flows',
    title: 'An order on hold brings a giftback, and once paid another one that takes its place',
    needs: ['webhooks', 'orders'],
    async play({ setFlow, actAndSettle, newPhone, look }) {
      await setFlow({ trigger: 'on-hold' });
      const { id } = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      await look();
      await setFlow({});
      if (id === undefined) return;
      await actAndSettle('pay-order', { id });
      await look();
    },
  },
  {
    name: 'close-together',
    title: 'Three orders of three customers are paid at once, and each brings a coupon of another value, read at once',
    needs: ['webhooks', 'orders'],
    async play(play) {
      const { setFlow, act, untilIdle, settle, endDisturbances, newPhone, look, draw } = play;
      const least = draw(5, 30);
      meet(play, isCouponLookup);
      for (let order = 0; order < 3; order += 1) {
        await setFlow({ step: { kind: 'coupon', discount: 'fixed', amount: least + order }, minPurchaseValue: order });
        await act('create-order', { status: 'completed', phone: newPhone() });
        // the notifications come later than the orders
        await untilIdle();
      }
      await settle();
      endDisturbances();
      await setFlow({});
      await look();
    },
  },
  {
    name: 'overtaken',
    title: 'Two coupons are notified in another order than the one in which they were made',
    needs: ['webhooks'],
    async play({ disturbAttempt, bringCoupon, settle, look }) {
      disturbAttempt({ kind: 'overtaken', delayMs: maxHoldMs });
      await bringCoupon();
      await bringCoupon();
      await settle();
      await look();
    },
  },
  ...(
    [
      ['mixed-case', 'in mixed case', 'GiftBack-'],
      ['escaped', 'with a blank, a percent sign and a slash', 'VOLTE 10%/'],
    ] as const
  ).map(
    ([name, what, codePrefix]): Scenario => ({
      name: `code-${name}`,
      title: `A code ${what} is notified and redeemed`,
      needs: ['webhooks'],
      async play(play) {
        await couponOfFlow(play, { codePrefix });
        await redeemLatest(play);
      },
    }),
  ),
  paidOrder('webhook-changed', 'The registration is changed, and an order is paid', ({ actAndSettle }) =>
    actAndSettle('change-webhook'),
  ),
];

export const burst: Scenario = {
  name: 'burst',
  title: `${many} notifications come at once, and one of them again after all others`,
  needs: ['webhooks'],
  async play({ disturbAttempt, runFlow, settle, newPhone, look, realMs }) {
    disturbAttempt({ kind: 'late repeat', delayMs: realMs(lateSeconds[1]) });
    await Promise.all(Array.from({ length: many }, () => runFlow(newPhone())));
    await settle();
    await look();
  },
};
