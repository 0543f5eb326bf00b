import type { Call } from '../../platform/http/call.ts';
import { type NotificationCause, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { callsTo, derivedUuid, sentFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import { entersFlows, isMeant } from '../flows/broken-flows.ts';
import { notify, registry } from '../webhook-registration/broken-dispatch.ts';

const sending = (also: NotificationCause): Defect['options'] => ({
  policy: { webhooks: { isSent: (cause) => cause === also || webhooksPolicy.isSent(cause) } },
});

/** Accepted calls that fit send a notification about the order at their path. */
const notifyingOf = (fits: (call: Call, before: Call | undefined) => boolean): Defect['options'] => ({
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

export const dispatchDefects: readonly Defect[] = [
  {
    rule: 'DLV-25',
    text: 'answers an order only when its receiver has answered or given up',
    options: {
      wrap: (handle, runtime) => async (call) => {
        const answer = await handle(call);
        // a little longer than the platform waits for a receiver, on small time scales too
        const waitMs = Math.max(400, 5_100 * runtime.timeScale);
        if (isCompletion(call)) await new Promise<void>((resolve) => runtime.setTimer(waitMs, resolve));
        return answer;
      },
    },
  },
  {
    rule: 'DLV-26',
    text: 'notifies of coupons that were registered by POST /coupons',
    options: sending('POST /coupons'),
  },
  { rule: 'DLV-27', text: 'notifies of shared coupons', options: sending('POST /coupons/shared') },
  {
    rule: 'DLV-28',
    text: 'notifies of orders that are deleted',
    options: notifyingOf(callsTo('DELETE /orders/:id')),
  },
  {
    rule: 'DLV-29',
    text: 'notifies of orders that are put into processing',
    options: notifyingOf((call) => isChange(call) && sentFields(call).status === 'processing'),
  },
  {
    rule: 'DLV-30',
    text: 'runs flows that are not active for orders that are changed',
    options: entersFlows(
      ({ isDue, flow, trigger, hasOrderEntered, call }) =>
        isDue || (flow.trigger === trigger && !flow.isActive && !hasOrderEntered && call.method === 'PUT'),
    ),
    also: ['FLOW-10'],
  },
  {
    rule: 'DLV-31',
    text: 'runs a flow again for a customer who has passed it',
    options: entersFlows((entry) => isMeant(entry) && !entry.hasOrderEntered),
    also: ['FLOW-9'],
  },
  {
    rule: 'DLV-32',
    text: 'notifies again when the same status is sent again',
    options: notifyingOf((call, before) => isCompletion(call) && before !== undefined && isCompletion(before)),
  },
  { rule: 'DLV-33', text: 'notifies of giftbacks that are cancelled', options: sending('giftback-cancelled') },
];
