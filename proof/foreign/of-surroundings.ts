import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import type { ReadLag } from '../../simulation/lagging-reads.ts';
import type { Draw } from '../draw.ts';
import { limitedTo } from '../variants/rewriting.ts';
import type { Choice, Way } from './way.ts';

/** A gateway that answers some calls in place of the API. */
const sometimes =
  (share: number, answers: readonly Answer[]): Wrap =>
  (handle, { random }) =>
  (call) =>
    random() < share
      ? (answers[Math.floor(random() * answers.length)] ?? { status: 502, body: undefined })
      : handle(call);

const html = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${title}</title></head></html>`,
});

const isTroubled = [{ cause: 'unavailable', rules: ['*-'], extent: 'some' }] as const;

const gatewayAnswers: readonly Answer[] = [
  html(502, 'Bad Gateway'),
  html(503, 'Service Unavailable'),
  html(504, 'Gateway Time-out'),
  { status: 503, body: { message: 'Service Unavailable' } },
  { status: 504, body: { message: 'Endpoint request timed out' } },
  { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too Many Requests' } },
  { status: 502, body: { message: 'Internal server error' } },
];

const header = (name: string): Way => ({
  inFront: (handle: Handle) => (call: Call) => {
    const { [name.toLowerCase()]: value, 'service-access': neutral, ...rest } = call.headers;
    const given = name === 'service-access' ? neutral : value;
    return handle({ ...call, headers: given === undefined ? rest : { ...rest, 'service-access': given } });
  },
  profile: (profile) => ({ ...profile, accessHeader: { ...profile.accessHeader, name } }),
});

const basePath = (prefix: string): Way => ({
  // over real connections, the path contains the prefix
  inFront: (handle) => (call) => {
    const base = prefix.replace(/\/$/, '');
    if (base === '' || !call.path.startsWith(`${base}/`)) return handle(call);
    const depth = base.split('/').length - 1;
    return handle({ ...call, path: call.path.slice(base.length), segments: call.segments.slice(depth) });
  },
  profile: (profile) => ({ ...profile, baseUrl: profile.baseUrl.replace(/\/$/, '') + prefix }),
});

/** Other clients that use the same company during a run. */
const othersAtWork =
  (everyCalls: number): Wrap =>
  (handle, { random }) => {
    let calls = 0;
    let made = 0;
    return async (call) => {
      const answer = await handle(call);
      calls += 1;
      const { authorization, 'service-access': access } = call.headers;
      if (calls % everyCalls !== 0 || answer.status !== 200 || !authorization || !access) return answer;
      made += 1;
      const post = (resource: string, body: object) =>
        handle({
          method: 'POST',
          path: `/${resource}`,
          segments: [resource],
          query: new URLSearchParams(),
          headers: { authorization, 'service-access': access, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const phone = `+55219${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
      const customer = { phone, firstName: 'Outra', address: { street: 'Rua' } };
      await post('products', { name: `of others ${made}`, externalId: `others-${made}` });
      await post('customers', customer);
      const status = made % 2 === 0 ? 'completed' : 'on-hold';
      await post('orders', { status, externalId: `others-${made}`, customer, lineItems: [], total: 50 });
      return answer;
    };
  };

const uuidAtEnd = /^\/[^/]+\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Late reads, with the tolerance that the owner declares. */
const lag = (lagMs: number, isLate: NonNullable<ReadLag['isLate']>, settleSeconds: number | undefined): Way => ({
  world: { readLag: { lagMs, isLate } },
  profile: ({ tolerances: { settleSeconds: _, ...tolerances }, ...profile }) => ({
    ...profile,
    tolerances: { ...tolerances, ...omitUndefined({ settleSeconds }) },
  }),
});

export const lagName = 'lag of reads';
/** Choices that may answer in place of the platform. The copy for late reads would differ from the platform. */
export const answersByItself: readonly string[] = ['others at work', 'rate limit', 'gateway'];

export const ofSurroundings: readonly Choice[] = [
  {
    name: 'others at work',
    open: 'S007: a company is the operator’s and the partner’s; nothing says that a run has it for itself',
    ways: {
      none: {},
      'now and then': { around: othersAtWork(150) },
      often: {
        around: othersAtWork(30),
        // with few requests a second, the list grows before a pass over it ends
        unverified: [{ cause: 'not-observable', rules: ['PAG-', 'DATE-', 'ORD-16'], extent: 'some' }],
      },
    },
  },
  {
    name: 'rate limit',
    open: 'S224: not shown; the profile says what the target takes',
    ways: {
      none: {},
      'forty a second': {
        inFront: limitedTo(40),
        profile: (profile) => ({ ...profile, limits: { ...profile.limits, requestsPerSecond: 15, concurrency: 4 } }),
      },
      'many a second': {
        inFront: limitedTo(500),
        profile: (profile) => ({ ...profile, limits: { ...profile.limits, requestsPerSecond: 250 } }),
      },
    },
  },
  {
    name: 'gateway',
    open: 'S005: what stands before the API has answers of its own, which are none of the API',
    ways: {
      silent: {},
      'an answer in three hundred': { inFront: sometimes(1 / 300, gatewayAnswers), unverified: isTroubled },
      'an HTML 500 now and then': {
        inFront: sometimes(1 / 400, [html(500, 'Internal Server Error')]),
        unverified: isTroubled,
      },
    },
  },
  {
    name: 'second header',
    open: 'S158: its real name carries the operator’s brand',
    ways: {
      neutral: header('service-access'),
      branded: header('x-operator-key'),
      capitals: header('X-ACME-Access'),
      short: header('k'),
    },
  },
  {
    name: 'base URL',
    open: 'S092, S226: paths are relative to it, nothing else is said of it',
    ways: {
      bare: {},
      'with a slash': basePath('/'),
      'with a path': basePath('/partners/api/v3'),
      both: basePath('/api/'),
    },
  },
  {
    name: 'network',
    open: 'S005: nothing is said of the time that an answer takes',
    ways: {
      quick: {},
      slow: (draw: Draw): Way => ({
        world: { network: { calls: { latencyMs: [20, 20 + draw.integer(0, 300)], accidents: {} } } },
      }),
      'slow deliveries': {
        world: { network: { deliveries: { latencyMs: [5, 400], accidents: {} } } },
      },
    },
  },
  {
    name: lagName,
    open: 'S039: the stored value is checked by reading it again, how soon it shows is not said',
    ways: {
      none: {},
      '200 ms': lag(200, () => true, 0.5),
      'two seconds': lag(2000, () => true, 3),
      'two seconds, not declared': lag(2000, () => true, undefined),
      'lists by a second': lag(1000, ({ url }) => url.includes('after='), 2),
      'all but lookups by id, by a second': lag(1000, ({ url }) => !uuidAtEnd.test(url), 1.5),
      'coupons by a second': lag(1000, ({ url }) => url.includes('/coupons'), 2),
    },
  },
  {
    name: 'clock',
    open: 'S036: nothing is said of how right it is',
    ways: {
      right: {},
      wrong: (draw: Draw): Way => ({
        world: { clockSkewMs: draw.integer(-600_000, 600_000) },
        // on our clock the coupon begins later, or on another day
        unverified: [{ cause: 'not-observable', rules: ['FLOW-30', 'FLOW-35', 'FLOW-36'] }],
      }),
    },
  },
  {
    name: 'phones',
    open: 'S060: the form of a phone is not said',
    ways: Object.fromEntries(
      ['+55119########', '55119########', '119########', '+55 81 9########', '(11) 9########', '+1415########'].map(
        (phonePattern) => [phonePattern, { profile: (profile) => ({ ...profile, phonePattern }) } satisfies Way],
      ),
    ),
  },
  {
    name: 'internal error',
    open: 'S196: no request is said to bring one about',
    ways: {
      offered: {},
      'not offered': {
        profile: ({ internalError: _, ...profile }) => profile,
        unverified: [{ cause: 'not-observable', rules: ['PAS-7'], extent: 'some' }],
      },
    },
  },
];
