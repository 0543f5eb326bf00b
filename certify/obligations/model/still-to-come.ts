import type { PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { endOf } from './read-call.ts';

/** When the last thing in the record happened. */
const lastMs = derived(({ calls, attempts, actions, states }): number =>
  // a record may be too long to be the arguments of one call
  [
    ...calls.map(endOf),
    ...attempts.map(endOf),
    ...actions.map(({ toMs }) => toMs),
    ...states.map(({ atMs }) => atMs),
  ].reduce((last, ms) => Math.max(last, ms), 0),
);

/** Whether what should follow something may still be to come when the record ends. */
export const isStillToCome = (record: PartnerRecord, atMs: number): boolean =>
  (record.idleMs ?? 0) <= atMs && lastMs(record) - atMs < record.receiverMs;
