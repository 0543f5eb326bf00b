import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../../reports/sample-result.ts';
import { conclude } from './conclude.ts';

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

test.each<[what: string, verdicts: Verdict[], changes: Parameters<typeof sampleResult>[1], code: number]>([
  ['everything passed', [pass], {}, 0],
  ['a should does not hold', [pass, warn], {}, 0],
  ['something was not declared', [pass, undeclared], {}, 0],
  ['a must does not hold', [pass, fail], {}, 1],
  ['a must holds only sometimes', [pass, sometimes], {}, 1],
  ['the failure is waived', [pass, fail], { waivers: [waiver('PAG-2', 'applied')] }, 0],
  ['a waiver is stale', [pass], { waivers: [waiver('PAG-1', 'stale')] }, 1],
  ['a waiver is expired', [pass], { waivers: [waiver('PAG-1', 'expired')] }, 1],
  ['a waived rule was not judged', [pass, undeclared], { waivers: [waiver('PAG-6', 'idle')] }, 0],
  ['a check broke', [pass, fail, error], {}, 2],
  ['the engine broke, though all passed', [pass], { faults: ['the engine did not run'] }, 2],
  ['nothing was judged', [undeclared], {}, 3],
  ['the target mostly gave no answer', [pass, unavailable], {}, 3],
  ['the target failed before it stopped answering', [fail, unavailable, unavailable], {}, 1],
  ['one rule of many met a target that gave no answer', [pass, pass, unavailable], {}, 0],
])('when %s, the exit code is right', (_, verdicts, changes, code) => {
  expect(conclude(sampleResult(verdicts, changes), { strict: false }).code).toBe(code);
});

test.each<[what: string, verdicts: Verdict[], code: number]>([
  ['everything passed', [pass], 0],
  ['a should does not hold', [pass, warn], 1],
  ['something was not judged', [pass, undeclared], 1],
])('in strict mode, when %s, the exit code is right', (_, verdicts, code) => {
  expect(conclude(sampleResult(verdicts), { strict: true }).code).toBe(code);
});

test.each<[verdicts: Verdict[], said: string]>([
  [[fail], '1 rule failed'],
  [[sometimes], '1 rule failed (not every time)'],
  [[fail, sometimes], '2 rules failed (1 of them not every time)'],
])('a fault that comes and goes fails a run, which says so', (verdicts, said) => {
  expect(conclude(sampleResult(verdicts), { strict: false }).message).toBe(`does not conform: ${said}`);
});

test('a waived warning does not fail a strict run', () => {
  const result = sampleResult([pass, warn], { waivers: [waiver('PAG-3', 'applied')] });
  expect(conclude(result, { strict: true }).code).toBe(0);
});

test('an interrupt outweighs what was judged so far', () => {
  const result = sampleResult([fail]);
  const interrupted = { ...result, run: { ...result.run, interrupted: true } };
  expect(conclude(interrupted, { strict: false }).code).toBe(130);
});

const requirements = { minCoverage: 90, isMinimumChosen: false, required: [], catalogue: 1 };

test('a run that tests few of its rules is partial, and says how many', () => {
  const result = sampleResult([pass, undeclared]);
  expect(conclude(result, { strict: false })).toEqual({
    kind: 'partial',
    code: 0,
    message: 'partial: no failures, but only 1 of 2 rules tested',
  });
});

test('a run of a part of the catalogue is partial, though all that was selected passed', () => {
  const result = sampleResult([pass], { requirements: { ...requirements, catalogue: 473 } });
  expect(conclude(result, { strict: false })).toMatchObject({
    kind: 'partial',
    message: 'partial: no failures, but only 1 of 473 rules tested',
  });
});

test('a coverage below the minimum that was chosen fails the run, and one at it does not', () => {
  const judgedHalf = (minCoverage: number) =>
    conclude(
      sampleResult([pass, undeclared], { requirements: { ...requirements, minCoverage, isMinimumChosen: true } }),
      {
        strict: false,
      },
    );
  expect(judgedHalf(50.1)).toMatchObject({
    code: 1,
    message: 'not accepted: coverage is 50.0 % (1 of 2 applicable rules), at least 50.1 % is required',
  });
  expect(judgedHalf(50)).toMatchObject({ kind: 'holds', code: 0 });
});

test('a required rule that was not judged fails the run; a group requires nothing that is not offered', () => {
  const absent = sampleVerdict({ rule: 'PAG-8', outcome: 'unverified', cause: 'not-offered' });
  const codeOf = (required: { rule: string; isNamed: boolean }[]) =>
    conclude(sampleResult([pass, undeclared, absent], { requirements: { ...requirements, required } }), {
      strict: false,
    }).code;
  expect(codeOf([{ rule: 'PAG-1', isNamed: true }])).toBe(0);
  expect(codeOf([{ rule: 'PAG-6', isNamed: false }])).toBe(1);
  expect(codeOf([{ rule: 'PAG-8', isNamed: false }])).toBe(0);
  expect(codeOf([{ rule: 'PAG-8', isNamed: true }])).toBe(1);
});
