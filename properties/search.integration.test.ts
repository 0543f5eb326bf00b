import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Verdict } from '../core/verdict.ts';
import type { ProfileInput } from '../fixtures/profile/schema.ts';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import { testProfile } from '../fixtures/test-profile.ts';
import { serving } from '../fixtures/test-server.ts';
import { expectAnswer } from '../suites/judge/expect.ts';
import { openTestSession } from '../suites/session/test-session.ts';
import { property } from './property.ts';
import { judgeProperty } from './property-judge.ts';

const postedSchema = z.object({ number: z.number(), name: z.string() });

interface Posted {
  number: number;
  /** The case's own. */
  name: string;
}

/** Answers what was posted with a status; the property of these tests expects 200. */
type Answering = (posted: Posted, count: number) => number | Promise<number>;

interface Said {
  drawn?: fc.Arbitrary<number>;
  search?: NonNullable<ProfileInput['limits']>['search'];
  handle?: Partial<RunHandle>;
  /** Ends the case before it posts anything. */
  isSkipped?: (drawn: number) => boolean;
}

const upToThousand = fc.integer({ min: 0, max: 1000 });

/** The verdict on a property about any number, at a target that answers like this, and all that was posted, in order. */
const judged = async (
  answering: Answering,
  { drawn = upToThousand, search, handle, isSkipped = () => false }: Said = {},
): Promise<{ verdict: Verdict; posted: Posted[]; numbers: number[] }> => {
  const posted: Posted[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = postedSchema.parse(await json(request));
    const count = posted.push(body);
    response.writeHead(await answering(body, count)).end('{}');
  };
  await using server = await serving(listener);
  const target = testProfile(server.url, { writes: true, limits: { search } });
  await using opened = await openTestSession(target, handle);
  const verdict = await judgeProperty(
    opened.session,
    'tested',
    property({
      id: 'LAW-0',
      text: 'Any number is taken',
      source: 'Nowhere',
      statements: ['S001'],
      rules: [],
      level: 'must',
      drawn,
      async holds({ post, unique, unverified }, number) {
        if (isSkipped(number)) unverified('not-reached', 'nothing to post it to');
        expectAnswer(await post('/numbers', { body: { number, name: unique.name('own') } }), 200);
      },
    }),
  );
  return { verdict, posted, numbers: posted.map(({ number }) => number) };
};

/** What the first case of the usual seed draws. */
const firstDrawn = fc.sample(upToThousand, { seed: 1, numRuns: 1 })[0];

const takes: Answering = () => 200;
const takesBelow =
  (least: number): Answering =>
  ({ number }) =>
    number < least ? 200 : 422;

test('a property that holds is judged on every planned case, each with data of its own', async () => {
  const { verdict, posted } = await judged(takes);
  expect(verdict).toMatchObject({
    rule: 'LAW-0',
    section: 'tested',
    outcome: 'pass',
    assertions: 25,
    requests: 25,
    search: { seed: 1, cases: 25, planned: 25 },
  });
  expect(verdict.search).not.toHaveProperty('endedBy');
  expect(verdict.search).not.toHaveProperty('unjudged');
  expect(new Set(posted.map(({ name }) => name)).size).toBe(25);
});

test.for<[how: string, Said, planned: number]>([
  ['by depth', { handle: { depth: 'quick' } }, 8],
  ['by the profile', { search: { cases: 40 } }, 40],
])('the number of judged cases is reported %s', async ([, said, planned]) => {
  const { verdict, numbers } = await judged(takes, said);
  expect(verdict.search).toMatchObject({ cases: planned, planned });
  expect(numbers).toHaveLength(planned);
});

test('the same seed draws the same cases, another seed others', async () => {
  const drawnWith = async (seed: number): Promise<number[]> =>
    (await judged(takes, { handle: { seed } })).numbers.toSorted((a, b) => a - b);
  const first = await drawnWith(5);
  expect(await drawnWith(5)).toEqual(first);
  expect(await drawnWith(6)).not.toEqual(first);
});

test('a property that is broken is reported with its smallest case, which is confirmed on fresh data', async () => {
  const { verdict, posted } = await judged(takesBelow(10));
  expect(verdict).toMatchObject({
    outcome: 'fail',
    violation: { pointer: 'status', expected: '200', actual: '422' },
    stability: { kind: 'stable', failed: 4, of: 4 },
    requests: posted.length,
    search: { counterexample: { drawn: '10', isSmallest: true } },
  });
  const last = posted.slice(-3);
  expect(last.map(({ number }) => number)).toEqual([10, 10, 10]);
  expect(new Set(last.map(({ name }) => name)).size).toBe(3);
  expect(verdict.exchanges.map(({ request }) => JSON.parse(request.body ?? '').number)).toEqual([10]);
});

test('seed and path of a counterexample repeat only its case', async () => {
  const found = (await judged(takesBelow(10), { handle: { seed: 3 } })).verdict.search?.counterexample;
  expect(found?.path).toMatch(/^\d+(:\d+)+$/);
  const path = found?.path ?? '';
  const { verdict, numbers } = await judged(takesBelow(10), { handle: { seed: 3, path } });
  expect(numbers).toEqual([10, 10, 10, 10]);
  expect(verdict).toMatchObject({
    outcome: 'fail',
    search: { seed: 3, cases: 1, planned: 1, counterexample: { path, drawn: '10', shrinks: 0 } },
  });
});

test('a repeated case that no longer fails is a pass', async () => {
  const { verdict, numbers } = await judged(takes, { handle: { seed: 3, path: '4' } });
  expect(verdict).toMatchObject({ outcome: 'pass', search: { cases: 1, planned: 1 } });
  expect(numbers).toHaveLength(1);
});

test('after a failing case no further one starts, and the earliest failure under way is reported', async () => {
  const fourAreUnderWay = Promise.withResolvers<void>();
  const answering: Answering = async (_, count) => {
    if (count === 4) fourAreUnderWay.resolve();
    await fourAreUnderWay.promise;
    return 422;
  };
  const { verdict, numbers } = await judged(answering, { drawn: fc.noShrink(upToThousand) });
  expect(verdict.search).toMatchObject({
    cases: 4,
    planned: 25,
    counterexample: { path: '0', shrinks: 0, isSmallest: true, drawn: String(firstDrawn) },
  });
  // the four, the one from which the search for a smaller one starts, and three that confirm it
  expect(numbers).toHaveLength(8);
});

test('a spent budget ends the cases, and the verdict is based on the judged ones', async () => {
  const { verdict, numbers } = await judged(takes, { search: { requests: 6 } });
  const { cases = 0 } = verdict.search ?? {};
  expect(verdict).toMatchObject({ outcome: 'pass', requests: cases, search: { planned: 25, endedBy: 'requests' } });
  expect(cases).toBeGreaterThanOrEqual(6);
  // those under way when it was spent come to their end
  expect(cases).toBeLessThanOrEqual(9);
  expect(numbers).toHaveLength(cases);
});

test('a budget that is spent ends the search for a smaller case, and the verdict says so', async () => {
  const drawn = fc.integer({ min: 100_000, max: 200_000 }).map((number) => number - 100_000);
  const { verdict } = await judged(takesBelow(3), { drawn, search: { requests: 2 } });
  expect(verdict).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'stable', failed: 4, of: 4 },
    search: { counterexample: { isSmallest: false } },
  });
  expect(Number(verdict.search?.counterexample?.drawn)).toBeGreaterThan(3);
});

test('a failure that does not repeat is reported with the drawn case, as intermittent', async () => {
  let broken = 0;
  const { verdict } = await judged(({ number }) => (number === firstDrawn && ++broken === 1 ? 422 : 200));
  expect(verdict).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'intermittent', failed: 1, of: 4 },
    search: { counterexample: { drawn: String(firstDrawn), shrinks: 0, isSmallest: false } },
  });
});

test('cases that the target gave no answer for, or that could not be judged, are left out', async () => {
  const { verdict, numbers } = await judged(({ number }) => (number % 3 === 0 ? 503 : 200), {
    isSkipped: (number) => number % 3 === 1,
  });
  const answered = numbers.filter((number) => number % 3 === 2);
  expect(answered.length).toBeGreaterThan(0);
  expect(verdict).toMatchObject({
    outcome: 'pass',
    search: { cases: answered.length, planned: 25 },
    requests: numbers.length,
  });
  const unanswered = numbers.length - answered.length;
  expect(verdict.search?.unjudged?.toSorted((a, b) => a.reason.localeCompare(b.reason, 'en'))).toEqual([
    { reason: 'nothing to post it to', cases: 25 - numbers.length },
    { reason: 'POST /numbers answered 503', cases: unanswered },
  ]);
  expect(verdict.search).not.toHaveProperty('endedBy');
});

test('a property is unverified if no case could be judged', async () => {
  const { verdict } = await judged(takes, { isSkipped: () => true });
  expect(verdict).toMatchObject({
    outcome: 'unverified',
    cause: 'not-reached',
    reason: 'nothing to post it to',
    search: { cases: 0, planned: 25 },
  });
});

test('a property without an answer of the target is unverified after the tries of a rule', async () => {
  const { verdict, numbers } = await judged(() => 503, { search: { cases: 2 } });
  expect(verdict).toMatchObject({ outcome: 'unverified', cause: 'unavailable', reason: 'POST /numbers answered 503' });
  expect(numbers).toHaveLength(8);
});
