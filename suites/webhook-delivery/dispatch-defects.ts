import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { type NotificationCause, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { callsTo, derivedUuid, sentFields } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';
import { entersFlows, isMeant } from '../flows/broken-flows.ts';
import { notify, registry, urlIn } from '../webhook-registration/broken-dispatch.ts';

const sending = (also: NotificationCause): PlatformChange => ({
  policy: { webhooks: { isSent: (cause) => cause === also || webhooksPolicy.isSent(cause) } },
});

/** Sends a notification that no flow has caused after each accepted request for which there is a payload. */
const notifying = (payloadOf: (call: Call) => object | undefined): PlatformChange => ({
  wrap: (handle, runtime) => {
    const known = registry();
    return async (call) => {
      const answer = await handle(call);
      if (answer.status !== 200) return answer;
      if (call.segments[0] === 'webhooks') known.note(call);
      const url = known.of(call)?.urls.at(-1);
      const payload = payloadOf(call);
      if (url !== undefined && payload) notify(runtime, url, payload);
      return answer;
    };
  },
});

/** Sends a notification about the order in the path of each accepted matching request. */
const notifyingOf = (fits: (call: Call, before: Call | undefined) => boolean): PlatformChange => {
  const latest = new Map<string, Call>();
  return notifying((call) => {
    const isMeant = fits(call, latest.get(call.path));
    latest.set(call.path, call);
    const orderId = call.segments[1];
    const [id, companyId] = [derivedUuid('coupon', orderId), derivedUuid('company', orderId)];
    return isMeant ? { code: id, id, orderId, companyId } : undefined;
  });
};

/** Sends a notification about the coupon with the code that an accepted request gives. */
const notifyingOfCode = (codeIn: (call: Call) => unknown): PlatformChange =>
  notifying((call) => {
    const code = codeIn(call);
    const [id, companyId] = [derivedUuid('coupon', code), derivedUuid('company', code)];
    return typeof code === 'string' ? { code, id, orderId: null, companyId } : undefined;
  });

/** The code of the coupon that awaits an order of the phone in the request. */
const awaitedCode = (): ((call: Call) => unknown) => {
  const codes = new Map<string, unknown>();
  return (call) => {
    const { phone, code, awaitingOrder, couponCode } = sentFields(call);
    if (callsTo('POST /coupons')(call) && awaitingOrder === true) codes.set(String(phone), code);
    if (!callsTo('POST /orders')(call) || couponCode !== undefined) return undefined;
    return [...codes].find(([awaiting]) => call.body.includes(awaiting))?.[1];
  };
};

const isFlowsCode = (code: unknown): boolean => /^(GIFT|CUPOM)-/.test(String(code));

const isChange = callsTo('PUT /orders/:id');
const isCompletion = (call: Call): boolean => isChange(call) && sentFields(call).status === 'completed';

const isProcessing = (call: Call): boolean => isChange(call) && sentFields(call).status === 'processing';

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

/** They compare all notifications of a run. */
const passive = ['PAS-22', 'PAS-23', 'PAS-24', 'PAS-25', 'PAS-26'] as const;

export const dispatchDefects = defectsOf({
  'DLV-25': {
    'answers a changed order only when its receiver has answered or timed out': { wrap: answeringLate(isCompletion) },
  },
  'DLV-37': {
    'answers a created order only when its receiver has answered or timed out': { wrap: waitingForOtherReceivers },
  },
  'DLV-38': {
    'lets every notification wait for half a minute': {
      policy: { webhooks: { queueSeconds: (chosen) => 30 + chosen } },
    },
  },
  'DLV-26': {
    'notifies of coupons that were registered by POST /coupons': sending('POST /coupons'),
    'notifies of a registered coupon that an order receives because it awaited one': {
      ...notifyingOfCode(awaitedCode()),
      also: passive,
    },
    'notifies of the coupon of an order that is posted with a code': {
      ...notifyingOfCode((call) => (callsTo('POST /orders')(call) ? sentFields(call).couponCode : undefined)),
      also: ['DLV-27', 'DLV-39', ...passive],
    },
    'notifies of a registered coupon that is given an externalId': {
      ...notifyingOfCode(({ method, segments, ...call }) =>
        method === 'PUT' && segments[1] === 'code' && !isFlowsCode(segments[2]) && call.body.includes('externalId')
          ? segments[2]
          : undefined,
      ),
      also: passive,
    },
  },
  'DLV-39': {
    "notifies of a flow's coupon again when it is given an externalId": {
      ...notifyingOfCode((call) =>
        callsTo('PUT /coupons/code/:code')(call) && isFlowsCode(call.segments[2]) ? call.segments[2] : undefined,
      ),
      also: passive,
    },
  },
  'DLV-27': { 'notifies of shared coupons': sending('POST /coupons/shared') },
  'DLV-28': {
    'notifies of orders that are deleted': {
      ...notifyingOf(callsTo('DELETE /orders/:id')),
      also: ['PAS-23', 'PAS-24'],
    },
  },
  'DLV-29': {
    'notifies of orders that are put into processing': {
      ...notifyingOf(isProcessing),
      also: ['DLV-32', 'PAS-23', 'PAS-24', 'PAS-26'],
    },
  },
  'DLV-30': {
    'runs flows that are not active for orders that are changed': {
      ...entersFlows(
        ({ isDue, flow, trigger, hasOrderEntered, call }) =>
          isDue || (flow.trigger === trigger && !flow.isActive && !hasOrderEntered && call.method === 'PUT'),
      ),
      also: ['FLOW-10'],
    },
  },
  'DLV-34': {
    'notifies of orders that are put into canceled': {
      ...notifyingOf((call) => isChange(call) && sentFields(call).status === 'canceled'),
      also: ['DLV-32', 'PAS-23', 'PAS-24', 'PAS-26'],
    },
  },
  'DLV-31': {
    'runs a flow again for a customer who has passed it': {
      ...entersFlows((entry) => isMeant(entry) && !entry.hasOrderEntered),
      also: ['FLOW-9'],
    },
  },
  'DLV-32': {
    'notifies again when the same status is sent again': {
      ...notifyingOf((call, before) => isCompletion(call) && before !== undefined && isCompletion(before)),
      also: ['PAS-23', 'PAS-24'],
    },
    'notifies again when an order comes back from processing to its status': {
      ...notifyingOf((call, before) => isCompletion(call) && before !== undefined && isProcessing(before)),
      also: ['PAS-23', 'PAS-24'],
    },
  },
  'DLV-33': { 'notifies of giftbacks that are canceled': { ...sending('giftback-canceled'), also: ['PAS-22'] } },
});
