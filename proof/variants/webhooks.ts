import { drawer } from '../../fixtures/seeded-draws.ts';
import { rewriting } from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

const delivery = 'Events › Delivery';
const trigger = 'Events › Trigger';
const second = 'There is one registration a company: what a second POST does to the first is not said';
const some = 'Dispatch goes through a queue and takes some seconds: how many is not said';
const backoff =
  'The waits begin at about two seconds and grow exponentially: neither the factor nor any jitter is given';
const longest = 'The waits grow exponentially: that there is no longest wait is not said';
const upTo = 'A failed webhook is attempted up to ten times: that there are no fewer attempts is not said';
const limits = 'Limits';

type Options = NonNullable<Variant['options']>;

const waiting = (delaySeconds: (attempt: number) => number): Options => ({ policy: { webhooks: { delaySeconds } } });

const attempting = (maxAttempts: number): Options => ({ policy: { webhooks: { maxAttempts } } });

/** What up to three attempts do not show. */
const fewWaits: NonNullable<Variant['unverified']> = [
  { cause: 'not-observable', rules: ['DLV-22', 'DLV-36'] },
  { cause: 'not-reached', rules: ['DLV-24'] },
];

/** The getter gives each platform its own draws, so that a run is the same whatever ran before it. */
const waitingAtRandom = (delaySeconds: (attempt: number, draw: () => number) => number): Options => ({
  policy: {
    get webhooks() {
      const draw = drawer('backoff');
      return { delaySeconds: (attempt: number) => delaySeconds(attempt, draw) };
    },
  },
});

/** Doubled waits, each shortened or lengthened by up to this share. */
const jittered = (share: number): Options =>
  waitingAtRandom((attempt, draw) => 2 ** attempt * (1 - share + 2 * share * draw()));

/** The profile of a platform with a slow queue, which its owner declares. */
const prompt =
  (promptSeconds: number): NonNullable<Variant['profile']> =>
  (profile) => ({ ...profile, tolerances: { ...profile.tolerances, promptSeconds } });

export const webhooks: readonly Variant[] = [
  {
    name: 'second-registration-updates',
    text: 'changes the registration when a second one is posted, under its old id',
    open: second,
    source: limits,
    options: { choices: { webhooks: { secondRegistration: 'updates' } } },
  },
  {
    name: 'second-registration-refused',
    text: 'refuses a second registration with 422',
    open: second,
    source: limits,
    options: { choices: { webhooks: { secondRegistration: 'refuses-422' } } },
  },
  {
    name: 'pending-keeps-its-target',
    text: 'sends pending attempts to the URL that was registered when their notification began',
    open: 'Whether a pending attempt follows a change of the registration is not said',
    source: delivery,
    options: { choices: { webhooks: { pendingFollowsRegistration: false } } },
    depth: 'full',
  },
  ...leftOpen(some, trigger, [
    {
      name: 'queue-immediate',
      text: 'notifies at once, so that a webhook may come before the answer to the order',
      options: { choices: { webhooks: { queueDelaySeconds: 0, queueJitterShare: 0 } } },
      depth: 'full',
    },
    {
      name: 'queue-ten-seconds',
      text: 'lets a notification wait ten seconds in its queue, a quarter more or less',
      options: { choices: { webhooks: { queueDelaySeconds: 7.5, queueJitterShare: 2 / 3 } } },
      profile: prompt(15),
      depth: 'full',
    },
    {
      name: 'queue-half-a-minute',
      text: 'lets a notification wait fifteen to thirty seconds in its queue',
      options: { choices: { webhooks: { queueDelaySeconds: 15, queueJitterShare: 1 } } },
      profile: prompt(40),
      depth: 'full',
    },
  ]),
  ...leftOpen(backoff, delivery, [
    {
      name: 'backoff-jitter-quarter',
      text: 'waits up to a quarter longer or shorter than doubled waits',
      options: jittered(0.25),
      depth: 'full',
    },
    {
      name: 'backoff-jitter-third',
      text: 'waits up to a third longer or shorter than doubled waits',
      options: jittered(1 / 3),
      depth: 'full',
    },
    {
      name: 'backoff-slower-growth',
      text: 'multiplies its waits by 1.6',
      // a slower clock, because a busy machine would blur the short waits
      options: { policy: { timeScale: 0.01, webhooks: { delaySeconds: (attempt) => 2 * 1.6 ** (attempt - 1) } } },
      depth: 'full',
    },
    {
      name: 'backoff-faster-growth',
      text: 'triples its waits',
      options: waiting((attempt) => 2 * 3 ** (attempt - 1)),
      // the ten attempts would take three hours
      unverified: [{ cause: 'not-observable', rules: ['DLV-20', 'DLV-21', 'DLV-22', 'DLV-36', 'LAW-63', 'LAW-64'] }],
      depth: 'full',
    },
    {
      name: 'backoff-from-two-and-a-half',
      text: 'doubles its waits from two and a half seconds on',
      options: waiting((attempt) => 2.5 * 2 ** (attempt - 1)),
      depth: 'full',
    },
    {
      name: 'backoff-from-one-and-a-half',
      text: 'doubles its waits from one and a half seconds on',
      options: waiting((attempt) => 1.5 * 2 ** (attempt - 1)),
      depth: 'full',
    },
  ]),
  {
    name: 'backoff-capped-at-60',
    text: 'doubles its waits up to a minute',
    open: longest,
    source: delivery,
    options: waiting((attempt) => Math.min(60, 2 ** attempt)),
    warns: ['DLV-36'],
    depth: 'full',
  },
  {
    name: 'backoff-capped-at-120',
    text: 'doubles its waits up to two minutes',
    open: longest,
    source: delivery,
    options: waiting((attempt) => Math.min(120, 2 ** attempt)),
    warns: ['DLV-36'],
    depth: 'full',
  },
  {
    name: 'backoff-full-jitter',
    text: 'waits a random time up to a doubled wait, and a minute at most',
    open: backoff,
    source: delivery,
    options: {
      choices: { webhooks: { queueJitterShare: 0 } },
      ...waitingAtRandom((attempt, draw) => draw() * Math.min(60, 2 ** attempt)),
    },
    warns: ['DLV-23', 'DLV-24', 'DLV-36', 'LAW-65'],
    // some waits are too short by chance
    unverified: [{ cause: 'not-observable', rules: ['DLV-23', 'DLV-24', 'DLV-36'], extent: 'some' }],
    depth: 'full',
  },
  ...leftOpen(upTo, delivery, [
    {
      name: 'attempts-two',
      text: 'attempts a notification at most twice',
      options: attempting(2),
      warns: ['DLV-21', 'LAW-64'],
      unverified: [
        ...fewWaits,
        // by chance, the second attempt comes after somebody listens
        { cause: 'not-observable', rules: ['DLV-16'], extent: 'some' },
      ],
      depth: 'full',
    },
    {
      name: 'attempts-three',
      text: 'attempts a notification at most three times',
      options: attempting(3),
      warns: ['DLV-21', 'LAW-64'],
      unverified: fewWaits,
      depth: 'full',
    },
    {
      name: 'attempts-five',
      text: 'attempts a notification at most five times',
      options: attempting(5),
      warns: ['DLV-21', 'LAW-64'],
      unverified: [{ cause: 'not-observable', rules: ['DLV-22', 'DLV-36'] }],
      depth: 'full',
    },
  ]),
  {
    name: 'redirections-followed',
    text: 'follows the redirections of a receiver',
    open: 'A status other than 2xx is a failure: whether a redirection that is followed is an answer of its own is not said',
    source: delivery,
    options: { policy: { webhooks: { followsRedirects: true } } },
    warns: ['DLV-35'],
  },
  {
    name: 'webhook-type-with-charset',
    text: 'names the charset of its notifications',
    open: 'They are application/json: a parameter is not excluded',
    source: delivery,
    options: { policy: { webhooks: { contentType: 'application/json; charset=utf-8' } } },
  },
  {
    name: 'webhook-chunked',
    text: 'sends its notifications in chunks',
    open: 'They are an HTTP POST of JSON: how it is framed is not said',
    source: delivery,
    options: { choices: { webhooks: { framing: 'chunked' } } },
    onTheWire: true,
  },
  {
    name: 'webhook-fields-elsewhere',
    text: 'shows the four fields of a notification in another order, among fields of its own',
    open: 'Four fields are always there: that there are no others is not said',
    source: 'Events › Payload',
    options: {
      policy: {
        webhooks: {
          payload: ({ code, couponId, orderId, companyId, attempt }) => ({
            version: 1,
            companyId,
            sentAt: new Date().toISOString(),
            orderId,
            attempt,
            source: { kind: 'automation', labels: [] },
            id: couponId,
            code,
          }),
        },
      },
    },
  },
  {
    name: 'registration-id-elsewhere',
    text: 'answers the id of a registration inside an object',
    open: 'The answer to POST /webhooks is not shown: the profile says where the id is',
    source: 'Resources and their fields › Fields not shown',
    options: {
      wrap: rewriting((answer, { method, path }) =>
        method === 'POST' && path === '/webhooks' && answer.status === 200
          ? { ...answer, body: { ok: true, data: [answer.body] } }
          : answer,
      ),
    },
    profile: (profile) => ({
      ...profile,
      resources: {
        ...profile.resources,
        webhooks: profile.resources.webhooks && { ...profile.resources.webhooks, idPointer: '/data/0/id' },
      },
    }),
  },
];
