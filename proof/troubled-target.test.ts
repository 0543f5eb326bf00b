import { expect, test } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import type { EmbeddedOptions } from '../platform/embedded/start-embedded.ts';
import type { Handle } from '../platform/http/call.ts';
import type { Runtime } from '../platform/runtime.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { calm, type NetworkConditions } from '../simulation/network.ts';
import { describeVerdict } from './judge-embedded.ts';

/** A troubled target gets fewer requests at a time than a healthy one. */
const judged = (platform: EmbeddedOptions, calls: NetworkConditions = calm): Promise<Verdict[]> =>
  judgeSimulated({
    seed: 5,
    depth: 'quick',
    platform,
    network: { calls },
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, concurrency: 8, search: { cases: 2 } } }),
  });

/** The verdicts that blame the target, or ourselves, for what is the network's fault. */
const wrong = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ outcome }) => !['pass', 'unverified'].includes(outcome)).map(describeVerdict);

const countOf = (verdicts: readonly Verdict[], outcome: Verdict['outcome']): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length;

const down = { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>try again</html>' };

const unanswered: [what: string, wrap: (handle: Handle, runtime: Runtime) => Handle][] = [
  [
    'does nothing',
    (handle, { random }) =>
      (call) =>
        random() < 1 / 20 ? down : handle(call),
  ],
  [
    'has done it all the same',
    (handle, { random }) =>
      async (call) => {
        const answer = await handle(call);
        return random() < 1 / 20 ? down : answer;
      },
  ],
];

test.for(unanswered)('a target that answers one request in twenty with 503 and %s does not fail', async ([, wrap]) => {
  const verdicts = await judged({ wrap });
  expect(wrong(verdicts)).toEqual([]);
  // most rules get through all the same
  expect(countOf(verdicts, 'pass')).toBeGreaterThan(verdicts.length * 0.8);
});

test('a target that resets one connection in thirty does not fail', async () => {
  const verdicts = await judged({}, { ...calm, accidents: { 'reset after': 1 / 30 } });
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'pass')).toBeGreaterThan(verdicts.length * 0.8);
});

test('a target that answers 429 to all but the first ten requests is soon let alone, and does not fail', async () => {
  let asked = 0;
  let lastMs = 0;
  let firstMs = 0;
  const verdicts = await judged({
    wrap:
      (handle, { now }) =>
      (call) => {
        firstMs ||= now();
        lastMs = now();
        return ++asked > 10 ? { status: 429, body: { message: 'slow down' } } : handle(call);
      },
  });
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'unverified')).toBeGreaterThan(verdicts.length * 0.8);
  // sixty until it counts as down, those under way then, and one a second afterwards
  expect(asked).toBeLessThan(150 + (lastMs - firstMs) / 1000);
});

test('a target that dies while it is judged does not fail, and the run ends', async () => {
  let asked = 0;
  const verdicts = await judged({
    wrap: (handle) => (call) => (++asked > 300 ? { ...down, status: 502 } : handle(call)),
  });
  expect(wrong(verdicts)).toEqual([]);
  expect(countOf(verdicts, 'unverified')).toBeGreaterThan(verdicts.length / 4);
});
