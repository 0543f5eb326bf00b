import { calculateSummary, type Test, type TestStatus, validateStrict } from 'ctrf';
import { expect, test } from 'vitest';
import type { Cause } from '../../core/outcome.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleFailedProperty, sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { ctrfOf } from './ctrf.ts';

/** The report of a result; throws where it does not hold to the published schema. */
const reportOf = (result: Result) => {
  const report: unknown = JSON.parse(ctrfOf(result));
  validateStrict(report);
  return report;
};

const onlyTestOf = (verdict: Verdict, changes: Partial<Result> = {}): Test | undefined =>
  reportOf(sampleResult([verdict], changes)).results.tests[0];

const waiver = { rule: 'PAG-2', reason: 'agreed', until: '2027-01-31', state: 'applied' } as const;
const unverified = (cause: Cause) => sampleVerdict({ outcome: 'unverified', cause, reason: 'because' });

test.each<[what: string, verdict: Verdict, changes: Partial<Result>, status: TestStatus]>([
  ['a rule that holds', sampleVerdict(), {}, 'passed'],
  ['a must that does not hold', sampleFailure(), {}, 'failed'],
  ['a waived failure', sampleFailure(), { waivers: [waiver] }, 'other'],
  ['a should that does not hold', sampleFailure({ outcome: 'warn', level: 'should' }), {}, 'other'],
  ['a fault of the suite', sampleVerdict({ outcome: 'error', reason: 'broken' }), {}, 'failed'],
  ['what the target does not offer', unverified('not-offered'), {}, 'skipped'],
  ['what the profile does not declare', unverified('not-declared'), {}, 'skipped'],
  ['what nobody can see', unverified('not-observable'), {}, 'skipped'],
  ['what got no answer', unverified('unavailable'), {}, 'pending'],
  ['what was not reached', unverified('not-reached'), {}, 'pending'],
])('%s has its status, and the outcome stands beside it', (_, verdict, changes, status) => {
  expect(onlyTestOf(verdict, changes)).toMatchObject({ status, rawStatus: verdict.outcome, testId: verdict.rule });
});

test('a failure has the violation as its message, and the command that shows it as its trace', () => {
  expect(onlyTestOf(sampleFailure())).toMatchObject({
    name: 'PAG-2 Sizes from 1 to 50 are served',
    suite: ['Paginated lists'],
    tags: ['must', 'PAG-2'],
    message: 'expected: `GET /products?page=1` answers 422; got: it answers 200',
    trace: "curl -sS -i -g --path-as-is 'https://partners.example/products?page=1'\n# 200 {}",
    extra: { source: 'Endpoints › Paginated lists', exchanges: [7], stability: { kind: 'stable', failed: 4, of: 4 } },
  });
});

test('what was not judged says why, and what to do', () => {
  expect(onlyTestOf(unverified('not-declared'))).toMatchObject({
    tags: ['must', 'PAG-2', 'not-declared'],
    message: 'not-declared: because',
    extra: { toDo: "the profile's owner: add what the reason names to the profile, then run again" },
  });
});

test('a rule that fails now and then is failed and distinguished, but is not flaky: flaky tests pass in the end', () => {
  const said = onlyTestOf(sampleFailure({ stability: { kind: 'intermittent', failed: 2, of: 4 } }));
  expect(said).toMatchObject({ status: 'failed', retries: 3, labels: { stability: 'intermittent' } });
  expect(said?.tags).toContain('intermittent');
  expect(said).not.toHaveProperty('flaky');
});

test('a broken property has what was drawn and the command that repeats it', () => {
  expect(onlyTestOf(sampleFailedProperty())?.extra).toMatchObject({
    search: { counterexample: { drawn: '["2026-02-29"]' } },
    repeat: 'npx selo run --rule LAW-3 --seed 42 --path 2:1:0',
  });
});

test('the summary counts the tests, and keeps the two figures', () => {
  const verdicts = [sampleVerdict(), sampleFailure({ rule: 'PAG-3' }), unverified('unavailable')];
  const { summary, tests } = reportOf(sampleResult(verdicts)).results;
  const { tests: total, passed, failed, skipped, pending, other } = calculateSummary(tests);
  expect(summary).toMatchObject({ tests: total, passed, failed, skipped, pending, other, suites: 1, duration: 3500 });
  expect(summary.extra).toMatchObject({ conformance: { held: 1, judged: 2 }, coverage: { judged: 2, applicable: 3 } });
});

test('target and run are the environment', () => {
  const { runId, results } = reportOf(sampleResult());
  expect(runId).toBe('a1b2c3d4');
  expect(results.environment).toMatchObject({
    appName: 'staging',
    testEnvironment: 'https://partners.example',
    extra: { depth: 'quick', seed: 42 },
  });
});

test('whatever fails a run as a whole is a failed test, so that no reader sees green', () => {
  const waivers = [{ ...waiver, state: 'stale' as const }];
  const { summary } = reportOf(
    sampleResult([sampleVerdict()], { faults: ['the engine did not run'], waivers }),
  ).results;
  expect(summary).toMatchObject({ tests: 3, passed: 1, failed: 2, suites: 2 });
});

test('whatever a target answers, the report holds to the schema', () => {
  for (const text of ['', '\u0000\u001b[31m\ud800', '</script>']) reportOf(hostileResult(text));
});
