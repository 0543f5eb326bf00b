import type { Call } from '../../platform/http/call.ts';
import { type FlowEntryFacts, flowsPolicy } from '../../platform/policy/flows.ts';
import { sentFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';

export interface Entry extends FlowEntryFacts {
  /** What the document says of this entry. */
  isDue: boolean;
  /** The call that brought the order here. */
  call: Call;
  /** The status that the same path was last sent. */
  statusBefore: unknown;
  /** Whether the order that is changed entered any flow before. */
  hasEnteredAny: boolean;
}

/** A platform whose orders enter flows by another decision, which also sees the call and what came before it. */
export const entersFlows = (decide: (entry: Entry) => boolean): Defect['options'] => {
  const statuses = new Map<string, unknown>();
  const entered = new Set<string>();
  let entry: Pick<Entry, 'call' | 'statusBefore'> | undefined;
  return {
    wrap: (handle) => (call) => {
      // the platform decides before it gives the answer back, so that the call is the one decided on
      entry = { call, statusBefore: statuses.get(call.path) };
      const { status } = sentFields(call);
      if (call.method === 'PUT' && status !== undefined) statuses.set(call.path, status);
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

/** Whether the flow would be entered by an order that has not passed it and a customer who has not either. */
export const isMeant = ({ flow, trigger }: FlowEntryFacts): boolean => flow.isActive && flow.trigger === trigger;
