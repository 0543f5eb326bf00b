import type { PartnerAction, PartnerCall } from '../../../core/partner-record.ts';
import { actionsInOrder } from './actions.ts';
import { derived } from './derived.ts';
import { callsBetween } from './read-call.ts';

/** Simultaneous actions, until the partner had finished all of them. */
export interface Block {
  actions: PartnerAction[];
  /** The calls from its first action until the first action of the next block. */
  calls: PartnerCall[];
  fromMs: number;
  untilMs: number;
}

/** Whether the partner performed one of these actions. */
export const isDone = ({ action, outcome }: PartnerAction, ...names: readonly string[]): boolean =>
  names.includes(action) && outcome === 'done';

/** Whether the partner may have performed one of these actions. */
export const mayBeDone = ({ action, outcome }: PartnerAction, ...names: readonly string[]): boolean =>
  names.includes(action) && outcome !== 'cannot';

/** Every block that the session waited for to its end, in order. */
export const blocksOf = derived((record): readonly Block[] => {
  const groups: PartnerAction[][] = [[]];
  for (const action of actionsInOrder(record)) {
    groups.at(-1)?.push(action);
    if (action.isSettled) groups.push([]);
  }
  return groups.flatMap((actions, index) => {
    const fromMs = actions[0]?.fromMs;
    if (fromMs === undefined || actions.at(-1)?.isSettled !== true) return [];
    const untilMs = groups[index + 1]?.[0]?.fromMs ?? Number.POSITIVE_INFINITY;
    return [{ actions, calls: callsBetween(record, fromMs, untilMs), fromMs, untilMs }];
  });
});
