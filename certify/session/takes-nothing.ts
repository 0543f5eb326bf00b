import type { PartnerAttempt } from '../../core/partner-record.ts';
import { awaitedAttempts } from '../obligations/model/notifications.ts';
import { isAccepted } from '../obligations/model/read-call.ts';

/** Notifications in a row that were not taken, after which none is expected to be. */
const untakenInARow = 2;

/**
 * Whether the partner's receiver took none of the last notifications, however often they came. What scenarios do to
 * notifications does not count.
 */
export const takesNothing = (attempts: readonly PartnerAttempt[]): boolean => {
  const byCode = Map.groupBy(
    attempts.filter(({ fault }) => fault === undefined),
    ({ code }) => code,
  );
  const latest = [...byCode.values()].slice(-untakenInARow);
  return (
    latest.length === untakenInARow && latest.every((each) => each.length >= awaitedAttempts && !each.some(isAccepted))
  );
};
