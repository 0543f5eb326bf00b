import { isCouponLookup, isCouponUpdate, type Scenario } from './scenario.ts';

/** Long after the first in documented seconds: the platform's own retries would be over by then. */
const lateSeconds = 20;
const burst = 200;

/** Notifications as they come, and as they may come. */
export const notificationScenarios: readonly Scenario[] = [
  {
    name: 'notified',
    title: 'An order is paid, its coupon is notified, made and redeemed',
    needs: ['webhooks', 'orders'],
    async play({ actAndSettle, look, latestCode }) {
      await actAndSettle('create-order', { status: 'completed' });
      await look();
      const code = latestCode();
      if (code !== undefined) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'repeated',
    title: 'The same notification comes three times, at once',
    needs: ['webhooks', 'orders'],
    async play({ disturbAttempt, actAndSettle, look }) {
      disturbAttempt({ kind: 'repeated', copies: 2 });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'repeated-late',
    title: 'A notification comes again long after it was taken',
    needs: ['webhooks', 'orders'],
    async play({ disturbAttempt, actAndSettle, look, realMs }) {
      disturbAttempt({ kind: 'late repeat', delayMs: realMs(lateSeconds) });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'not-told',
    title: 'The partner’s answer to a notification is lost, and the notification comes again',
    needs: ['webhooks', 'orders'],
    async play({ disturbAttempt, actAndSettle, look }) {
      disturbAttempt({ kind: 'taken, not told' });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'restarted',
    title: 'A notification comes again after the partner was started anew',
    needs: ['webhooks', 'orders'],
    async play({ disturbAttempt, act, untilNotified, settle, restart, look, realMs }) {
      disturbAttempt({ kind: 'late repeat', delayMs: realMs(lateSeconds) });
      await act('create-order', { status: 'completed' });
      await untilNotified();
      await restart();
      await settle();
      await look();
    },
  },
  {
    name: 'unknown-fields',
    title: 'A notification has fields that nobody announced',
    needs: ['webhooks', 'orders'],
    async play({ disturbAttempt, actAndSettle, look }) {
      disturbAttempt({ kind: 'unknown fields' });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
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
  ...(['wrong bearer', 'no bearer'] as const).map(
    (kind): Scenario => ({
      name: kind.replace(' ', '-'),
      title: `Somebody sends a notification with ${kind === 'no bearer' ? 'no bearer' : 'a wrong bearer'}`,
      needs: ['webhooks', 'orders'],
      async play({ disturbAttempt, actAndSettle, look }) {
        disturbAttempt({ kind });
        await actAndSettle('create-order', { status: 'completed' });
        await look();
      },
    }),
  ),
  {
    name: 'lookup-404',
    title: 'The coupon is gone when it is looked up: a newer giftback took its place',
    needs: ['webhooks', 'orders'],
    async play({ disturbCall, actAndSettle, look }) {
      disturbCall({ kind: 'answered 404', times: 20, hits: isCouponLookup });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'lookup-500',
    title: 'The look-up of a coupon is answered 500 twice',
    needs: ['webhooks', 'orders'],
    async play({ disturbCall, actAndSettle, look }) {
      disturbCall({ kind: 'answered 500', times: 2, hits: isCouponLookup });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'lookup-slow',
    title: 'The look-up of a coupon takes its time',
    needs: ['webhooks', 'orders'],
    async play({ disturbCall, actAndSettle, look }) {
      disturbCall({ kind: 'slow', times: 1, delayMs: 1_500, hits: isCouponLookup });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'external-id-500',
    title: 'The partner’s own id of a coupon is answered 500 twice when it is set',
    needs: ['webhooks', 'orders'],
    async play({ disturbCall, actAndSettle, look }) {
      disturbCall({ kind: 'answered 500', times: 2, hits: isCouponUpdate });
      await actAndSettle('create-order', { status: 'completed' });
      await look();
    },
  },
  {
    name: 'replaced',
    title: 'Two orders of one customer in a row: the second giftback takes the place of the first',
    needs: ['webhooks', 'orders'],
    async play({ act, actAndSettle, newPhone, look }) {
      const phone = newPhone();
      await act('create-order', { status: 'completed', phone });
      await actAndSettle('create-order', { status: 'completed', phone });
      await look();
    },
  },
  {
    name: 'burst',
    title: `${burst} notifications come at once`,
    needs: ['webhooks'],
    async play({ runFlow, settle, newPhone, look }) {
      await Promise.all(Array.from({ length: burst }, () => runFlow(newPhone())));
      await settle();
      await look();
    },
  },
];
