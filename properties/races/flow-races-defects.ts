import type { Call } from '../../platform/http/call.ts';
import { giftbacksPolicy } from '../../platform/policy/coupons.ts';
import { flowsPolicy } from '../../platform/policy/flows.ts';
import { ordersPolicy } from '../../platform/policy/orders.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import { defectsOf, type PlatformChange } from '../../suites/defect.ts';
import { path } from '../../suites/path.ts';
import { callItself } from '../broken-calls.ts';
import {
  lookingTooEarly,
  type Meeting,
  meeting,
  overlooking,
  phoneOfOrder,
  sentText,
  underWay,
} from './broken-meeting.ts';

const updates = callsTo('PUT /orders/:id');
const creates = callsTo('POST /orders');

const isCompletion = (call: Call): boolean =>
  (updates(call) || creates(call)) && sentFields(call).status === 'completed';

const completed = (call: Call): string | undefined => (isCompletion(call) && updates(call) ? call.path : undefined);
const completedFor = (call: Call): string | undefined => (isCompletion(call) ? phoneOfOrder(call) : undefined);

const reentering = (isTooEarly?: (meeting: Meeting) => boolean): PlatformChange =>
  lookingTooEarly(
    completed,
    (isOverlooked) => ({
      flows: {
        mayEnter: (facts) =>
          flowsPolicy.mayEnter(isOverlooked() ? { ...facts, hasOrderEntered: false, hasRunForCustomer: false } : facts),
      },
    }),
    isTooEarly,
  );

const runningAgain = (isTooEarly?: (meeting: Meeting) => boolean): PlatformChange =>
  lookingTooEarly(
    completedFor,
    (isOverlooked) => ({
      flows: {
        mayEnter: (facts) => flowsPolicy.mayEnter(isOverlooked() ? { ...facts, hasRunForCustomer: false } : facts),
      },
    }),
    isTooEarly,
  );

const keepingGiftbacks = (isTooEarly?: (meeting: Meeting) => boolean): PlatformChange =>
  lookingTooEarly(
    completedFor,
    (isOverlooked) => ({
      giftbacks: {
        isSuperseded: (earlier, later) => !isOverlooked() && giftbacksPolicy.isSuperseded(earlier, later),
      },
    }),
    isTooEarly,
  );

/** Forgets that an order has entered a flow when `processing` comes at the same time. */
const forgettingEntries = (): PlatformChange => {
  const overlooked = overlooking();
  return {
    policy: {
      flows: {
        mayEnter: (facts) =>
          flowsPolicy.mayEnter(overlooked.isOverlooked() ? { ...facts, hasOrderEntered: false } : facts),
      },
    },
    wrap: meeting(
      (call) => (updates(call) && sentFields(call).status !== undefined ? call.path : undefined),
      ({ call, met, handle }) =>
        met.some((other) => sentFields(other).status === 'processing') ? overlooked.handle(handle, call) : handle(call),
    ),
  };
};

const redeemedCode = sentText((call) => updates(call) || creates(call), 'couponCode');

/** Accepts an updated order with a giftback that is canceled while the call is under way. */
const acceptingCanceled = (): PlatformChange => {
  const overlooked = overlooking();
  return {
    policy: {
      orders: { acceptsCode: (facts) => overlooked.isOverlooked() || ordersPolicy.acceptsCode(facts) },
    },
    wrap: (handle, runtime) => async (call) => {
      const code = redeemedCode(call);
      if (!code?.startsWith('GIFT')) return handle(call);
      const { status } = await callItself(handle, call, 'GET', path`/coupons/code/${code}`);
      await underWay(runtime);
      return updates(call) && status === 200 ? overlooked.handle(handle, call) : handle(call);
    },
  };
};

export const flowRacesDefects = defectsOf({
  'LAW-56': {
    'lets an order enter a flow by each of the calls that put it into the status at once': reentering(),
    'lets an order enter a flow again by the third and later of the calls that put it into the status at once':
      reentering(({ before }) => before.length > 1),
    'forgets what flow an order has entered when it is put into processing at the same time': forgettingEntries(),
  },
  'LAW-57': {
    'looks for earlier giftbacks before it makes a new one, so that all of several simultaneous ones stay':
      keepingGiftbacks(),
    'keeps the giftbacks of an order that is created while another of the phone is changed': keepingGiftbacks(
      ({ call, before }) => before.some(({ method }) => method !== call.method),
    ),
  },
  'LAW-58': {
    'cancels a giftback that was used while the new one was being made': lookingTooEarly(
      phoneOfOrder,
      (isOverlooked) => ({
        giftbacks: {
          isSuperseded: (earlier, later) => isOverlooked() || giftbacksPolicy.isSuperseded(earlier, later),
        },
      }),
      ({ call, met }) => isCompletion(call) && met.some((other) => redeemedCode(other) !== undefined),
    ),
    'spares a giftback that an order names at the time, and leaves it unused': lookingTooEarly(
      phoneOfOrder,
      (isOverlooked) => ({
        giftbacks: {
          isSuperseded: (earlier, later) => !isOverlooked() && giftbacksPolicy.isSuperseded(earlier, later),
        },
        orders: { usesCoupon: (facts) => !isOverlooked() && ordersPolicy.usesCoupon(facts) },
      }),
      ({ call, met }) =>
        isCompletion(call)
          ? met.some((other) => redeemedCode(other) !== undefined)
          : redeemedCode(call) !== undefined && met.some(isCompletion),
    ),
    'accepts an order put with a giftback that was canceled since the call came': acceptingCanceled(),
  },
  'LAW-59': {
    'runs a flow for each order of a customer that arrives while another does': runningAgain(),
    'runs a flow again for a customer whose order is created while another is changed': runningAgain(
      ({ call, before }) => before.some(({ method }) => method !== call.method),
    ),
  },
});
