import { STATUS_CODES } from 'node:http';
import { type Outcome, type WebhooksPolicy, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../../suites/broken-handling.ts';
import { defectsOf, type PlatformChange } from '../../suites/defect.ts';

const delivering = (webhooks: Partial<WebhooksPolicy>): PlatformChange => ({ policy: { webhooks } });

const ending = (ends: (status: number) => boolean): PlatformChange =>
  delivering({
    isSuccess: (outcome) => webhooksPolicy.isSuccess(outcome) || (outcome.kind === 'answered' && ends(outcome.status)),
  });

const isReset = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.code === 'ECONNRESET';

/** Practically never, and still short enough for a timer. */
const neverSeconds = 500_000;

interface Failed {
  outcome: Outcome;
  attempt: number;
}

/** The wait before the next attempt, and the number of attempts, depend on how the last one failed. */
const afterFailure = (
  delaySeconds: (failed: Failed) => number,
  maxAttempts: (outcome: Outcome) => number = () => 10,
): PlatformChange => {
  // the platform asks for the next wait right after it has asked whether the attempt succeeded
  let outcome: Outcome = { kind: 'timed-out' };
  return delivering({
    isSuccess(came) {
      outcome = came;
      return webhooksPolicy.isSuccess(came);
    },
    get maxAttempts() {
      return maxAttempts(outcome);
    },
    delaySeconds: (attempt) => delaySeconds({ outcome, attempt }),
  });
};

/** Gives the receiver another timeout in each attempt. */
const givingTime = (secondsOf: (attempt: number) => number): PlatformChange => {
  let attempt = 1;
  return delivering({
    // the platform asks for the timeout right after the payload
    payload(facts) {
      attempt = facts.attempt;
      return webhooksPolicy.payload(facts);
    },
    get timeoutSeconds() {
      return secondsOf(attempt);
    },
    delaySeconds: (failed) => 2 * 1.3 ** (failed - 1),
  });
};

const isAnswered = ({ outcome }: Failed, from: number, to: number): boolean =>
  outcome.kind === 'answered' && outcome.status >= from && outcome.status <= to;

const doubled = ({ attempt }: Failed): number => 2 ** attempt;

export const deliveriesDefects = defectsOf({
  'LAW-61': {
    'takes the redirections 301, 303 and 308 for success': {
      ...ending((status) => [301, 303, 308].includes(status)),
      also: ['DLV-35'],
    },
    'gives up at statuses that have no name': ending((status) => status >= 400 && STATUS_CODES[status] === undefined),
    'retries what was accepted with 205, 206 or 207': {
      ...delivering({
        isSuccess: (outcome) =>
          webhooksPolicy.isSuccess(outcome) &&
          !(outcome.kind === 'answered' && [205, 206, 207].includes(outcome.status)),
      }),
      also: ['PAS-22'],
    },
    'draws an id for the fourth attempt': {
      ...delivering({
        payload: ({ couponId, attempt, ...facts }) =>
          webhooksPolicy.payload({
            ...facts,
            attempt,
            couponId: attempt < 4 ? couponId : derivedUuid(couponId, attempt),
          }),
      }),
      also: ['PAS-25'],
    },
    'sends no bearer token from the third attempt on': {
      ...delivering({
        authorization: (facts) => (facts.attempt < 3 ? webhooksPolicy.authorization(facts) : undefined),
      }),
      also: ['PAS-23'],
    },
    'gives up when a retry is reset': afterFailure((failed) =>
      failed.attempt > 1 && isReset(failed.outcome) ? neverSeconds : doubled(failed),
    ),
  },
  'LAW-62': {
    'gives the receiver six tenths of a second in retries': givingTime((attempt) => (attempt > 1 ? 0.6 : 20)),
  },
  'LAW-63': {
    'goes on forever while the receiver gives no answer': afterFailure(
      (failed) => (failed.attempt < 10 ? doubled(failed) : 60),
      ({ kind }) => (kind === 'answered' ? 10 : 1_000),
    ),
    'goes on forever unless the receiver answers with a 5xx': afterFailure(
      (failed) => (failed.attempt < 10 ? doubled(failed) : 60),
      (outcome) => (outcome.kind === 'answered' && outcome.status >= 500 ? 10 : 1_000),
    ),
  },
  'LAW-64': {
    'gives up when the fifth attempt or a later one is reset': afterFailure((failed) =>
      failed.attempt > 4 && isReset(failed.outcome) ? neverSeconds : doubled(failed),
    ),
    'gives up when a late attempt is answered with a 4xx': afterFailure((failed) =>
      failed.attempt > 5 && isAnswered(failed, 100, 499) ? neverSeconds : doubled(failed),
    ),
  },
  'LAW-65': {
    'retries at once what was reset': afterFailure((failed) => (isReset(failed.outcome) ? 0 : doubled(failed))),
    'waits a second after every 4xx, however many there were': afterFailure((failed) =>
      isAnswered(failed, 400, 499) ? 1 : doubled(failed),
    ),
  },
});
