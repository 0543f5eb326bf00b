import { couponScenarios } from './coupons.ts';
import { interleavedScenarios } from './interleaved.ts';
import { burst, notificationScenarios } from './notifications.ts';
import { orderScenarios } from './orders.ts';
import { recordScenarios } from './records.ts';
import type { Scenario } from './scenario.ts';

/** The registration comes first: without it nothing is notified. */
export const registered: Scenario = {
  name: 'registered',
  title: 'The webhook is registered, and asked for once more',
  needs: ['webhooks'],
  isOnce: true,
  async play({ actAndSettle }) {
    await actAndSettle('register-webhook');
    await actAndSettle('register-webhook');
  },
};

/** It comes late: a partner that does not register again is notified of nothing any more. */
const unregistered: Scenario = {
  name: 'unregistered',
  title: 'The registration is removed and made again, and an order is paid',
  needs: ['webhooks', 'orders'],
  async play({ actAndSettle, look }) {
    await actAndSettle('unregister-webhook');
    await actAndSettle('register-webhook');
    await actAndSettle('create-order', { status: 'completed' });
    await look();
  },
};

export { burst };

/** What a session plays, in this order: many notifications at once come last, for they leave much behind. */
export const allScenarios: readonly Scenario[] = [
  registered,
  ...notificationScenarios,
  ...orderScenarios,
  ...couponScenarios,
  ...recordScenarios,
  ...interleavedScenarios,
  unregistered,
  burst,
];
