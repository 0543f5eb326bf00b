import { STATUS_CODES } from 'node:http';
import { type NotificationFacts, type Outcome, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../../suites/broken-handling.ts';
import type { Defect } from '../../suites/defect.ts';

const ending = (ends: (status: number) => boolean): Defect['options'] => ({
  policy: {
    webhooks: {
      isSuccess: (outcome) =>
        webhooksPolicy.isSuccess(outcome) || (outcome.kind === 'answered' && ends(outcome.status)),
    },
  },
});

const isReset = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.code === 'ECONNRESET';

/** As good as never, and no longer than a timer can wait. */
const neverSeconds = 500_000;

interface Failed {
  outcome: Outcome;
  attempt: number;
}

/** How long the next attempt waits, or whether it comes at all, depends on how the last one failed. */
const afterFailure = (
  delaySeconds: (failed: Failed) => number,
  attemptsMax: (outcome: Outcome) => number = () => 10,
): Defect['options'] => {
  // the platform asks for the next wait in the same breath as for what the attempt came to
  let outcome: Outcome = { kind: 'timed-out' };
  return {
    policy: {
      webhooks: {
        isSuccess(came) {
          outcome = came;
          return webhooksPolicy.isSuccess(came);
        },
        get attemptsMax() {
          return attemptsMax(outcome);
        },
        delaySeconds: (attempt) => delaySeconds({ outcome, attempt }),
      },
    },
  };
};

/** The receiver has N seconds for each attempt. */
const givingTime = (secondsOf: (attempt: number) => number): Defect['options'] => {
  let attempt = 1;
  return {
    policy: {
      webhooks: {
        // the platform asks for the two in the same breath
        payload(facts) {
          attempt = facts.attempt;
          return webhooksPolicy.payload(facts);
        },
        get timeoutSeconds() {
          return secondsOf(attempt);
        },
        delaySeconds: (failed) => 2 * 1.3 ** (failed - 1),
      },
    },
  };
};

const inRetry = (from: number, change: (facts: NotificationFacts) => object): Defect['options'] => ({
  policy: {
    webhooks: {
      payload: (facts) => ({ ...webhooksPolicy.payload(facts), ...(facts.attempt >= from ? change(facts) : {}) }),
    },
  },
});

const doubled = ({ attempt }: Failed): number => 2 ** attempt;

export const deliveriesDefects: readonly Defect[] = [
  {
    rule: 'LAW-61',
    text: 'takes the redirections 301, 303 and 308 for success',
    also: ['DLV-35'],
    options: ending((status) => [301, 303, 308].includes(status)),
  },
  {
    rule: 'LAW-61',
    text: 'gives up at statuses that have no name',
    options: ending((status) => status >= 400 && STATUS_CODES[status] === undefined),
  },
  {
    rule: 'LAW-61',
    text: 'retries what was accepted with 205, 206 or 207',
    also: ['PAS-22'],
    options: {
      policy: {
        webhooks: {
          isSuccess: (outcome) =>
            webhooksPolicy.isSuccess(outcome) &&
            !(outcome.kind === 'answered' && [205, 206, 207].includes(outcome.status)),
        },
      },
    },
  },
  {
    rule: 'LAW-61',
    text: 'draws an id for the fourth attempt',
    also: ['PAS-25'],
    options: inRetry(4, ({ couponId, attempt }) => ({ id: derivedUuid(couponId, attempt) })),
  },
  {
    rule: 'LAW-61',
    text: 'sends no bearer token from the third attempt on',
    also: ['PAS-23'],
    options: {
      policy: {
        webhooks: { authorization: (facts) => (facts.attempt < 3 ? webhooksPolicy.authorization(facts) : undefined) },
      },
    },
  },
  {
    rule: 'LAW-61',
    text: 'gives up when a retry is reset',
    options: afterFailure((failed) => (failed.attempt > 1 && isReset(failed.outcome) ? neverSeconds : doubled(failed))),
  },
  {
    rule: 'LAW-62',
    text: 'gives the receiver six tenths of a second in retries',
    options: givingTime((attempt) => (attempt > 1 ? 0.6 : 20)),
  },
  {
    rule: 'LAW-63',
    text: 'goes on for ever while the receiver gives no answer',
    options: afterFailure(
      (failed) => (failed.attempt < 10 ? doubled(failed) : 60),
      ({ kind }) => (kind === 'answered' ? 10 : 1_000),
    ),
  },
  {
    rule: 'LAW-63',
    text: 'goes on for ever unless the receiver answers with a 5xx',
    options: afterFailure(
      (failed) => (failed.attempt < 10 ? doubled(failed) : 60),
      (outcome) => (outcome.kind === 'answered' && outcome.status >= 500 ? 10 : 1_000),
    ),
  },
  {
    rule: 'LAW-64',
    text: 'gives up when the fifth attempt or a later one is reset',
    options: afterFailure((failed) => (failed.attempt > 4 && isReset(failed.outcome) ? neverSeconds : doubled(failed))),
  },
  {
    rule: 'LAW-64',
    text: 'gives up when a late attempt is answered with a 4xx',
    options: afterFailure((failed) =>
      failed.attempt > 5 && failed.outcome.kind === 'answered' && failed.outcome.status < 500
        ? neverSeconds
        : doubled(failed),
    ),
  },
  {
    rule: 'LAW-65',
    text: 'retries at once what was reset',
    options: afterFailure((failed) => (isReset(failed.outcome) ? 0 : doubled(failed))),
  },
  {
    rule: 'LAW-65',
    text: 'waits a second after every 4xx, however many there were',
    options: afterFailure((failed) =>
      failed.outcome.kind === 'answered' && failed.outcome.status >= 400 && failed.outcome.status < 500
        ? 1
        : doubled(failed),
    ),
  },
];
