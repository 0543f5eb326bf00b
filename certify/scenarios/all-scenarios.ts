import type { CallDisturbance } from '../stage/disturbances.ts';
import { couponScenarios } from './coupons.ts';
import { interleavedScenarios } from './interleaved.ts';
import { burst, notificationScenarios } from './notifications.ts';
import { orderScenarios } from './orders.ts';
import { recordScenarios } from './records.ts';
import type { Scenario } from './scenario.ts';
import { troubleScenarios } from './troubles.ts';

/** The registration comes first, because notifications need it. */
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

/** Disturbances of the requests that remove and create a registration. */
const registrationTroubles: readonly (Omit<CallDisturbance, 'hits'> & { name: string; words: string })[] = [
  { name: '500', words: ', each answered 500 first', kind: 'answered 500', times: 2 },
  { name: '429', words: ', each answered 429 first', kind: 'answered 429', times: 1 },
  { name: 'reset', words: ', each reset first', kind: 'reset', times: 1 },
  { name: 'stored-then-reset', words: ', each stored and then reset', kind: 'stored, then reset', times: 1 },
  { name: 'echoed', words: ' and answered with what was sent', kind: 'echoed' },
];

/** These come late, because a partner that does not register again gets no further notification. */
const unregistered: readonly Scenario[] = [undefined, ...registrationTroubles].map((trouble) => ({
  name: trouble === undefined ? 'unregistered' : `unregistered-${trouble.name}`,
  title: `The registration is removed and made again${trouble?.words ?? ''}, and a coupon is notified`,
  needs: ['webhooks'],
  async play({ disturbCall, endDisturbances, actAndSettle, runFlow, settle, newPhone, isDeclaredFor, look }) {
    for (const [method, action] of [
      ['DELETE', 'unregister-webhook'],
      ['POST', 'register-webhook'],
    ] as const) {
      if (trouble !== undefined) {
        const { name: _, words: __, ...disturbance } = trouble;
        disturbCall({ ...disturbance, hits: (call) => call.method === method && call.path.startsWith('/webhooks') });
      }
      await actAndSettle(action);
      endDisturbances();
    }
    if (isDeclaredFor('orders')) await actAndSettle('create-order', { status: 'completed' });
    else {
      await runFlow(newPhone());
      await settle();
    }
    await look();
  },
}));

/** The scenarios of a session, in order. The burst comes last, because it leaves much behind. */
export const allScenarios: readonly Scenario[] = [
  registered,
  ...notificationScenarios,
  ...orderScenarios,
  ...couponScenarios,
  ...recordScenarios,
  ...troubleScenarios,
  ...interleavedScenarios,
  ...unregistered,
  burst,
];
