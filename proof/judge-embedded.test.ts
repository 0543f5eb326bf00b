import { expect, test } from 'vitest';
import { type EmbeddedTarget, startEmbedded } from '../embedded/start-embedded.ts';
import type { Handle } from '../platform/http/call.ts';
import type { Verdict } from '../suites/verdict.ts';
import { describeVerdict, judgeTarget } from './judge-embedded.ts';
import { startResetting } from './reset-some.ts';
import { oneIn } from './seeded-chance.ts';

/** What troubled targets are shared by: fewer requests at a time than a healthy one gets. */
const calmly = ({ profile, secrets }: EmbeddedTarget, baseUrl = profile.baseUrl) => ({
  profile: { ...profile, baseUrl, limits: { ...profile.limits, concurrency: 8 } },
  secrets,
});

const all = (): boolean => true;

/** The verdicts that accuse, or that blame ourselves, for what is the network's fault. */
const wrong = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ outcome }) => !['pass', 'unverified'].includes(outcome)).map(describeVerdict);

const countOf = (verdicts: readonly Verdict[], outcome: Verdict['outcome']): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length;

const down = { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>try again</html>' };

const unanswered: [what: string, wrap: (isUnlucky: () => boolean) => (handle: Handle) => Handle][] = [
  ['does nothing', (isUnlucky) => (handle) => (call) => (isUnlucky() ? down : handle(call))],
  [
    'has done it all the same',
    (isUnlucky) => (handle) => async (call) => {
      const answer = await handle(call);
      return isUnlucky() ? down : answer;
    },
  ],
];

test.for(unanswered)(
  'a target that answers one request in twenty with 503 and %s is accused of nothing',
  async ([what, wrap]) => {
    await using target = await startEmbedded({ wrap: wrap(oneIn(20, what)) });
    const verdicts = await judgeTarget(calmly(target), all);
    expect(wrong(verdicts)).toEqual([]);
    // most rules get through all the same
    expect(countOf(verdicts, 'pass')).toBeGreaterThan(verdicts.length * 0.8);
  },
);

test('a target that resets one connection in thirty is accused of nothing', async () => {
  await using target = await startEmbedded();
  await using proxy = await startResetting(target.profile.baseUrl, oneIn(30, 'resets'));
  const verdicts = await judgeTarget(calmly(target, proxy.url), all);
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'pass')).toBeGreaterThan(verdicts.length * 0.8);
});

test('a target that answers 429 to all but the first ten requests is soon let alone, and accused of nothing', async () => {
  let asked = 0;
  const startedMs = performance.now();
  await using target = await startEmbedded({
    wrap: (handle) => (call) => (++asked > 10 ? { status: 429, body: { message: 'slow down' } } : handle(call)),
  });
  const verdicts = await judgeTarget(calmly(target), all);
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'unverified')).toBeGreaterThan(verdicts.length * 0.8);
  // sixty until it counts as down, those under way meanwhile, and one a second afterwards
  const seconds = (performance.now() - startedMs) / 1000;
  expect(asked).toBeLessThan(150 + seconds);
});

test('a target that is killed while it is judged is accused of nothing, and the run ends', async () => {
  let asked = 0;
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  await using target = await startEmbedded({
    wrap: (handle) => (call) => {
      if (++asked === 300) resolve();
      return handle(call);
    },
  });
  const judging = judgeTarget(calmly(target), all);
  await reached;
  await target.platform[Symbol.asyncDispose]();
  const verdicts = await judging;
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'unverified')).toBeGreaterThan(verdicts.length / 4);
});
