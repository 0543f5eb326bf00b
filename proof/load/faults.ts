import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Choices } from '../../platform/choices.ts';
import type { DeepPartial } from '../../platform/overrides.ts';
import type { Policy } from '../../platform/policy/policy.ts';
import { webhooksPolicy } from '../../platform/policy/webhooks.ts';
import type { PlatformOptions } from '../../platform/start-platform.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import { callsTo } from '../../suites/broken-handling.ts';

/** A change of a platform that goes wrong; it calls `count` each time that it does. */
export interface Fault {
  policy?: DeepPartial<Policy>;
  choices?: DeepPartial<Choices>;
  wrap?: PlatformOptions['wrap'];
  wrapSender?: (sender: Sender) => Sender;
}

type MakeFault = (count: () => void) => Fault;

/** Returns true every Nth time. */
const every = (times: number): (() => boolean) => {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % times === 0;
  };
};

const isOrder = callsTo('POST /orders');
const wrongFrom = 3;

/** Faults that show only under load, or if everything is counted. */
export const faults = {
  /** One notification in five hundred is never sent. */
  loses: (count) => {
    const isLost = every(500);
    return {
      policy: {
        webhooks: {
          isSent(cause) {
            if (!webhooksPolicy.isSent(cause)) return false;
            if (!isLost()) return true;
            count();
            return false;
          },
        },
      },
    };
  },

  /** One delivery in two hundred is repeated after it was acknowledged. Its case has no other retries. */
  repeats: (count) => {
    const isRepeated = every(200);
    return {
      policy: {
        webhooks: {
          isSuccess: (outcome) => webhooksPolicy.isSuccess(outcome) && !isRepeated(),
          payload(facts) {
            if (facts.attempt === 2) count();
            return webhooksPolicy.payload(facts);
          },
        },
      },
    };
  },

  /** One flow in a hundred runs ten seconds after its order. */
  delays: (count) => {
    const isDelayed = every(100);
    return {
      choices: {
        orders: {
          get flowDelaySeconds() {
            if (!isDelayed()) return 0;
            count();
            return 10;
          },
        },
      },
    };
  },

  /** A delivery ends after nine attempts. */
  'stops at nine': (count) => ({
    policy: {
      webhooks: {
        maxAttempts: 9,
        delaySeconds(attempt) {
          if (attempt === 8) count();
          return webhooksPolicy.delaySeconds(attempt);
        },
      },
    },
  }),

  /** The wait grows by two seconds each time instead of doubling; the first two waits are the same. */
  'backs off linearly': (count) => ({
    policy: {
      webhooks: {
        delaySeconds(attempt) {
          if (attempt >= wrongFrom) count();
          return 2 * attempt;
        },
      },
    },
  }),

  /** The third wait is three times as long as documented. */
  'pauses too long': (count) => ({
    policy: {
      webhooks: {
        delaySeconds(attempt) {
          if (attempt !== wrongFrom) return webhooksPolicy.delaySeconds(attempt);
          count();
          return 3 * webhooksPolicy.delaySeconds(attempt);
        },
      },
    },
  }),

  /** One notification in three hundred is followed by one about a coupon that does not exist. */
  'makes notifications up': (count) => {
    const isFollowed = every(300);
    return {
      wrapSender: (sender) => ({
        async send(attempt) {
          const outcome = await sender.send(attempt);
          if (isFollowed()) {
            count();
            await sender.send({ ...attempt, body: attempt.body.replace(/"id":"[^"]*"/, `"id":"${randomUUID()}"`) });
          }
          return outcome;
        },
        close: () => sender.close(),
      }),
    };
  },

  /** One order in five hundred is answered 500. */
  'fails orders': (count) => {
    const isFailed = every(500);
    return {
      wrap: (handle) => (call) => {
        if (!isOrder(call) || !isFailed()) return handle(call);
        count();
        return { status: 500, body: { statusCode: 500, message: 'Internal server error' } };
      },
    };
  },

  /** One order in five hundred is answered as if it were stored. */
  'forgets orders': (count) => {
    const isForgotten = every(500);
    return {
      wrap: (handle) => (call) => {
        if (!isOrder(call) || !isForgotten()) return handle(call);
        count();
        return { status: 200, body: JSON.parse(call.body) as object };
      },
    };
  },

  /** Orders wait in a queue that serves sixty a second. */
  'serves sixty a second': (count) => {
    const servingMs = 1000 / 60;
    let freeMs = 0;
    return {
      wrap: (handle) => async (call) => {
        if (!isOrder(call)) return handle(call);
        const nowMs = performance.now();
        freeMs = Math.max(freeMs, nowMs) + servingMs;
        if (freeMs - nowMs > 2 * servingMs) count();
        await delay(freeMs - nowMs);
        return handle(call);
      },
    };
  },

  /** Every order takes a second and a half, however few there are. */
  'is slow at any rate': (count) => ({
    wrap: (handle) => async (call) => {
      if (!isOrder(call)) return handle(call);
      count();
      await delay(1500);
      return handle(call);
    },
  }),

  /** The platform stops answering after two hundred orders. */
  'stops answering': (count) => {
    let orders = 0;
    return {
      wrap: (handle) => async (call) => {
        if (isOrder(call)) orders += 1;
        if (orders <= 200) return handle(call);
        count();
        return await new Promise(() => {});
      },
    };
  },
} satisfies Record<string, MakeFault>;

export type FaultName = keyof typeof faults;
