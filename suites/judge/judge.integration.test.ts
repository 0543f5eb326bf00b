import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { reasonOf, type Verdict } from '../../core/verdict.ts';
import { listen } from '../../fixtures/processes/listening.ts';
import type { ProfileInput } from '../../fixtures/profile/schema.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { testProfile, testSecrets } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import type { CheckContext } from '../check-context.ts';
import type { Rule } from '../rule.ts';
import { openTestSession } from '../session/test-session.ts';
import { expectAnswer, expectHolds } from './expect.ts';
import { judge } from './judge.ts';

type Check = (context: CheckContext, tried: number) => Promise<void>;

interface Said {
  rule?: Partial<Rule>;
  listener?: RequestListener;
  profile?: Partial<ProfileInput>;
  handle?: Partial<RunHandle>;
}

const good: RequestListener = (_, response) => response.end('{"good":true}');

/** The verdict on a rule with this check, and how often the check ran. */
const judged = async (
  check: Check,
  { rule = {}, listener = good, profile, handle }: Said = {},
): Promise<Verdict & { tries: number }> => {
  await using server = await serving(listener);
  await using opened = await openTestSession(testProfile(server.url, { writes: true, ...profile }), handle);
  let tries = 0;
  const verdict = await judge(opened.session, 'tested', {
    id: 'TEST-1',
    text: 'The target is good',
    source: 'Nowhere',
    statements: ['S001'],
    level: 'must',
    ...rule,
    check: (context) => check(context, ++tries),
  });
  return { ...verdict, tries };
};

const asksForGood: Check = async ({ get }) => expectAnswer(await get('/asked'), 200, { good: true });
const answering =
  (...bodies: string[]): RequestListener =>
  (_, response) =>
    response.end(bodies.length > 1 ? bodies.shift() : bodies[0]);
const bad = '{"good":false}';

test('a check whose assertions hold passes at once, with its evidence', async () => {
  expect(await judged(asksForGood)).toMatchObject({
    rule: 'TEST-1',
    section: 'tested',
    text: 'The target is good',
    source: 'Nowhere',
    level: 'must',
    outcome: 'pass',
    assertions: 2,
    exchanges: [{ by: 'TEST-1', status: 200, assertions: [{ pointer: 'status' }, { pointer: '/good' }] }],
    requests: 1,
    tries: 1,
  });
});

test('a must that does not hold fails, confirmed on three further tries', async () => {
  expect(await judged(asksForGood, { listener: answering(bad) })).toMatchObject({
    outcome: 'fail',
    violation: { pointer: '/good', expected: 'true', actual: 'false', exchange: 1 },
    stability: { kind: 'stable', failed: 4, of: 4 },
    requests: 4,
    tries: 4,
  });
});

test('a fault that comes and goes is reported with how often it came', async () => {
  const listener = answering(bad, '{"good":true}', bad);
  expect(await judged(asksForGood, { listener })).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'intermittent', failed: 3, of: 4 },
  });
});

test('a should that does not hold warns', async () => {
  expect(await judged(asksForGood, { rule: { level: 'should' }, listener: answering(bad) })).toMatchObject({
    outcome: 'warn',
    stability: { kind: 'stable', failed: 4, of: 4 },
  });
});

test('the tries that confirm a fault start together, also at full depth', async () => {
  let [underWay, most] = [0, 0];
  const check: Check = async ({ get }, tried) => {
    most = Math.max(most, ++underWay);
    const answer = await get('/asked');
    // nobody leaves before all have come
    if (tried > 1) await expect.poll(() => most).toBe(3);
    underWay--;
    expectAnswer(answer, 200, { good: true });
  };
  const verdict = await judged(check, { rule: { depth: 'full' }, listener: answering(bad) });
  expect(verdict).toMatchObject({ stability: { kind: 'stable', failed: 4, of: 4 }, tries: 4 });
});

test('tries that fail at different assertions are no stable fault, and the assertion that failed in most of them is reported', async () => {
  const check: Check = async ({ get }, tried) => {
    const answer = await get('/asked');
    expectAnswer(answer, 200, tried === 1 ? { first: true } : { good: true });
  };
  expect(await judged(check, { listener: answering(bad) })).toMatchObject({
    outcome: 'fail',
    violation: { pointer: '/good' },
    stability: { kind: 'unconfirmed', failed: 3, of: 3 },
  });
});

test('the values that each try has of its own make no other assertion', async () => {
  const check: Check = async ({ get, unique }) => {
    const name = unique.name('own');
    expectAnswer(await get(`/asked/${unique.uuid()}`), 200, { good: name });
  };
  expect(await judged(check, { listener: answering(bad) })).toMatchObject({
    violation: { expected: expect.stringContaining('-own-') },
    stability: { kind: 'stable', failed: 4, of: 4 },
  });
});

test('the same assertion at another place of a walk through pages is another one', async () => {
  const check: Check = async ({ get }, tried) => {
    for (let page = 1; page <= 4; page++) {
      expectAnswer(await get('/pages', { query: { page, bad: tried } }), 200, { good: true });
    }
  };
  const listener: RequestListener = ({ url }, response) => {
    const { searchParams } = new URL(url ?? '', 'http://target');
    response.end(searchParams.get('page') === searchParams.get('bad') ? bad : '{"good":true}');
  };
  expect(await judged(check, { listener })).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'intermittent', failed: 1, of: 4 },
  });
});

test('a rule of full depth is not tried at quick depth, and the reason says how it would be', async () => {
  expect(await judged(asksForGood, { rule: { depth: 'full' }, handle: { depth: 'quick' } })).toMatchObject({
    outcome: 'unverified',
    cause: 'not-observable',
    reason: expect.stringContaining('--depth full'),
    requests: 0,
    tries: 0,
  });
});

test('a check without an assertion is an error, however good the answers', async () => {
  expect(await judged(async ({ get }) => void (await get('/asked')))).toMatchObject({
    outcome: 'error',
    reason: expect.stringContaining('made no assertion'),
    tries: 1,
  });
});

test.for([
  ['an error', () => new TypeError('of ours'), 'TypeError: of ours'],
  ['an error in an error', () => new Error('outer', { cause: new RangeError('inner') }), 'RangeError: inner'],
  ['a text', () => 'just text', 'just text'],
] as [string, () => unknown, string][])(
  '%s thrown by a check is an error, and is not tried again',
  async ([, thrown, reason]) => {
    expect(await judged(() => Promise.reject(thrown()))).toMatchObject({ outcome: 'error', reason, tries: 1 });
  },
);

test('a violation that a library wrapped is still a fault', async () => {
  const check: Check = async (context, tried) => {
    try {
      await asksForGood(context, tried);
    } catch (cause) {
      throw new Error('wrapped', { cause });
    }
  };
  expect(await judged(check, { listener: answering(bad) })).toMatchObject({ outcome: 'fail' });
});

test('what a check says it cannot judge is unverified with its cause', async () => {
  const check: Check = async ({ unverified }) => unverified('not-reached', 'no order was made');
  expect(await judged(check)).toMatchObject({
    outcome: 'unverified',
    cause: 'not-reached',
    reason: 'no order was made',
    tries: 1,
  });
});

test('a missing capability is unverified with what would make the rule run', async () => {
  expect(await judged(asksForGood, { rule: { needs: ['create orders', 'second company'] } })).toMatchObject({
    outcome: 'unverified',
    cause: 'not-declared',
    reason: 'create orders: resources.orders.body; second company: a second entry in companies',
    tries: 0,
  });
});

test.for([[['create stores', 'second company']], [['second company', 'create stores']]] as const)(
  'what the target does not have weighs more than what the profile does not say: %s',
  async ([needs]) => {
    expect(await judged(asksForGood, { rule: { needs }, profile: { resources: { stores: false } } })).toMatchObject({
      cause: 'not-offered',
    });
  },
);

const post: Check = async ({ post: send }) => expectAnswer(await send('/asked', { body: {} }), 200, { good: true });

test('a write that got no answer is tried again as a whole, on fresh data', async () => {
  const bodies: string[] = [];
  let asked = 0;
  const check: Check = async ({ post: send, unique }) => {
    const body = { name: unique.name('fresh') };
    bodies.push(body.name);
    expectAnswer(await send('/asked', { body }), 200);
  };
  const listener: RequestListener = (_, response) => response.writeHead(++asked < 3 ? 503 : 200).end('{}');
  expect(await judged(check, { listener })).toMatchObject({ outcome: 'pass', tries: 3, requests: 3 });
  expect(new Set(bodies).size).toBe(3);
});

test('a target that never answers a write is unavailable after four tries', async () => {
  expect(await judged(post, { listener: (_, response) => response.writeHead(503).end() })).toMatchObject({
    outcome: 'unverified',
    cause: 'unavailable',
    reason: 'POST /asked answered 503',
    tries: 4,
  });
});

test('a fault that could not be confirmed, because the target stopped answering, is no failure', async () => {
  let asked = 0;
  const listener: RequestListener = (_, response) =>
    ++asked === 1 ? response.end(bad) : response.writeHead(503).end();
  const verdict = await judged(post, { listener });
  expect(verdict).toMatchObject({
    outcome: 'unverified',
    cause: 'unavailable',
    reason: expect.stringContaining('/good: expected true, got false'),
  });
  expect(verdict).not.toHaveProperty('violation');
  expect(verdict).not.toHaveProperty('stability');
});

test('a fault that was confirmed once is a failure, also when the target then stops answering, but is not called stable', async () => {
  let asked = 0;
  const listener: RequestListener = (_, response) => (++asked <= 2 ? response.end(bad) : response.writeHead(503).end());
  expect(await judged(post, { listener })).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'unconfirmed', failed: 2, of: 2 },
  });
});

test('a confirmation that got no answer is made again', async () => {
  let asked = 0;
  const listener: RequestListener = (_, response) =>
    ++asked === 2 ? response.writeHead(503).end() : response.end(bad);
  expect(await judged(post, { listener })).toMatchObject({
    stability: { kind: 'stable', failed: 4, of: 4 },
    tries: 5,
  });
});

test('a fault whose confirmation lacks what only the first try had stays a fault', async () => {
  const check: Check = async (context, tried) => {
    if (tried > 1) context.unverified('not-declared', 'no further user');
    await asksForGood(context, tried);
  };
  expect(await judged(check, { listener: answering(bad) })).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'unconfirmed', failed: 1, of: 1 },
  });
});

test('a fault of deliveries names the order instead of an exchange', async () => {
  const check: Check = async () => {
    const about = { kind: 'order', id: 'o-1' } as const;
    expectHolds({ about, company: 'main', attempts: [], assertions: [] }, 'attempts', 'one', 0, false);
  };
  expect(await judged(check)).toMatchObject({
    violation: { pointer: 'attempts', expected: 'one', actual: '0', about: { kind: 'order', id: 'o-1' } },
  });
});

test('no secret is in a verdict, wherever the target or the check repeats it', async () => {
  const token = testSecrets.TOKEN;
  const listener: RequestListener = (request, response) => {
    const seen = String(request.headers.authorization);
    response.writeHead(200, { 'x-echo': seen, [`x-${token}`]: 'named' });
    const long = `${'x'.repeat(290)}${token}${'y'.repeat(200)}`;
    response.end(JSON.stringify({ seen, [token]: 1, long, base64: Buffer.from(token).toString('base64') }));
  };
  const check: Check = async ({ get }) => {
    const answer = await get(`/asked/${token}`, { query: { token }, headers: { 'x-sent': 'again {token}' } });
    expectAnswer(answer, 200);
    expectAnswer(answer, 200, { long: 'short' });
  };
  const verdict = await judged(check, { listener });
  expect(verdict.outcome).toBe('fail');
  const reported = JSON.stringify(verdict);
  expect(reported).toContain('«TOKEN»');
  expect(reported).not.toContain(token);
  expect(reported).not.toContain(token.slice(0, 8));
  expect(reported).not.toContain(testSecrets.ACCESS);
  expect(reported).not.toContain(Buffer.from(token).toString('base64').replace(/=+$/, ''));
});

test('no secret is in the reason of an unavailable target', async () => {
  const token = testSecrets.TOKEN;
  await using server = await listen(createServer((request) => request.socket.destroy()));
  await using opened = await openTestSession(testProfile(server.url));
  const verdict = await judge(opened.session, 'tested', {
    id: 'TEST-1',
    text: 'The target is good',
    source: 'Nowhere',
    statements: ['S001'],
    level: 'must',
    check: async ({ get }) => void (await get(`/asked/${token}`)),
  });
  expect(reasonOf(verdict)).toMatch(/^GET \/asked\/«TOKEN» gave no answer/);
});

test('without writes nothing but GETs leaves, and a rule that writes says so', async () => {
  const methods: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    methods.push(request.method);
    response.end('{"good":true}');
  };
  expect(await judged(asksForGood, { listener, profile: { writes: false } })).toMatchObject({ outcome: 'pass' });
  expect(await judged(post, { listener, profile: { writes: false } })).toMatchObject({
    outcome: 'unverified',
    cause: 'not-declared',
    reason: expect.stringContaining('writes: true'),
  });
  expect(methods).toEqual(['GET']);
});
