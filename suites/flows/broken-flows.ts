import { isObject, type JsonObject } from '../../core/json.ts';
import type { Call } from '../../platform/http/call.ts';
import { type FlowEntryFacts, flowsPolicy } from '../../platform/policy/flows.ts';
import { callsTo, sentFields } from '../broken-handling.ts';
import type { PlatformChange } from '../defect.ts';

export interface Entry extends FlowEntryFacts {
  /** Whether the order enters the flow according to the document. */
  isDue: boolean;
  /** The request that created or changed the order. */
  call: Call;
  /** The body that was last put to the same path with a status. */
  sentBefore: JsonObject | undefined;
  /** Its status. */
  statusBefore: unknown;
  /** Whether the changed order entered any flow before. */
  hasEnteredAny: boolean;
}

/** Decides otherwise which orders enter flows. The decision also sees the request and what came before it. */
export const entersFlows = (decide: (entry: Entry) => boolean): PlatformChange => {
  const bodies = new Map<string, JsonObject>();
  const entered = new Set<string>();
  let entry: Pick<Entry, 'call' | 'sentBefore' | 'statusBefore'> | undefined;
  return {
    wrap: (handle) => (call) => {
      // the platform decides before it responds, so the decision is about this request
      const sentBefore = bodies.get(call.path);
      entry = { call, sentBefore, statusBefore: sentBefore?.status };
      const sent = sentFields(call);
      if (call.method === 'PUT' && sent.status !== undefined) bodies.set(call.path, sent);
      return handle(call);
    },
    policy: {
      flows: {
        mayEnter(facts) {
          if (!entry) return flowsPolicy.mayEnter(facts);
          const { path } = entry.call;
          const isDue = flowsPolicy.mayEnter(facts);
          const enters = decide({
            ...facts,
            ...entry,
            isDue,
            hasEnteredAny: entry.call.method === 'PUT' && entered.has(path),
          });
          if (enters) entered.add(path);
          return enters;
        },
      },
    },
  };
};

/** Whether a new order of a new customer would enter the flow. */
export const isMeant = ({ flow, trigger }: FlowEntryFacts): boolean => flow.isActive && flow.trigger === trigger;

/** Lets a known order enter a flow again when it is posted again. */
export const entersWhenPostedAgain = (): PlatformChange => {
  const ids = new Map<unknown, string>();
  let isAgain = false;
  return {
    wrap: (handle) => async (call) => {
      const id = callsTo('POST /orders')(call) ? ids.get(sentFields(call).externalId) : undefined;
      if (id !== undefined) {
        isAgain = true;
        // the platform decides before it responds
        const put = handle({ ...call, method: 'PUT', path: `/orders/${id}`, segments: ['orders', id] });
        isAgain = false;
        await put;
      }
      const answer = await handle(call);
      const isRead = callsTo('GET /orders/external/:externalId')(call) && answer.status === 200;
      if (isRead && isObject(answer.body)) ids.set(call.segments[2], String(answer.body.id));
      return answer;
    },
    policy: { flows: { mayEnter: (facts) => flowsPolicy.mayEnter(facts) || (isAgain && isMeant(facts)) } },
  };
};
