import type { PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { endOf } from './read-call.ts';

/** The time of the last event in the record. */
const lastMs = derived(({ calls, attempts, actions, states }): number =>
  // a record may have too many events for the arguments of one call
  [
    ...calls.map(endOf),
    ...attempts.map(endOf),
    ...actions.map(({ toMs }) => toMs),
    ...states.map(({ atMs }) => atMs),
  ].reduce((last, ms) => Math.max(last, ms), 0),
);

/** Whether the record ends too early to show what should follow an event. */
export const isStillToCome = (record: PartnerRecord, atMs: number): boolean =>
  (record.idleMs ?? 0) <= atMs && lastMs(record) - atMs < record.receiverMs;
