import { isObject } from '../../core/json.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { Draw } from '../draw.ts';
import { reversedFields } from '../variants/rewriting.ts';
import type { Choice, Way } from './way.ts';

type Attempt = Parameters<Sender['send']>[0];

const sending = (change: (attempt: Attempt) => Attempt): Way => ({
  sender: (sender) => ({ ...sender, send: (attempt) => sender.send(change(attempt)), close: () => sender.close() }),
});

const withHeaders = (headers: Record<string, string>): Way =>
  sending((attempt) => ({ ...attempt, headers: { ...headers, ...attempt.headers } }));

/** Rewrites the body of each notification, after any defect did. */
export const withPayload = (rewrite: (payload: Record<string, unknown>) => unknown, indent?: number): Way =>
  sending((attempt) => {
    const payload: unknown = JSON.parse(attempt.body);
    return isObject(payload) ? { ...attempt, body: JSON.stringify(rewrite(payload), null, indent) } : attempt;
  });

/** A few workers send all attempts; a later one waits until a worker is free. */
const workers = (count: number): Way => ({
  // a retry waits until one of them is free
  unverified: [{ cause: 'not-observable', rules: ['DLV-22', 'DLV-23', 'DLV-24', 'DLV-36'], extent: 'some' }],
  sender: (sender) => {
    let free = count;
    const waiting: (() => void)[] = [];
    return {
      async send(attempt) {
        if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
        else free -= 1;
        const outcome = await sender.send(attempt);
        const next = waiting.shift();
        if (next) next();
        else free += 1;
        return outcome;
      },
      close: () => sender.close(),
    };
  },
});

/** Growing waits with jitter. */
const backoff = (draw: Draw, seconds: (attempt: number) => number, jitter: number): Way => ({
  policy: {
    webhooks: {
      delaySeconds: (attempt) => seconds(attempt) * (1 - jitter + (2 * jitter * draw.integer(0, 1000)) / 1000),
    },
  },
});

const queued = (seconds: number, jitter: number): Way => ({
  choices: { webhooks: { queueDelaySeconds: seconds, queueJitterShare: jitter } },
});

export const ofDeliveries: readonly Choice[] = [
  {
    name: 'headers of notifications',
    open: 'S174, S189: a POST with Content-Type application/json; neither further headers nor a signature are shown',
    ways: {
      few: {},
      'of a library': withHeaders({
        'user-agent': 'axios/1.7.2',
        accept: 'application/json, text/plain, */*',
        'accept-encoding': 'gzip',
      }),
      signed: withHeaders({
        'x-signature': 'sha256=00ff',
        'x-event': 'coupon_create',
        traceparent: `00-${'0'.repeat(32)}-01`,
      }),
      'with a charset': { policy: { webhooks: { contentType: 'application/json; charset=utf-8' } } },
    },
  },
  {
    name: 'payload',
    open: 'S181 to S185: four fields are always there; that there are no others is not said',
    ways: {
      'as the platform': {},
      bare: { choices: { answers: { extraFields: { payloads: false } } } },
      'further fields': withPayload((payload) => ({
        version: 1,
        type: 'coupon_create',
        sentAt: 1_760_000_000,
        source: { kind: 'automation', labels: [] },
        ...payload,
      })),
      'reversed and indented': withPayload(reversedFields, 2),
    },
  },
  {
    name: 'queue',
    open: 'S173: dispatch is asynchronous; allow some seconds',
    ways: {
      'at once': queued(0, 0),
      'a second': queued(1, 0.2),
      'some seconds': queued(4, 1),
      'a fixed tick': queued(5, 0),
      'up to ten': (draw) => queued(draw.integer(1, 5), 1),
    },
  },
  {
    name: 'flows',
    open: 'S168, S173: how soon a flow runs after an order has come is not said',
    ways: {
      'at once': {},
      'seconds later': { choices: { orders: { flowDelaySeconds: 3 } } },
    },
  },
  {
    name: 'backoff',
    // an upper limit of the waits causes a warning, so none is drawn
    open: 'S178, S220: exponential from about two seconds; neither factor nor jitter is given',
    ways: {
      doubled: {},
      'jitter of a tenth': (draw) => backoff(draw, (attempt) => 2 ** attempt, 0.1),
      'jitter of a quarter': (draw) => backoff(draw, (attempt) => 2 ** attempt, 0.25),
      'lengthened by a quarter': { choices: { webhooks: { backoffJitterShare: 0.25 } } },
      'factor 1.7': (draw) => backoff(draw, (attempt) => 2 * 1.7 ** (attempt - 1), 0),
      // the ten attempts would take two hours
      'factor 2.5': (draw) => ({
        ...backoff(draw, (attempt) => 2 * 2.5 ** (attempt - 1), 0),
        unverified: [{ cause: 'not-observable', rules: ['DLV-20', 'DLV-21', 'DLV-22', 'DLV-36', 'LAW-63', 'LAW-64'] }],
      }),
      'from 1.5 seconds': (draw) => backoff(draw, (attempt) => 1.5 * 2 ** (attempt - 1), 0.05),
    },
  },
  {
    name: 'pending notifications',
    open: 'S139: whether they follow a change of the registration is not said',
    ways: { follow: {}, stay: { choices: { webhooks: { pendingFollowsRegistration: false } } } },
  },
  {
    name: 'attempts at once',
    open: 'S173: there is a queue; how many it works on at a time is not said',
    ways: { 'side by side': {}, 'forty-eight workers': workers(48) },
  },
  {
    name: 'time of a receiver',
    open: 'S176: a few seconds',
    ways: {
      'five seconds': {},
      'three seconds': { policy: { webhooks: { timeoutSeconds: 3 } } },
      'ten seconds': { policy: { webhooks: { timeoutSeconds: 10 } } },
    },
  },
  {
    name: 'framing of notifications',
    open: 'S174: an HTTP POST of JSON; how it is framed is not said',
    ways: {
      'content-length': {},
      chunked: { choices: { webhooks: { framing: 'chunked', connection: 'close' } } },
    },
  },
];
