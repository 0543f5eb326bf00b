import { counted } from '../../core/counted.ts';
import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { judgedPart } from '../obligations/judge.ts';
import { playAt } from '../obligations/plays.ts';

const judgedActions = (records: readonly PartnerRecord[]): PartnerAction[] =>
  records.flatMap((record) => judgedPart(record).actions);

/** The tries of each action that was never done. Of reports of the state, only those that failed are actions. */
const withoutSuccess = (records: readonly PartnerRecord[]): PartnerAction[][] => {
  const hasState = records.some(({ states }) => states.length > 0);
  return [...Map.groupBy(judgedActions(records), ({ action }) => action)].flatMap(([name, tries]) =>
    tries.some(({ outcome }) => outcome === 'done') || (name === 'state' && hasState) ? [] : [tries],
  );
};

const hasFailed = ({ outcome }: PartnerAction): boolean => outcome === 'failed';

const reasonOf = (action: PartnerAction | undefined): string => action?.message ?? 'it gave no reason';

/** Whether a partner refuses an action for now, and does not say that it never does it. */
export const isRefusal = ({ outcome, message = '' }: PartnerAction): boolean =>
  outcome === 'cannot' && /^(409|422)\b/.test(message);

const isSaidNever = (action: PartnerAction): boolean => action.outcome === 'cannot' && !isRefusal(action);

/** A single failure may come from a busy machine. */
const fewestFailures = 2;

/** Whether a partner says of an action that it never does it. */
const isNeverDone = (tries: readonly PartnerAction[]): boolean =>
  tries.some(isSaidNever) && !tries.some(isRefusal) && tries.filter(hasFailed).length < fewestFailures;

/** What the partner says that it never does, each with its message: nothing is known of these actions. */
export const neverDoes = (records: readonly PartnerRecord[]): string[] =>
  withoutSuccess(records)
    .filter(isNeverDone)
    .map((tries) => `${tries[0]?.action} (${reasonOf(tries.findLast(isSaidNever))})`);

/** Whether a request of the play was disturbed before the end of the action, or the partner was restarted during it. */
const isDisturbed = (record: PartnerRecord, { number, fromMs, toMs }: PartnerAction): boolean => {
  const { calls, actions } = record;
  const begunMs = playAt(record, fromMs)?.fromMs ?? 0;
  return (
    calls.some(({ atMs, fault }) => fault !== undefined && atMs >= begunMs && atMs <= toMs) ||
    actions.some(
      (other) => other.number !== number && other.action === 'restart' && other.fromMs < toMs && fromMs < other.toMs,
    )
  );
};

/** The actions that failed so that they cannot be judged, as sentences. */
export const failedActions = (records: readonly PartnerRecord[]): string[] => {
  const never = withoutSuccess(records).filter((tries) => tries.some(hasFailed) && !isNeverDone(tries));
  const undisturbed = records.flatMap((record) =>
    judgedActions([record]).filter((action) => hasFailed(action) && !isDisturbed(record, action)),
  );
  const again = [...Map.groupBy(undisturbed, ({ action }) => action)].filter(
    ([action, failures]) => failures.length >= fewestFailures && !never.some(([first]) => first?.action === action),
  );
  return [
    ...never.map(
      (tries) =>
        `${tries[0]?.action} was asked for ${counted(tries.length, 'time')} and never done: ${reasonOf(tries.findLast(hasFailed))}`,
    ),
    ...again.map(
      ([action, failures]) =>
        `${action} failed ${failures.length} times without a disturbance, the last time in the scenario ${failures.at(-1)?.scenario}: ${reasonOf(failures.at(-1))}`,
    ),
  ];
};
