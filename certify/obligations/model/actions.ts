import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { callsBetween, countBefore } from './read-call.ts';

/** All actions of the session, in order. */
export const actionsInOrder = derived(({ actions }): readonly PartnerAction[] =>
  actions.toSorted((a, b) => a.fromMs - b.fromMs),
);

const doneByName = derived(({ actions }) =>
  Map.groupBy(
    actions.filter(({ outcome }) => outcome === 'done'),
    ({ action }) => action,
  ),
);

/** The actions that the partner reports as done. */
export const doneActions = (record: PartnerRecord, ...names: string[]): readonly PartnerAction[] => {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return doneByName(record).get(only) ?? [];
  return record.actions.filter(({ action, outcome }) => names.includes(action) && outcome === 'done');
};

/**
 * The actions that the partner may have done: a hook that failed or was not answered in time may have accepted its action.
 */
export const possibleActions = (record: PartnerRecord, ...names: string[]): readonly PartnerAction[] =>
  record.actions.filter(({ action, outcome }) => names.includes(action) && outcome !== 'cannot');

/** Whether the second action began before the partner had finished the first. */
export const isAtOnce = (record: PartnerRecord, first: PartnerAction, second: PartnerAction): boolean => {
  const actions = actionsInOrder(record);
  const between = actions.slice(
    countBefore(actions, ({ fromMs }) => fromMs < first.fromMs),
    countBefore(actions, ({ fromMs }) => fromMs < second.fromMs),
  );
  // without any `isSettled`, nothing says which actions overlap
  return actions.some(({ isSettled }) => isSettled) && !between.some(({ isSettled }) => isSettled);
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
