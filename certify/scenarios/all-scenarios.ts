import type { CallDisturbance } from '../stage/disturbances.ts';
import { atOnceScenarios } from './at-once.ts';
import { couponScenarios } from './coupons.ts';
import { interleavedScenarios } from './interleaved.ts';
import { burst, notificationScenarios } from './notifications.ts';
import { orderScenarios } from './orders.ts';
import { recordScenarios } from './records.ts';
import { requests, type Scenario } from './scenario.ts';
import { severalCompaniesScenarios } from './several-companies.ts';
import { troubleScenarios } from './troubles.ts';

/** The registration comes first, because notifications need it. */
export const registered: Scenario = {
  name: 'registered',
  title: 'The webhook is registered, and asked to be registered again',
  needs: ['webhooks'],
  isOnce: true,
  async play({ actAndSettle, isDeclaredFor }) {
    await actAndSettle('register-webhook');
    await actAndSettle('register-webhook');
    if (isDeclaredFor('several-companies')) await actAndSettle('register-webhook', { company: 'second' });
  },
};

interface RegistrationTrouble {
  name: string;
  /** The end of the title. */
  words: string;
  /** What happens to each request; undefined: nothing. */
  disturbance?: Omit<CallDisturbance, 'hits'>;
}

const registrationTroubles: readonly RegistrationTrouble[] = [
  { name: '', words: '' },
  { name: '-500', words: ', each answered 500 first', disturbance: { kind: 'answered 500', times: 2 } },
  { name: '-429', words: ', each answered 429 first', disturbance: { kind: 'answered 429', times: 1 } },
  { name: '-reset', words: ', each reset first', disturbance: { kind: 'reset', times: 1 } },
  {
    name: '-stored-then-reset',
    words: ', each stored and then reset',
    disturbance: { kind: 'stored, then reset', times: 1 },
  },
  { name: '-echoed', words: ' and answered with what was sent', disturbance: { kind: 'echoed' } },
];

/** These, and the next one, come late, because a partner that does not register again gets no further notification. */
const unregistered = registrationTroubles.map(
  ({ name, words, disturbance }): Scenario => ({
    name: `unregistered${name}`,
    title: `The registration is removed and made again${words}, and a coupon is notified`,
    needs: ['webhooks'],
    async play({ disturbCall, endDisturbances, actAndSettle, runFlow, settle, newPhone, isDeclaredFor, look }) {
      for (const [method, action] of [
        ['DELETE', 'unregister-webhook'],
        ['POST', 'register-webhook'],
      ] as const) {
        if (disturbance !== undefined) {
          disturbCall({ ...disturbance, hits: requests(method, '/webhooks') });
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
  }),
);

/** The removal fails at first, so that it waits when the registration is made again. */
const registeredBetweenRetries = (
  [
    ['retries', 'answered 500'],
    ['resets', 'reset'],
  ] as const
).map(
  ([name, kind]): Scenario => ({
    name: `registered-between-${name}`,
    title: `The registration is made again while its removal, which is ${kind}, is sent again, and a coupon is notified`,
    needs: ['webhooks'],
    async play({ disturbCall, endDisturbances, act, actAndSettle, runFlow, settle, newPhone, look }) {
      disturbCall({ kind, times: 2, hits: requests('DELETE', '/webhooks') });
      await act('unregister-webhook');
      await actAndSettle('register-webhook');
      endDisturbances();
      await runFlow(newPhone());
      await settle();
      await look();
      // a partner that lost the registration, or refused to make it while the removal waited, makes it again
      await actAndSettle('unregister-webhook');
      await actAndSettle('register-webhook');
    },
  }),
);

/** The scenarios of a session, in order. The burst comes last, because it leaves much behind. */
export const allScenarios: readonly Scenario[] = [
  registered,
  ...notificationScenarios,
  ...orderScenarios,
  ...couponScenarios,
  ...recordScenarios,
  ...troubleScenarios,
  ...interleavedScenarios,
  ...atOnceScenarios,
  ...severalCompaniesScenarios,
  ...registeredBetweenRetries,
  ...unregistered,
  burst,
];
