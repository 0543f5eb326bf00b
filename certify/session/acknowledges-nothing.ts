import type { PartnerAttempt } from '../../core/partner-record.ts';
import { awaitedAttempts } from '../obligations/model/notifications.ts';
import { isAccepted } from '../obligations/model/read-call.ts';

/** After this many unacknowledged notifications in a row, none is expected to be acknowledged. */
const unacknowledgedInARow = 2;

/**
 * Whether the partner's receiver acknowledged none of the last notifications in any attempt from a time on, in
 * milliseconds since the session began. Disturbed attempts do not count.
 */
export const acknowledgesNothing = (attempts: readonly PartnerAttempt[], sinceMs: number): boolean => {
  const byCode = Map.groupBy(
    attempts.filter(({ fault, atMs }) => fault === undefined && atMs >= sinceMs),
    ({ code }) => code,
  );
  const latest = [...byCode.values()].slice(-unacknowledgedInARow);
  return (
    latest.length === unacknowledgedInARow &&
    latest.every((each) => each.length >= awaitedAttempts && !each.some(isAccepted))
  );
};
