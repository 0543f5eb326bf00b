import type { FaultEntry, PartnerAttempt, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import {
  byArrival,
  callsOn,
  countBefore,
  endOf,
  fieldsOf,
  isAccepted,
  mayBeStored,
  nameOf,
  writesWebhook,
} from './read-call.ts';

const faultsByNumber = derived(({ faults }) => new Map(faults.map(({ number, kind }) => [number, kind])));

/** The disturbance of a call or an attempt; undefined if there was none. */
export const faultOf = (
  record: PartnerRecord,
  { fault }: { fault?: number | undefined },
): FaultEntry['kind'] | undefined => (fault === undefined ? undefined : faultsByNumber(record).get(fault));

/** Whether an attempt is forged, without the registered bearer. */
export const isForged = (record: PartnerRecord, attempt: PartnerAttempt): boolean =>
  ['wrong bearer', 'no bearer'].includes(faultOf(record, attempt) ?? '');

/** The attempts for one coupon, in order, without forged ones. */
export interface Notification {
  code: string;
  first: PartnerAttempt;
  /** All attempts after the first: retries and repetitions. */
  again: PartnerAttempt[];
}

/** The notifications of all coupons, in the order of their first attempts. */
export const notificationsOf = derived((record): readonly Notification[] => {
  const genuine = byArrival(record.attempts.filter((attempt) => !isForged(record, attempt)));
  return [...Map.groupBy(genuine, ({ code }) => code)].flatMap(([code, [first, ...again]]) =>
    first ? [{ code, first, again }] : [],
  );
});

export const attemptsOf = ({ first, again }: Notification): PartnerAttempt[] => [first, ...again];

/** The number of attempts of an unacknowledged notification for which a session waits. */
export const awaitedAttempts = 3;

/** The time of the first acknowledgment; undefined if there was none. */
export const acknowledgedMs = (notification: Notification): number | undefined => {
  const acknowledged = attemptsOf(notification).find(isAccepted);
  return acknowledged && endOf(acknowledged);
};

/** Whether a notification was acknowledged while the session waited. The work on a later one may be under way. */
export const isAcknowledgedInTime = (notification: Notification): boolean =>
  attemptsOf(notification).slice(0, awaitedAttempts).some(isAccepted);

/** The order that a notification names; null for a coupon without an order. */
export const orderIdIn = (attempt: PartnerAttempt): unknown => fieldsOf(attempt).orderId;

/** The platform's id of the coupon that is notified. */
export const couponIdIn = (attempt: PartnerAttempt): unknown => fieldsOf(attempt).id;

export const restartsOf = derived(({ actions }) => actions.filter(({ action }) => action === 'restart'));

/** What a gateway answers for a process that is down or going down. */
const gatewayStatuses = [502, 503, 504];
/** A process that answers before it restarts is gone for a moment after its answer, in milliseconds. */
export const restartSlackMs = 2_000;

/**
 * Whether an attempt failed because the partner was restarted. The partner ended while it processed the attempt, or there
 * was no answer or an error before the restart was complete.
 */
export const isDuringRestart = (record: PartnerRecord, attempt: PartnerAttempt): boolean => {
  const { answer, atMs } = attempt;
  const isLost = 'lost' in answer;
  const isGone = isLost ? answer.lost !== 'time-out' : gatewayStatuses.includes(answer.status);
  return restartsOf(record).some(({ fromMs, toMs }) => {
    if (fromMs > endOf(attempt) || atMs > toMs + (isGone ? restartSlackMs : 0)) return false;
    return isLost || answer.status >= 500;
  });
};

/** The platform reads the registration at most this long before it sends a notification. */
const sendingMs = 50;

const registrationWrites = derived((record) =>
  callsOn(record, 'webhooks').filter((call) => call.method !== 'GET' && mayBeStored(call)),
);

/** Whether an attempt came during a change or removal of the registration, so that the former one may be its reason. */
const isAtRegistration = (record: PartnerRecord, attempt: PartnerAttempt): boolean =>
  registrationWrites(record).some((call) => call.atMs <= endOf(attempt) && attempt.atMs <= endOf(call) + sendingMs);

/** Whether an attempt failed during a change or removal of the registration, so that it may have the former bearer. */
export const isDuringRegistration = (record: PartnerRecord, attempt: PartnerAttempt): boolean =>
  !isAccepted(attempt) && isAtRegistration(record, attempt);

/** Whether a bearer is registered after a write of the registration. What nothing shows counts as no bearer. */
const keepsBearer = (hadBearer: boolean, write: PartnerCall): boolean => {
  const hasBearer = writesWebhook(write) && nameOf(fieldsOf(write).bearerToken) !== undefined;
  return hasBearer && (isAccepted(write) || hadBearer);
};

/** Whether a bearer is registered when an attempt comes: its registration shows it, or what the platform sends. */
export const isBearerRegistered = (record: PartnerRecord, attempt: PartnerAttempt): boolean => {
  if (isAtRegistration(record, attempt)) return false;
  const writes = registrationWrites(record);
  const before = writes.slice(
    0,
    countBefore(writes, ({ atMs }) => atMs < attempt.atMs),
  );
  const last = before.at(-1);
  const fromMs = last ? endOf(last) : 0;
  const untilMs = writes[before.length]?.atMs ?? Number.POSITIVE_INFINITY;
  const isSent = record.attempts.some(
    (other) =>
      other.atMs >= fromMs &&
      other.atMs < untilMs &&
      'authorization' in other.headers &&
      !isForged(record, other) &&
      !isAtRegistration(record, other),
  );
  return isSent || before.reduce(keepsBearer, false);
};

/** How a notification was repeated. */
export type Again = 'at once' | 'late' | 'after a restart';

/** How a further attempt follows the earlier ones. */
export const howAgain = (record: PartnerRecord, { first }: Notification, attempt: PartnerAttempt): Again => {
  const isAfterRestart = restartsOf(record).some(
    ({ fromMs, outcome }) => outcome === 'done' && first.atMs < fromMs && fromMs <= attempt.atMs,
  );
  if (isAfterRestart) return 'after a restart';
  return faultOf(record, attempt) === 'late repeat' ? 'late' : 'at once';
};

/**
 * A burst has at least this many notifications of coupons without an order, with shorter pauses than this and no action
 * between them.
 */
const burst = { least: 20, pauseMs: 250 };

/** The notifications of bursts. */
export const burstsIn = derived((record): readonly Notification[] => {
  const { actions } = record;
  const groups: Notification[][] = [];
  for (const notification of notificationsOf(record).filter(({ first }) => orderIdIn(first) === null)) {
    const current = groups.at(-1);
    const last = current?.at(-1);
    const isNext =
      last !== undefined &&
      notification.first.atMs - last.first.atMs <= burst.pauseMs &&
      !actions.some(({ fromMs }) => fromMs > last.first.atMs && fromMs <= notification.first.atMs);
    if (current && isNext) current.push(notification);
    else groups.push([notification]);
  }
  return groups.filter(({ length }) => length >= burst.least).flat();
});

/** The notifications outside of bursts. */
export const singlesIn = derived((record): readonly Notification[] => {
  const inBurst = new Set(burstsIn(record).map(({ code }) => code));
  return notificationsOf(record).filter(({ code }) => !inBurst.has(code));
});
