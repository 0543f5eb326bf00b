import type { StoredAttempt } from '../core/attempt.ts';
import type { StoredDeliveries } from '../core/deliveries.ts';

const shownAttempts = 12;

/** How the receiver answered an attempt. */
export const answerOf = ({ answer, senderClosedAtMs, answeredAtMs }: StoredAttempt): string => {
  const gaveUp = senderClosedAtMs !== undefined && answeredAtMs === undefined;
  if (gaveUp) return 'the sender gave up waiting';
  switch (answer?.kind) {
    case 'status':
      return `answered ${answer.status}`;
    case 'hang':
      return senderClosedAtMs === undefined ? 'not answered' : 'not answered until the sender gave up';
    case 'reset':
      return 'connection reset';
    case 'closed':
      return 'nothing was listening';
    case undefined:
      return 'held, not answered yet';
  }
};

const seconds = (milliseconds: number, timeScale: number): string =>
  `+${(milliseconds / 1000 / timeScale).toFixed(2)} s`.padStart(11);

/** The attempts of a delivery, one line each: documented seconds after the first, and the answer. */
export const timelineOf = ({ attempts }: StoredDeliveries, timeScale: number): string[] => {
  const [first] = attempts;
  if (!first) return ['no attempt arrived'];
  const lines = attempts
    .slice(0, shownAttempts)
    .map((attempt) => `${seconds(attempt.receivedAtMs - first.receivedAtMs, timeScale)}  ${answerOf(attempt)}`);
  const more = attempts.length - shownAttempts;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
};
