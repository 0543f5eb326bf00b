import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { judgedPart } from '../obligations/judge.ts';

const judgedActions = (records: readonly PartnerRecord[]): PartnerAction[] =>
  records.flatMap((record) => judgedPart(record).actions);

/** The tries of each action that was never done. Of reports of the state, only those that failed are actions. */
const neverDone = (records: readonly PartnerRecord[]): PartnerAction[][] => {
  const hasState = records.some(({ states }) => states.length > 0);
  return [...Map.groupBy(judgedActions(records), ({ action }) => action)].flatMap(([name, tries]) =>
    tries.some(({ outcome }) => outcome === 'done') || (name === 'state' && hasState) ? [] : [tries],
  );
};

const hasFailed = ({ outcome }: PartnerAction): boolean => outcome === 'failed';

const lastMessage = (tries: readonly PartnerAction[]): string => tries.at(-1)?.message ?? 'it gave no reason';

/** Whether a partner refuses an action for now, and does not say that it never does it. */
export const isRefusal = ({ outcome, message = '' }: PartnerAction): boolean =>
  outcome === 'cannot' && /^(409|422)\b/.test(message);

/** What the partner says that it never does, each with its message: nothing is known of these actions. */
export const neverDoes = (records: readonly PartnerRecord[]): string[] =>
  neverDone(records)
    .filter((tries) => !tries.some((action) => hasFailed(action) || isRefusal(action)))
    .map((tries) => `${tries[0]?.action} (${lastMessage(tries)})`);

/** Whether a request of the play was disturbed before the end of the action, or the partner was restarted during it. */
const isDisturbed = ({ plays, calls, actions }: PartnerRecord, { number, fromMs, toMs }: PartnerAction): boolean => {
  const begunMs = plays.findLast((play) => play.fromMs <= fromMs)?.fromMs ?? 0;
  return (
    calls.some(({ atMs, fault }) => fault !== undefined && atMs >= begunMs && atMs <= toMs) ||
    actions.some(
      (other) => other.number !== number && other.action === 'restart' && other.fromMs < toMs && fromMs < other.toMs,
    )
  );
};

/** A single failure may come from a busy machine. */
const fewestFailures = 2;

/** The actions that failed so that they cannot be judged, as sentences. */
export const failedActions = (records: readonly PartnerRecord[]): string[] => {
  const never = neverDone(records).filter((tries) => tries.some(hasFailed));
  const undisturbed = records.flatMap((record) =>
    judgedActions([record]).filter((action) => hasFailed(action) && !isDisturbed(record, action)),
  );
  const again = [...Map.groupBy(undisturbed, ({ action }) => action)].filter(
    ([action, failures]) => failures.length >= fewestFailures && !never.some(([first]) => first?.action === action),
  );
  return [
    ...never.map(
      (tries) => `${tries[0]?.action} was asked for ${tries.length} times and never done: ${lastMessage(tries)}`,
    ),
    ...again.map(
      ([action, failures]) =>
        `${action} failed ${failures.length} times without a disturbance, at last in the scenario ${failures.at(-1)?.scenario}: ${lastMessage(failures)}`,
    ),
  ];
};
