import { expect, test } from 'vitest';
import { isFault, stabilityOf, type Verdict } from '../core/verdict.ts';
import type { EmbeddedOptions } from '../platform/embedded/start-embedded.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { callsTo } from '../suites/broken-handling.ts';
import { describeVerdict, isFalsePositive, withFewCases } from './judge-embedded.ts';
import { judgeTroubled } from './judge-troubled.ts';

const passed = (verdicts: readonly Verdict[]): number => verdicts.filter(({ outcome }) => outcome === 'pass').length;
const falsePositives = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(isFalsePositive).map(describeVerdict);

test.for([
  ['503', 20],
  ['reset', 30],
] as const)('a target with %s one time in %s does not fail, and most rules are judged', async ([kind, oneIn]) => {
  const verdicts = await judgeTroubled({ kind, oneIn, seed: 5, depth: 'quick' });
  expect(falsePositives(verdicts)).toEqual([]);
  expect(passed(verdicts)).toBeGreaterThan(verdicts.length * 0.8);
});

// how rare a false positive is takes hundreds of runs: `node proof/random-faults.ts`
test.for([
  ['wrong', 1],
  ['mixed', 2],
] as const)(
  'no fault of a target that answers one request in 25 wrongly (%s, seed %s) is called stable, and none is hidden',
  async ([kind, seed]) => {
    const verdicts = await judgeTroubled({ kind, oneIn: 25, seed, depth: 'quick' });
    const wrongly = verdicts.filter(
      (verdict) => verdict.outcome === 'error' || stabilityOf(verdict)?.kind === 'stable',
    );
    expect(wrongly.map(describeVerdict)).toEqual([]);
    // the answers were wrong, and the report says so
    expect(verdicts.filter(isFault).length).toBeGreaterThan(3);
  },
);

/** A troubled target gets fewer requests at a time than a healthy one. */
const judged = (wrap: NonNullable<EmbeddedOptions['wrap']>): Promise<Verdict[]> =>
  judgeSimulated({
    seed: 5,
    depth: 'quick',
    platform: { wrap },
    profile: (profile) => withFewCases({ ...profile, limits: { ...profile.limits, concurrency: 8 } }),
  });

test('a target that answers 429 to all but the first ten requests is soon left alone, and does not fail', async () => {
  let asked = 0;
  let lastMs = 0;
  let firstMs = 0;
  const verdicts = await judged((handle, { now }) => (call) => {
    firstMs ||= now();
    lastMs = now();
    return ++asked > 10 ? { status: 429, body: { message: 'slow down' } } : handle(call);
  });
  expect(falsePositives(verdicts)).toEqual([]);
  expect(passed(verdicts)).toBeLessThan(verdicts.length * 0.2);
  // sixty until it counts as down, those under way then, and one a second afterwards
  expect(asked).toBeLessThan(150 + (lastMs - firstMs) / 1000);
});

test('a target that dies while it is judged does not fail, and the run ends', async () => {
  let asked = 0;
  const verdicts = await judged(
    (handle) => (call) => (++asked > 300 ? { status: 502, body: undefined } : handle(call)),
  );
  expect(falsePositives(verdicts)).toEqual([]);
  expect(passed(verdicts)).toBeLessThan((verdicts.length * 3) / 4);
});

test('a target that drops the one registration on which all notifications rest does not fail for its silence', async () => {
  let registrations = 0;
  const wrap: EmbeddedOptions['wrap'] = (handle) => (call) =>
    callsTo('POST /webhooks')(call) && ++registrations === 1 ? { status: 200, body: '' } : handle(call);
  const verdicts = await judgeSimulated({ seed: 1, depth: 'full', platform: { wrap } }, ({ id }) => id === 'DLV-1');
  expect(verdicts.map(describeVerdict)).toEqual(['DLV-1 · pass']);
});
