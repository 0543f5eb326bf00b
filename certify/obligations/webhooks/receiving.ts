import { isDeepStrictEqual } from 'node:util';
import type { PartnerAttempt, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { isNotFound, withCouponCalls } from '../model/coupon-calls.ts';
import { attemptNumbers } from '../model/coupon-evidence.ts';
import { plainFirsts, unusualFirsts } from '../model/first-attempts.ts';
import { actionsOf, copiesSince, heldFrom, idsSent } from '../model/held-coupons.ts';
import {
  type Again,
  acknowledgedMs,
  attemptsOf,
  burstsIn,
  faultOf,
  howAgain,
  isBearerRegistered,
  isDuringRegistration,
  isDuringRestart,
  isForged,
  notificationsOf,
  orderIdIn,
} from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, endOf, fieldsOf, isAccepted, nameOf, partsOf } from '../model/read-call.ts';
import { actionBefore, fieldsOfRecord } from '../model/repeated-sends.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation } from '../obligation.ts';
import { answersFirst } from './answers-first.ts';

const delivery = 'Events › Delivery';
const forgery = 'the document does not say that a receiver checks the bearer, which has no other use';

const answered = ({ answer }: PartnerAttempt): string => {
  if ('lost' in answer) return `got no answer (${answer.lost})`;
  const isRefused = answer.status === 401 || answer.status === 403;
  return `was answered ${answer.status}${isRefused ? ' although it came as the registration has it' : ''}`;
};

const isTooLate = ({ answer }: PartnerAttempt): boolean => 'lost' in answer && answer.lost === 'time-out';

/** Whether an attempt failed for the platform: the partner refused it, or the answer was lost. */
const isFailed = (record: PartnerRecord, attempt: PartnerAttempt): boolean =>
  !isAccepted(attempt) ||
  record.faults.some(({ kind, attempt: number }) => kind === 'acknowledgment lost' && number === attempt.number);

/** The names by which a partner may look up the coupon of a notification. */
const namesIn = (attempt: PartnerAttempt): string[] =>
  [attempt.code, fieldsOf(attempt).id, orderIdIn(attempt)].flatMap((name) => nameOf(name) ?? []);

/** Attempts after one that the partner acknowledged. */
const repeatsOf = (record: PartnerRecord): PartnerAttempt[] =>
  notificationsOf(record).flatMap((notification) => {
    const fromMs = acknowledgedMs(notification);
    return notification.again.filter(
      (attempt) => fromMs !== undefined && attempt.atMs >= fromMs && !isDuringRestart(record, attempt),
    );
  });

const madeOnce = (id: Obligation['id'], how: Again, text: string): Obligation => ({
  id,
  text,
  source: delivery,
  statements: ['S180', 'S179'],
  level: 'must',
  needs: 'webhooks',
  judge: (record) =>
    notificationsOf(record).flatMap((notification) => {
      const { code, again } = notification;
      const attempts = attemptNumbers(notification);
      // each state reflects the attempt before it
      const said = heldFrom(record, code, 0).flatMap((state) => {
        const last = again.findLast((attempt) => endOf(attempt) <= state.atMs);
        if (last === undefined || howAgain(record, notification, last) !== how) return [];
        // many shops give a code that is taken a suffix
        return [{ ...state, held: [...state.held, ...copiesSince(record, code, last.atMs, state.atMs)] }];
      });
      if (said.length === 0) return [];
      const most = said.reduce((highest, { held }) => Math.max(highest, held.length), 0);
      const codes = new Set(said.flatMap(({ held }) => held.map((each) => each.code)));
      return [
        observation(
          most <= 1,
          { attempts, actions: actionsOf(said) },
          `the coupon ${code} was notified ${attempts.length} times, at last ${how}, and is held ${most} times${codes.size > 1 ? `, as ${[...codes].join(' and ')}` : ''}; a known code should be answered with 2xx and change nothing`,
        ),
      ];
    }),
});

const takes = (
  id: Obligation['id'],
  text: string,
  { seen, ...basis }: Pick<Obligation, 'level' | 'statements' | 'inferred'> & { seen: string },
  attempts: (record: PartnerRecord) => PartnerAttempt[],
): Obligation => ({
  id,
  text,
  source: delivery,
  ...basis,
  needs: 'webhooks',
  judge: (record) =>
    attempts(record)
      .filter((attempt) => !isDuringRegistration(record, attempt))
      .map((attempt) =>
        observation(
          isAccepted(attempt),
          { attempts: [attempt.number] },
          `the notification of ${attempt.code} ${seen} and ${answered(attempt)}; it should be answered 2xx`,
        ),
      ),
});

/** A notification without the registered bearer, in words. */
const forgedIn = (record: PartnerRecord, attempt: PartnerAttempt): string =>
  `the notification with ${faultOf(record, attempt) === 'wrong bearer' ? 'a wrong bearer' : 'no bearer'}`;

const forgedOf = (record: PartnerRecord): PartnerAttempt[] =>
  record.attempts.filter(
    (attempt) => isForged(record, attempt) && !isDuringRestart(record, attempt) && isBearerRegistered(record, attempt),
  );

export const receiving: readonly Obligation[] = [
  {
    id: 'PART-55',
    text: 'The receiver answers a notification with 2xx',
    source: delivery,
    statements: ['S176', 'S177'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      plainFirsts(record)
        // another obligation judges how long it takes
        .filter((attempt) => !isTooLate(attempt))
        .map((attempt) =>
          observation(
            isAccepted(attempt),
            { attempts: [attempt.number] },
            `the notification of ${attempt.code} ${answered(attempt)}; it should be answered 2xx before any work`,
          ),
        ),
  },
  {
    id: 'PART-56',
    text: 'The receiver answers a notification before the platform’s timeout',
    source: delivery,
    statements: ['S176', 'S221'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      plainFirsts(record)
        .filter((attempt) => 'status' in attempt.answer || isTooLate(attempt))
        .map((attempt) =>
          observation(
            !isTooLate(attempt),
            { attempts: [attempt.number] },
            `the notification of ${attempt.code} was not answered within ${record.receiverMs} ms, the time that a receiver has here`,
          ),
        ),
  },
  {
    id: 'PART-114',
    text: 'The receiver answers most notifications within half of the timeout',
    source: delivery,
    statements: ['S176', 'S221'],
    level: 'should',
    inferred: 'the document does not say how many seconds a few are; 5 are certainly few',
    needs: 'webhooks',
    judge(record) {
      const accepted = plainFirsts(record).filter(isAccepted);
      const late = accepted.filter(({ tookMs }) => tookMs > record.receiverMs / 2);
      if (accepted.length === 0) return [];
      return [
        observation(
          // the machine may have delayed it
          late.length * 2 <= accepted.length,
          { attempts: numbersOf(late.length > 0 ? late : accepted) },
          `${late.length} of ${accepted.length} notifications were answered after more than half of the ${record.receiverMs} ms that a receiver has here`,
        ),
      ];
    },
  },
  {
    id: 'PART-57',
    text: 'The receiver answers a retry with 2xx if the first attempt failed',
    source: delivery,
    statements: ['S176', 'S178'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      notificationsOf(record)
        .filter(({ first }) => isFailed(record, first))
        .flatMap((notification) => {
          const { code, again } = notification;
          // the platform may give up before software that was restarted is there again
          const last = again.findLast((attempt) => !isDuringRestart(record, attempt));
          if (last === undefined) return [];
          return [
            observation(
              again.some(isAccepted),
              { attempts: attemptNumbers(notification) },
              `the notification of ${code} was tried ${1 + again.length} times, and no retry got a 2xx: the last one ${answered(last)}`,
            ),
          ];
        }),
  },
  answersFirst,
  takes(
    'PART-59',
    'The receiver answers a repeated notification with 2xx, at once and later',
    { level: 'must', statements: ['S180', 'S179'], seen: 'came again' },
    repeatsOf,
  ),
  madeOnce('PART-60', 'at once', 'A notification that is repeated at once creates no second coupon'),
  madeOnce('PART-61', 'late', 'A notification that is repeated much later creates no second coupon'),
  madeOnce('PART-62', 'after a restart', 'A notification that is repeated after a restart creates no second coupon'),
  {
    id: 'PART-63',
    text: 'The partner sends one `externalId` for a coupon, however often it is notified',
    source: delivery,
    statements: ['S042', 'S180'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
        const { code, lookups, writeBacks } = notification;
        // a coupon that was not found may come back under another id
        const timesGone = ({ atMs }: PartnerCall): number =>
          lookups.filter((lookup) => isNotFound(lookup) && lookup.atMs < atMs).length;
        const idsAtOnce = [...Map.groupBy(writeBacks, timesGone).values()].map((calls) => idsSent(record, code, calls));
        const [ids] = idsAtOnce.toSorted((one, other) => other.size - one.size);
        if (ids === undefined) return [];
        return [
          observation(
            ids.size === 1,
            {
              calls: numbersOf(writeBacks),
              attempts: attemptNumbers(notification),
            },
            `the coupon ${code} was given the externalIds ${[...ids].join(', ')}; it should have one`,
          ),
        ];
      }),
  },
  {
    id: 'PART-65',
    text: 'With a bearer registered, a webhook with a wrong or missing bearer triggers no lookup and creates no coupon',
    source: delivery,
    statements: ['S166', 'S175'],
    level: 'should',
    inferred: forgery,
    needs: 'webhooks',
    judge(record) {
      const genuine = new Set(notificationsOf(record).flatMap(({ first }) => namesIn(first)));
      return forgedOf(record)
        .filter(({ code }) => !genuine.has(code))
        .map((attempt) => {
          const names = namesIn(attempt).filter((name) => !genuine.has(name));
          const calls = callsOn(record, 'coupons').filter(
            (call) => call.atMs >= attempt.atMs && partsOf(call).some((part) => names.includes(part)),
          );
          const held = heldFrom(record, attempt.code, attempt.atMs).filter((state) => state.held.length > 0);
          return observation(
            calls.length === 0 && held.length === 0,
            { attempts: [attempt.number], calls: numbersOf(calls), actions: actionsOf(held) },
            `${forgedIn(record, attempt)} had an effect: the coupon ${attempt.code} was ${held.length > 0 ? 'created' : 'looked up'}`,
          );
        });
    },
  },
  takes(
    'PART-66',
    'The receiver answers the notification of a coupon without an order with 2xx',
    { level: 'must', statements: ['S176', 'S183'], seen: 'had orderId null' },
    (record) => unusualFirsts(record, (first) => orderIdIn(first) === null),
  ),
  takes(
    'PART-67',
    'The receiver answers a notification with unknown fields with 2xx',
    {
      level: 'should',
      statements: ['S176', 'S185'],
      inferred: 'the document neither announces nor excludes more fields',
      seen: 'had unknown fields',
    },
    (record) => unusualFirsts(record, (first) => faultOf(record, first) === 'unknown fields'),
  ),
  {
    id: 'PART-68',
    text: 'The receiver answers each of many simultaneous notifications with 2xx, if necessary after retries',
    source: delivery,
    statements: ['S176', 'S178'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      burstsIn(record).flatMap((notification) => {
        const isTaken = acknowledgedMs(notification) !== undefined;
        const attempts = attemptsOf(notification);
        const last = attempts.at(-1) ?? notification.first;
        // a retry may come after the end of the record
        if (!isTaken && isStillToCome(record, endOf(last))) return [];
        return [
          observation(
            isTaken,
            { attempts: numbersOf(attempts) },
            `the notification of ${notification.code} came with many others, was tried ${attempts.length} times and never answered 2xx`,
          ),
        ];
      }),
  },
  takes(
    'PART-113',
    'The receiver answers each of many simultaneous notifications with 2xx at the first attempt',
    {
      level: 'should',
      statements: ['S176', 'S221'],
      inferred: 'the platform retries a failed notification, and the document does not say how many come at once',
      seen: 'came with many others',
    },
    (record) =>
      burstsIn(record)
        // another obligation judges one that is never acknowledged
        .filter((notification) => acknowledgedMs(notification) !== undefined)
        .map(({ first }) => first),
  ),
  {
    id: 'PART-104',
    text: 'A notification that is repeated after its coupon was handled triggers no further write',
    source: delivery,
    statements: ['S180'],
    level: 'must',
    needs: 'webhooks',
    judge(record) {
      const isAtOneAction = (one: { atMs: number }, other: { atMs: number }): boolean =>
        actionBefore(record, one) === actionBefore(record, other);
      const notifications = withCouponCalls(record, notificationsOf(record)).map((notification) => {
        const isDone = (call: PartnerCall): boolean => isAccepted(call) && call.fault === undefined;
        const done = notification.writeBacks.find(isDone);
        // another obligation judges another id, and a write with more fields has its own reason
        const alike = notification.writeBacks.filter(
          (call) => done !== undefined && isDeepStrictEqual(fieldsOfRecord(record, call), fieldsOfRecord(record, done)),
        );
        return { ...notification, done, alike, accepted: alike.filter(isDone) };
      });
      const single = notifications.filter(({ again }) => again.length === 0);
      // a partner may write as often as it likes if it repeats nothing
      const usual = Math.max(
        1,
        ...single.map(({ first, accepted }) => accepted.filter((call) => isAtOneAction(call, first)).length),
      );
      // it may write all ids again, for instance at its start
      const isResync = (attempt: PartnerAttempt): boolean =>
        single.some(
          ({ first, accepted }) =>
            !isAtOneAction(first, attempt) && accepted.some((call) => isAtOneAction(call, attempt)),
        );
      return notifications.flatMap((notification) => {
        const { code, done, alike } = notification;
        const again = notification.again.filter((attempt) => done && attempt.atMs > endOf(done));
        const [first] = again;
        if (!first || isResync(first)) return [];
        const after = alike.filter((call) => call.atMs >= first.atMs && isAtOneAction(call, first));
        const before = alike.filter((call) => call.atMs < first.atMs);
        return [
          observation(
            after.length === 0 || before.length + after.length <= usual,
            { attempts: numbersOf(again), calls: numbersOf(after) },
            `the coupon ${code} had been processed when its notification came again, and its externalId was sent again`,
          ),
        ];
      });
    },
  },
];
