import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { type NotificationCause, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { callsTo, derivedUuid, sentFields } from '../broken-handling.ts';
import type { Defect, PlatformChange } from '../defect.ts';
import { entersFlows, isMeant } from '../flows/broken-flows.ts';
import { notify, registry, urlIn } from '../webhook-registration/broken-dispatch.ts';

const sending = (also: NotificationCause): PlatformChange => ({
  policy: { webhooks: { isSent: (cause) => cause === also || webhooksPolicy.isSent(cause) } },
});

/** Sends a notification about the order in the path of each accepted matching request. */
const notifyingOf = (fits: (call: Call, before: Call | undefined) => boolean): PlatformChange => ({
  wrap: (handle, runtime) => {
    const known = registry();
    const latest = new Map<string, Call>();
    return async (call) => {
      const answer = await handle(call);
      if (answer.status !== 200) return answer;
      if (call.segments[0] === 'webhooks') known.note(call);
      const url = known.of(call)?.urls.at(-1);
      const orderId = call.segments[1];
      const [id, companyId] = [derivedUuid('coupon', orderId), derivedUuid('company', orderId)];
      if (url !== undefined && fits(call, latest.get(call.path)))
        notify(runtime, url, { code: id, id, orderId, companyId });
      latest.set(call.path, call);
      return answer;
    };
  },
});

const isChange = callsTo('PUT /orders/:id');
const isCompletion = (call: Call): boolean => isChange(call) && sentFields(call).status === 'completed';

const answeringLate =
  (isMeant: (call: Call) => boolean): Wrap =>
  (handle, runtime) =>
  async (call) => {
    const answer = await handle(call);
    // about as long as platforms wait for a receiver, and shorter than the timeout of a request
    const waitMs = Math.max(400, 9_000 * runtime.timeScale);
    if (isMeant(call)) await new Promise<void>((resolve) => runtime.setTimer(waitMs, resolve));
    return answer;
  };

const createsCompletion = (call: Call): boolean =>
  callsTo('POST /orders')(call) && sentFields(call).status === 'completed';

/** Treats the receiver that was registered first as fast, and any other as silent. */
const waitingForOtherReceivers: Wrap = (handle, runtime) => {
  const first = new Map<string | undefined, unknown>();
  const silent = new Set<string | undefined>();
  const isLate = (call: Call): boolean => createsCompletion(call) && silent.has(call.headers.authorization);
  const answer = answeringLate(isLate)(handle, runtime);
  return (call) => {
    const { authorization } = call.headers;
    if (call.segments[0] === 'webhooks' && urlIn(call) !== undefined) {
      if (!first.has(authorization)) first.set(authorization, urlIn(call));
      if (first.get(authorization) === urlIn(call)) silent.delete(authorization);
      else silent.add(authorization);
    }
    return answer(call);
  };
};

export const dispatchDefects: readonly Defect[] = [
  {
    rule: 'DLV-25',
    text: 'answers a changed order only when its receiver has answered or timed out',
    wrap: answeringLate(isCompletion),
  },
  {
    rule: 'DLV-37',
    text: 'answers a created order only when its receiver has answered or timed out',
    wrap: waitingForOtherReceivers,
  },
  {
    rule: 'DLV-38',
    text: 'lets every notification wait for half a minute',
    policy: { webhooks: { queueSeconds: (chosen) => 30 + chosen } },
  },
  {
    rule: 'DLV-26',
    text: 'notifies of coupons that were registered by POST /coupons',
    ...sending('POST /coupons'),
  },
  { rule: 'DLV-27', text: 'notifies of shared coupons', ...sending('POST /coupons/shared') },
  {
    rule: 'DLV-28',
    text: 'notifies of orders that are deleted',
    ...notifyingOf(callsTo('DELETE /orders/:id')),
    also: ['PAS-23', 'PAS-24'],
  },
  {
    rule: 'DLV-29',
    text: 'notifies of orders that are put into processing',
    ...notifyingOf((call) => isChange(call) && sentFields(call).status === 'processing'),
    also: ['PAS-23', 'PAS-24', 'PAS-26'],
  },
  {
    rule: 'DLV-30',
    text: 'runs flows that are not active for orders that are changed',
    ...entersFlows(
      ({ isDue, flow, trigger, hasOrderEntered, call }) =>
        isDue || (flow.trigger === trigger && !flow.isActive && !hasOrderEntered && call.method === 'PUT'),
    ),
    also: ['FLOW-10'],
  },
  {
    rule: 'DLV-34',
    text: 'notifies of orders that are put into canceled',
    ...notifyingOf((call) => isChange(call) && sentFields(call).status === 'canceled'),
    also: ['PAS-23', 'PAS-24', 'PAS-26'],
  },
  {
    rule: 'DLV-31',
    text: 'runs a flow again for a customer who has passed it',
    ...entersFlows((entry) => isMeant(entry) && !entry.hasOrderEntered),
    also: ['FLOW-9'],
  },
  {
    rule: 'DLV-32',
    text: 'notifies again when the same status is sent again',
    ...notifyingOf((call, before) => isCompletion(call) && before !== undefined && isCompletion(before)),
    also: ['PAS-23', 'PAS-24'],
  },
  {
    rule: 'DLV-33',
    text: 'notifies of giftbacks that are canceled',
    ...sending('giftback-canceled'),
    also: ['PAS-22'],
  },
];
