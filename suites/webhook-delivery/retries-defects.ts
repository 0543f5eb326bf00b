import { type NotificationFacts, type Outcome, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';

/** Ends a delivery at outcomes that the document does not count as success. */
const ending = (ends: (outcome: Outcome) => boolean): PlatformChange => ({
  policy: { webhooks: { isSuccess: (outcome) => webhooksPolicy.isSuccess(outcome) || ends(outcome) } },
});

const endingAt = (...statuses: number[]): PlatformChange =>
  ending((outcome) => outcome.kind === 'answered' && statuses.includes(outcome.status));

/** Retries statuses that the document counts as success. */
const retrying = (isRetried: (status: number) => boolean): PlatformChange => ({
  policy: {
    webhooks: {
      isSuccess: (outcome) =>
        webhooksPolicy.isSuccess(outcome) && !(outcome.kind === 'answered' && isRetried(outcome.status)),
    },
  },
});

const otherRetry = (change: (facts: NotificationFacts) => object): PlatformChange => ({
  policy: {
    webhooks: {
      payload: (facts) => ({ ...webhooksPolicy.payload(facts), ...(facts.attempt > 1 ? change(facts) : {}) }),
    },
  },
});

const waiting = (delaySeconds: (attempt: number) => number, maxAttempts = 10): PlatformChange => ({
  policy: { webhooks: { delaySeconds, maxAttempts } },
});

const slowly = (delaySeconds: (attempt: number) => number): PlatformChange => ({
  policy: { webhooks: { delaySeconds } },
});

/** Drops the notifications of other coupons while one fails, at a company whose registration was changed. */
const droppingOthers = (): PlatformChange => {
  const failing = new Set<string>();
  return {
    policy: {
      webhooks: {
        target({ current, former, attempt }) {
          if (!current || !former) return current;
          if (attempt > 1) failing.add(current.url);
          // over before the next order
          if (attempt > 3) failing.delete(current.url);
          return attempt === 1 && failing.has(current.url) ? undefined : current;
        },
      },
    },
  };
};

export const retriesDefects = defectsOf({
  'DLV-9': {
    'takes only 200 for success': { ...retrying((status) => status !== 200), also: ['PAS-22'] },
    'takes no status above 204 for success': { ...retrying((status) => status > 204), also: ['PAS-22'] },
    'retries what was accepted with 201': { ...retrying((status) => status === 201), also: ['PAS-22'] },
  },
  'DLV-10': {
    'gives the receiver half a second': {
      policy: { webhooks: { timeoutSeconds: 0.5, delaySeconds: (attempt) => 2 * 1.3 ** (attempt - 1) } },
    },
  },
  'DLV-11': {
    'takes redirections for success': {
      ...ending((outcome) => outcome.kind === 'answered' && outcome.status < 400),
      also: ['DLV-35'],
    },
    'takes 304 for success': endingAt(304),
  },
  'DLV-35': { 'follows redirections': { policy: { webhooks: { followsRedirects: true } } } },
  'DLV-12': {
    'gives up at every 4xx': ending(
      (outcome) => outcome.kind === 'answered' && outcome.status >= 400 && outcome.status < 500,
    ),
    'gives up at 410': endingAt(410),
    'gives up at 404': endingAt(404),
    'gives up at 429': endingAt(429),
  },
  'DLV-13': { 'gives up at 503': endingAt(503) },
  'DLV-14': {
    'gives up when the receiver does not answer': ending(({ kind }) => kind === 'timed-out'),
    'waits forever for the receiver': { policy: { webhooks: { timeoutSeconds: 100_000 } } },
  },
  'DLV-15': {
    'gives up when the connection is reset': ending(
      (outcome) => outcome.kind === 'failed' && outcome.code === 'ECONNRESET',
    ),
  },
  'DLV-16': {
    'gives up when the connection is refused': ending(
      (outcome) => outcome.kind === 'failed' && outcome.code === 'ECONNREFUSED',
    ),
  },
  'DLV-17': {
    'numbers the codes of retries': {
      ...otherRetry(({ code, attempt }) => ({ code: `${code}-${attempt}` })),
      also: ['PAS-26'],
    },
    'draws an id for each retry': {
      ...otherRetry(({ couponId, attempt }) => ({ id: derivedUuid(couponId, attempt) })),
      also: ['PAS-25'],
    },
    'names no order in retries': { ...otherRetry(() => ({ orderId: null })), also: ['PAS-25'] },
    'names another order in each retry': {
      ...otherRetry(({ couponId, attempt }) => ({ orderId: derivedUuid('order', couponId, attempt) })),
      also: ['PAS-25'],
    },
    'names neither order nor coupon in retries': {
      ...otherRetry(({ couponId }) => ({ orderId: null, id: derivedUuid('none', couponId) })),
      also: ['PAS-25'],
    },
  },
  'DLV-18': {
    'retries what was accepted with 200': {
      ...retrying((status) => status === 200),
      also: ['DLV-9', 'DLV-10', 'DLV-32', 'DLV-33', 'DLV-39', 'PAS-22'],
    },
  },
  'DLV-19': { 'drops notifications while another one fails': droppingOthers() },
  'DLV-20': {
    'attempts eleven times': waiting((attempt) => 2 ** attempt, 11),
    'attempts twenty times': waiting((attempt) => 2 * 1.3 ** (attempt - 1), 20),
    'attempts forever, a minute apart at most': {
      ...waiting((attempt) => Math.min(60, 2 ** attempt), 1_000),
      also: ['DLV-36'],
    },
    'attempts forever, after waits that go on doubling': waiting((attempt) => 2 ** attempt, 1_000),
  },
  'DLV-21': {
    'attempts nine times': waiting((attempt) => 2 ** attempt, 9),
    'attempts five times': waiting((attempt) => 2 ** attempt, 5),
  },
  'DLV-22': {
    'waits two seconds longer each time': { ...slowly((attempt) => 2 * attempt), also: ['DLV-36'] },
    'waits two seconds each time': { ...slowly(() => 2), also: ['DLV-24', 'DLV-36'] },
  },
  'DLV-36': {
    'waits half a minute at most': waiting((attempt) => Math.min(30, 2 ** attempt)),
    'waits a minute at most': waiting((attempt) => Math.min(60, 2 ** attempt)),
  },
  'DLV-23': {
    'retries at once and waits only then': slowly((attempt) => (attempt === 1 ? 0 : 2 * 1.3 ** (attempt - 1))),
    'waits half a minute before the first retry': {
      ...slowly((attempt) => (attempt === 1 ? 30 : 2 * 1.3 ** (attempt - 1))),
      also: ['DLV-22', 'DLV-36'],
    },
  },
  'DLV-24': {
    'waits two seconds four times before it waits longer': slowly((attempt) =>
      attempt < 5 ? 2 : 2 * 1.4 ** (attempt - 3),
    ),
  },
});
