import { expect, test } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import {
  brokenWaivers,
  type Conclusion,
  concludeRun,
  countsInWords,
  judgeWaivers,
  percentOf,
  tallyOf,
  termsOf,
  unwaived,
} from './conclude.ts';
import { sampleFailure, sampleResult, sampleVerdict } from './test-samples.ts';

const pass = sampleVerdict({ rule: 'PAG-1' });
const fail = sampleFailure();
const sometimes = sampleFailure({ rule: 'PAG-7', stability: { kind: 'intermittent', failed: 1, of: 4 } });
const warn = sampleFailure({ rule: 'PAG-3', outcome: 'warn' });
const error = sampleVerdict({ rule: 'PAG-4', outcome: 'error' });
const unavailable = sampleVerdict({ rule: 'PAG-5', outcome: 'unverified', cause: 'unavailable' });
const undeclared = sampleVerdict({ rule: 'PAG-6', outcome: 'unverified', cause: 'not-declared' });
const waiver = (rule: string, state: 'applied' | 'stale' | 'expired' | 'idle') => ({
  rule,
  reason: 'known',
  until: '2027-01-01',
  state,
});

test.each<[what: string, verdicts: Verdict[], changes: Parameters<typeof sampleResult>[1], kind: Conclusion['kind']]>([
  ['everything passed', [pass], {}, 'holds'],
  ['a should does not hold', [pass, warn], {}, 'holds'],
  ['something was not declared', [pass, undeclared], {}, 'partial'],
  ['a must does not hold', [pass, fail], {}, 'failed'],
  ['a must holds only sometimes', [pass, sometimes], {}, 'failed'],
  ['the failure is waived', [pass, fail], { waivers: [waiver('PAG-2', 'applied')] }, 'holds'],
  ['a waiver is stale', [pass], { waivers: [waiver('PAG-1', 'stale')] }, 'failed'],
  ['a waiver is expired', [pass], { waivers: [waiver('PAG-1', 'expired')] }, 'failed'],
  ['a waived rule was not judged', [pass, undeclared], { waivers: [waiver('PAG-6', 'idle')] }, 'partial'],
  ['a check broke', [pass, fail, error], {}, 'wrong'],
  ['the engine broke, though all passed', [pass], { faults: ['the engine did not run'] }, 'wrong'],
  ['nothing was judged', [undeclared], {}, 'unjudgeable'],
  ['the target mostly gave no answer', [pass, unavailable], {}, 'unjudgeable'],
  ['the target failed before it stopped answering', [fail, unavailable, unavailable], {}, 'failed'],
  ['one rule of many met a target that gave no answer', [pass, pass, unavailable], {}, 'partial'],
])('when %s, the conclusion is right', (_, verdicts, changes, kind) => {
  expect(concludeRun(sampleResult(verdicts, changes)).kind).toBe(kind);
});

test.each<[what: string, verdicts: Verdict[], kind: Conclusion['kind']]>([
  ['everything passed', [pass], 'holds'],
  ['a should does not hold', [pass, warn], 'failed'],
  ['something was not judged', [pass, undeclared], 'failed'],
])('in strict mode, when %s, the conclusion is right', (_, verdicts, kind) => {
  expect(concludeRun(sampleResult(verdicts), { strict: true }).kind).toBe(kind);
});

test.each<[verdicts: Verdict[], said: string]>([
  [[fail], '1 rule failed'],
  [[sometimes], '1 rule failed (not every time)'],
  [[fail, sometimes], '2 rules failed (1 of them not every time)'],
])('a fault that comes and goes fails a run, which says so', (verdicts, said) => {
  expect(concludeRun(sampleResult(verdicts)).message).toBe(`does not conform: ${said}`);
});

test('a waived warning does not fail a strict run', () => {
  const result = sampleResult([pass, warn], { waivers: [waiver('PAG-3', 'applied')] });
  expect(concludeRun(result, { strict: true }).kind).toBe('holds');
});

test('an interrupt outweighs what was judged so far', () => {
  const result = sampleResult([fail]);
  const interrupted = { ...result, run: { ...result.run, interrupted: true } };
  expect(concludeRun(interrupted).kind).toBe('interrupted');
});

const requirements = { minCoverage: 90, isMinimumChosen: false, required: [], catalogue: 1 };

test('a run that tests few of its rules is partial, and says how many', () => {
  const result = sampleResult([pass, undeclared]);
  expect(concludeRun(result)).toEqual({
    kind: 'partial',
    message: 'partial: no failures, but only 1 of 2 rules tested',
  });
});

test('a run of a part of the catalogue is partial, though all that was selected passed', () => {
  const result = sampleResult([pass], { requirements: { ...requirements, catalogue: 473 } });
  expect(concludeRun(result)).toMatchObject({
    kind: 'partial',
    message: 'partial: no failures, but only 1 of 473 rules tested',
  });
});

test('a coverage below the minimum that was chosen fails the run, and one at it does not', () => {
  const judgedHalf = (minCoverage: number) =>
    concludeRun(
      sampleResult([pass, undeclared], { requirements: { ...requirements, minCoverage, isMinimumChosen: true } }),
    );
  expect(judgedHalf(50.1)).toMatchObject({
    kind: 'failed',
    message: 'not accepted: coverage is 50.0 % (1 of 2 applicable rules), at least 50.1 % is required',
  });
  expect(judgedHalf(50)).toMatchObject({ kind: 'holds' });
});

test('a required rule that was not judged fails the run; a group requires nothing that is not offered', () => {
  const absent = sampleVerdict({ rule: 'PAG-8', outcome: 'unverified', cause: 'not-offered' });
  const kindOf = (required: { rule: string; isNamed: boolean }[]) =>
    concludeRun(sampleResult([pass, undeclared, absent], { requirements: { ...requirements, required } })).kind;
  expect(kindOf([{ rule: 'PAG-1', isNamed: true }])).toBe('partial');
  expect(kindOf([{ rule: 'PAG-6', isNamed: false }])).toBe('failed');
  expect(kindOf([{ rule: 'PAG-8', isNamed: false }])).toBe('partial');
  expect(kindOf([{ rule: 'PAG-8', isNamed: true }])).toBe('failed');
});

const today = '2026-11-21';
const waiverUntil = (until: string) => ({ rule: 'PAG-2', reason: 'known', until });

test.each<[Verdict['outcome'], string, string]>([
  ['fail', '2026-11-21', 'applied'],
  ['warn', '2026-12-01', 'applied'],
  ['fail', '2026-11-20', 'expired'],
  ['pass', '2026-11-20', 'expired'],
  ['pass', '2026-12-01', 'stale'],
  ['unverified', '2026-12-01', 'idle'],
  ['error', '2026-12-01', 'idle'],
])('a waiver of a rule with outcome %s until %s is %s', (outcome, until, state) => {
  expect(judgeWaivers([waiverUntil(until)], [sampleVerdict({ outcome })], today)).toEqual([
    { ...waiverUntil(until), state },
  ]);
});

test('a waiver of a rule that was not selected says nothing', () => {
  expect(judgeWaivers([waiverUntil('2026-01-01')], [sampleVerdict({ rule: 'PAG-3' })], today)).toEqual([]);
});

test('an expired waiver covers nothing', () => {
  const verdicts = [sampleVerdict({ outcome: 'fail' })];
  const result = sampleResult(verdicts, { waivers: judgeWaivers([waiverUntil('2026-11-20')], verdicts, today) });
  expect(unwaived(result, 'fail')).toEqual(verdicts);
  expect(brokenWaivers(result)).toHaveLength(1);
});

test('who answers for a waiver is reported where it says so', () => {
  expect(termsOf(waiverUntil('2026-12-31'))).toBe('until 2026-12-31');
  expect(termsOf({ ...waiverUntil('2026-12-31'), by: 'Ana' })).toBe('by Ana, until 2026-12-31');
});

const verdicts = [
  sampleVerdict(),
  sampleVerdict(),
  sampleVerdict({ outcome: 'fail' }),
  sampleVerdict({ outcome: 'warn' }),
  sampleVerdict({ outcome: 'unverified', cause: 'not-declared' }),
  sampleVerdict({ outcome: 'unverified', cause: 'not-offered' }),
  sampleVerdict({ outcome: 'error' }),
];

test('conformance is what passed of what was judged', () => {
  expect(tallyOf(verdicts).conformance).toEqual({ held: 2, judged: 4 });
});

test('coverage leaves out what the target does not offer, and nothing else', () => {
  expect(tallyOf(verdicts).coverage).toEqual({ judged: 4, applicable: 6 });
});

test('every verdict is counted once', () => {
  expect(tallyOf(verdicts).counts).toEqual({ pass: 2, fail: 1, warn: 1, unverified: 2, error: 1 });
});

test.each([
  [1, 1, '100 %'],
  [999_999, 1_000_000, '99.9 %'],
  [1, 3, '33.3 %'],
  [0, 5, '0.0 %'],
  [0, 0, '–'],
])('%i of %i is shown as %s', (part, whole, shown) => {
  expect(percentOf(part, whole)).toBe(shown);
});

test('counts in words leave out zeros', () => {
  expect(countsInWords({ pass: 3, fail: 0, warn: 1, unverified: 0, error: 0 })).toBe('3 pass, 1 warn');
});
