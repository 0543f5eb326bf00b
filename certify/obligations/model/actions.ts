import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsOf } from './read-call.ts';

/** What the partner was made to do and says that it did. */
export const doneActions = ({ actions }: PartnerRecord, ...names: string[]): PartnerAction[] =>
  actions.filter(({ action, outcome }) => names.includes(action) && outcome === 'done');

/** Whether the partner was made to do a second thing before it had finished a first. */
export const isAtOnce = ({ actions }: PartnerRecord, first: PartnerAction, second: PartnerAction): boolean => {
  const between = actions.filter(({ fromMs }) => fromMs >= first.fromMs && fromMs < second.fromMs);
  // a record of an earlier version does not say what was waited for
  return actions.some(({ isSettled }) => isSettled) && !between.some(({ isSettled }) => isSettled);
};

/** Calls from an action's beginning until the next thing that the partner was made to do. */
export const callsDuring = (record: PartnerRecord, { fromMs }: PartnerAction): PartnerCall[] => {
  const untilMs = record.actions
    .map((action) => action.fromMs)
    .filter((next) => next > fromMs)
    .reduce((first, next) => Math.min(first, next), Number.POSITIVE_INFINITY);
  return callsOf(record).filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
};
