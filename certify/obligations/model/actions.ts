import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { callsBetween, countBefore } from './read-call.ts';

/** All actions of the session, in order. */
export const actionsInOrder = derived(({ actions }): readonly PartnerAction[] =>
  actions.toSorted((a, b) => a.fromMs - b.fromMs),
);

type Actions = readonly PartnerAction[];

const byName = (isOne: (action: PartnerAction) => boolean) =>
  derived(({ actions }): ReadonlyMap<string, Actions> => Map.groupBy(actions.filter(isOne), ({ action }) => action));

const doneByName = byName(({ outcome }) => outcome === 'done');
const possibleByName = byName(({ outcome }) => outcome !== 'cannot');

/** The actions of some names, in the order of the record. */
const ofNames = (all: ReadonlyMap<string, Actions>, names: readonly string[]): Actions => {
  const [only = [], ...others] = names.map((name) => all.get(name) ?? []);
  return others.length === 0 ? only : [only, ...others].flat().toSorted((a, b) => a.number - b.number);
};

/** The actions that the partner reports as done. */
export const doneActions = (record: PartnerRecord, ...names: string[]): readonly PartnerAction[] =>
  ofNames(doneByName(record), names);

/**
 * The actions that the partner may have done: a hook that failed or was not answered in time may have accepted its action.
 */
export const possibleActions = (record: PartnerRecord, ...names: string[]): readonly PartnerAction[] =>
  ofNames(possibleByName(record), names);

/** Whether a partner says that it never does an action, or never with these parameters. */
export const isNever = ({ outcome, message = '' }: PartnerAction): boolean =>
  outcome === 'cannot' && /^501\b/.test(message);

const settledActions = derived((record) => actionsInOrder(record).filter(({ isSettled }) => isSettled));

/** Whether the second action began before the partner had finished the first. */
export const isAtOnce = (record: PartnerRecord, first: PartnerAction, second: PartnerAction): boolean => {
  const settled = settledActions(record);
  const countUntil = ({ fromMs: untilMs }: PartnerAction): number =>
    countBefore(settled, ({ fromMs }) => fromMs < untilMs);
  // without any `isSettled`, nothing says which actions overlap
  return settled.length > 0 && countUntil(first) >= countUntil(second);
};

/** A registration that was asked for while a removal of the registration was under way. */
interface RegistrationAtOnce {
  removal: PartnerAction;
  registration: PartnerAction;
}

/** All such registrations, each with every removal that was under way. */
export const registrationsAtOnce = derived((record): readonly RegistrationAtOnce[] =>
  possibleActions(record, 'unregister-webhook').flatMap((removal) =>
    possibleActions(record, 'register-webhook')
      .filter((registration) => removal.fromMs < registration.fromMs && isAtOnce(record, removal, registration))
      .map((registration) => ({ removal, registration })),
  ),
);

/** The calls from an action until the next one. */
export const callsDuring = (record: PartnerRecord, { fromMs }: PartnerAction): PartnerCall[] => {
  const actions = actionsInOrder(record);
  const next = actions[countBefore(actions, (action) => action.fromMs <= fromMs)];
  return callsBetween(record, fromMs, next?.fromMs);
};
