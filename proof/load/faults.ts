import { webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { callsTo } from '../../suites/broken-handling.ts';
import { every, type MakeFault } from './fault.ts';

const isOrder = callsTo('POST /orders');
const wrongFrom = 3;

/** Faults that show only under load, or only to who counts everything. */
export const faults = {
  /** One notification in a thousand is never sent. */
  loses: (count) => {
    const isLost = every(1000);
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

  /** One delivery in two hundred goes on after it was taken; nothing else is tried twice here. */
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
        attemptsMax: 9,
        delaySeconds(attempt) {
          if (attempt === 8) count();
          return webhooksPolicy.delaySeconds(attempt);
        },
      },
    },
  }),

  /** The pause grows by two seconds each time instead of doubling: the first two are the same. */
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

  /** One order in five hundred is answered 500. */
  'fails orders': (count) => {
    const isFailed = every(500);
    return {
      wrap: (handle) => async (call) => {
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
      wrap: (handle) => async (call) => {
        if (!isOrder(call) || !isForgotten()) return handle(call);
        count();
        return { status: 200, body: JSON.parse(call.body) as object };
      },
    };
  },
} satisfies Record<string, MakeFault>;

export type FaultName = keyof typeof faults;
