import { isObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Answer } from '../../platform/http/call.ts';
import { flowsPolicy } from '../../platform/policy/flows.ts';
import {
  answersOtherwise,
  callsTo,
  remembersMissing,
  sentFields,
  type TimelessWrap,
  withBody,
} from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { couponIn, notFound } from './broken-coupons.ts';
import { type Entry, entersFlows, entersWhenPostedAgain, isMeant } from './broken-flows.ts';

/**
 * Every created order enters the flow. The flow runs again, and notifies, when the order arrives at its status, so that
 * other rules do not fail.
 */
const receivingIsEnough = (): PlatformChange => {
  let isArrival = false;
  const { wrap, policy } = entersFlows((entry) => {
    const { isDue, flow, call, hasEnteredAny } = entry;
    isArrival = isDue || (isMeant(entry) && call.method === 'PUT' && !hasEnteredAny);
    return isArrival || (flow.isActive && call.method === 'POST');
  });
  return {
    ...omitUndefined({ wrap }),
    policy: { ...policy, webhooks: { isSent: (cause) => cause === 'flow' && isArrival } },
  };
};

/** An order enters a flow again once it has entered another one. */
const remembersLast = (): ((entry: Entry) => boolean) => {
  const last = new Map<string, string>();
  return ({ isDue, call, ...facts }) => {
    const { trigger } = facts;
    const before = last.get(call.path);
    const isAgain = isMeant(facts) && before !== undefined && before !== trigger;
    if ((isDue || isAgain) && call.method === 'PUT') last.set(call.path, trigger);
    return isDue || isAgain;
  };
};

/** No order whose update was refused enters a flow. */
const forgetsAfterRefusal = (): PlatformChange => {
  const refused = new Set<string>();
  const { wrap = (handle) => handle, policy } = entersFlows(({ isDue, call }) => isDue && !refused.has(call.path));
  return {
    ...omitUndefined({ policy }),
    wrap: (handle, runtime) =>
      wrap(async (call) => {
        const answer = await handle(call);
        if (callsTo('PUT /orders/:id')(call) && answer.status === 422) refused.add(call.path);
        return answer;
      }, runtime),
  };
};

/** An update with an unknown code is carried out without the code, and then only its status is taken back. */
const actsBeforeRefusal: TimelessWrap = (handle) => async (call) => {
  const answer = await handle(call);
  if (!callsTo('PUT /orders/:id')(call) || answer.status !== 422) return answer;
  const { body } = await handle({ ...call, method: 'GET', body: '' });
  await handle(withBody(call, ({ couponCode: _, ...sent }) => sent));
  if (isObject(body)) await handle(withBody(call, () => ({ status: body.status })));
  return answer;
};

export const enteringDefects: readonly Defect[] = [
  ...defectsOf({
    'FLOW-1': {
      'lets an order enter the flow of completed only when it is created': {
        ...entersFlows(({ isDue, trigger, call }) => isDue && (trigger !== 'completed' || call.method === 'POST')),
        also: ['FLOW-5', 'FLOW-8'],
      },
      'lets an order that was put into processing enter no flow afterwards': {
        ...entersFlows(({ isDue, statusBefore }) => isDue && statusBefore !== 'processing'),
        also: ['FLOW-3'],
      },
      'lets an order enter no flow after an update of it was refused': { ...forgetsAfterRefusal(), also: ['FLOW-3'] },
    },
    'FLOW-2': {
      'lets an order enter the flow of completed only when it is changed': {
        also: ['FLOW-8'],
        ...entersFlows(({ isDue, trigger, call }) => isDue && (trigger !== 'completed' || call.method === 'PUT')),
      },
    },
    'FLOW-3': {
      'lets an order enter the flow of on-hold only when it is created': entersFlows(
        ({ isDue, trigger, call }) => isDue && (trigger !== 'on-hold' || call.method === 'POST'),
      ),
      'takes completed for the only status with flows': {
        policy: { flows: { triggerOf: (status) => (status === 'completed' ? 'completed' : undefined) } },
        also: ['FLOW-4'],
      },
    },
    'FLOW-4': {
      'lets an order enter the flow of on-hold only when it is changed': entersFlows(
        ({ isDue, trigger, call }) => isDue && (trigger !== 'on-hold' || call.method === 'PUT'),
      ),
    },
    'FLOW-44': { 'lets an order enter the flow before it refuses the code of the update': { wrap: actsBeforeRefusal } },
    'FLOW-5': {
      'lets an order that has entered one flow enter no other': entersFlows(
        ({ isDue, hasEnteredAny }) => isDue && !hasEnteredAny,
      ),
      'remembers only the flow that an order entered last': entersFlows(remembersLast()),
    },
    'FLOW-6': {
      'lets an order enter a flow again whenever its status is sent': {
        ...entersFlows(
          (entry) => isMeant(entry) && !(entry.flow.runMode === 'once-per-customer' && entry.hasRunForCustomer),
        ),
        also: ['FLOW-5', 'FLOW-7', 'DLV-32'],
      },
      'lets an order enter a flow again when the same status is sent twice in a row': {
        ...entersFlows(
          ({ isDue, call, statusBefore, ...facts }) =>
            isDue || (isMeant(facts) && statusBefore === sentFields(call).status),
        ),
        also: ['DLV-32'],
      },
    },
    'FLOW-7': {
      'lets an order that comes back to a status enter its flow again': {
        ...entersFlows(
          ({ isDue, call, statusBefore, ...facts }) =>
            isDue || (isMeant(facts) && statusBefore !== undefined && statusBefore !== sentFields(call).status),
        ),
        also: ['FLOW-5', 'DLV-32'],
      },
      'lets an order that comes back from processing enter its flow again': {
        ...entersFlows(
          ({ isDue, statusBefore, ...facts }) => isDue || (isMeant(facts) && statusBefore === 'processing'),
        ),
        also: ['DLV-32'],
      },
    },
    'FLOW-43': { 'lets an order enter a flow again when it is posted again': entersWhenPostedAgain() },
    'FLOW-8': {
      'runs every flow once per customer': entersFlows(({ isDue, hasRunForCustomer }) => isDue && !hasRunForCustomer),
    },
    'FLOW-9': {
      'runs every flow once per order': {
        ...entersFlows((entry) => isMeant(entry) && !entry.hasOrderEntered),
        also: ['DLV-31'],
      },
      'runs a flow again for a customer whose further order is created in its status': {
        ...entersFlows(
          (entry) => entry.isDue || (isMeant(entry) && !entry.hasOrderEntered && entry.call.method === 'POST'),
        ),
        also: ['DLV-31'],
      },
    },
    'FLOW-10': {
      'runs flows that are not active': {
        ...entersFlows(
          ({ isDue, flow, trigger, hasOrderEntered }) =>
            isDue || (flow.trigger === trigger && !hasOrderEntered && !flow.isActive),
        ),
        also: ['DLV-30'],
      },
      'runs flows that are not active for orders that are created': entersFlows(
        ({ isDue, flow, trigger, call }) =>
          isDue || (flow.trigger === trigger && !flow.isActive && call.method === 'POST'),
      ),
    },
    'FLOW-11': {
      'makes a coupon for every order that it receives, whatever its status': {
        ...receivingIsEnough(),
        also: [
          'FLOW-5',
          'FLOW-9',
          'FLOW-10',
          'FLOW-12',
          'FLOW-13',
          'FLOW-14',
          'FLOW-16',
          'DLV-31',
          'FLOW-29',
          'PAS-21',
          'FLOW-34',
          'FLOW-44',
        ],
      },
    },
    'FLOW-29': {
      'takes a canceled order for one that was delivered': {
        policy: {
          flows: { triggerOf: (status) => (status === 'canceled' ? 'delivered' : flowsPolicy.triggerOf(status)) },
        },
        also: ['DLV-34'],
      },
      'treats an order that is created as paid as delivered': entersFlows(
        ({ isDue, flow, trigger, call }) =>
          isDue || (flow.isActive && flow.trigger === 'delivered' && trigger === 'completed' && call.method === 'POST'),
      ),
    },
    'FLOW-12': {
      'takes processing for a paid order': {
        policy: { flows: { triggerOf: (status) => (status === 'processing' ? 'completed' : status) } },
        also: ['FLOW-13', 'DLV-29'],
      },
    },
    'FLOW-13': {
      'lets an order that is put into processing enter the flow of on-hold': {
        policy: { flows: { triggerOf: (status) => (status === 'processing' ? 'on-hold' : status) } },
        also: ['DLV-29'],
      },
    },
    'FLOW-14': {
      'finds no coupon by its order': {
        wrap: answersOtherwise(callsTo('GET /coupons/order/:orderId'), () => notFound),
        also: ['FLOW-1', 'FLOW-2', 'FLOW-3', 'FLOW-4', 'FLOW-8'],
      },
      'finds no coupon of an order that was asked for before it existed': {
        wrap: remembersMissing('GET /coupons/order/:orderId'),
      },
      'shows the latest coupon for an order that has none': {
        wrap: (handle) => {
          let latest: Answer | undefined;
          return async (call) => {
            const answer = await handle(call);
            if (!callsTo('GET /coupons/order/:orderId')(call)) return answer;
            if (couponIn(answer)) latest = answer;
            return latest ?? answer;
          };
        },
        also: [
          'COUP-41',
          'ISO-8',
          'FLOW-8',
          'FLOW-9',
          'FLOW-10',
          'FLOW-11',
          'FLOW-12',
          'FLOW-13',
          'FLOW-44',
          'FLOW-29',
          'AUTH-5',
        ],
      },
    },
  }),
  ...['total', 'lineItems'].map(
    (field): Defect => ({
      rule: 'FLOW-6',
      text: `lets an order enter a flow again when the same status is sent with another ${field}`,
      ...entersFlows(
        ({ isDue, call, sentBefore, ...facts }) =>
          isDue ||
          (isMeant(facts) &&
            sentBefore?.status === sentFields(call).status &&
            JSON.stringify(sentBefore?.[field]) !== JSON.stringify(sentFields(call)[field])),
      ),
    }),
  ),
];
