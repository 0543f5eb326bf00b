import type { CTRFReport, Test, TestStatus } from 'ctrf';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Cause } from '../../core/outcome.ts';
import type { JudgedWaiver, Result } from '../../core/result.ts';
import { causeOf, type Search, stabilityOf, type Verdict, type Violation, violationOf } from '../../core/verdict.ts';
import { brokenWaivers, concludeRun, requiredInWords, tallyOf, waiverOf } from '../conclude.ts';
import { adviceInWords, messageOf, traceOf } from '../failures/describe-fault.ts';
import { repeatCommand } from '../failures/repeat/commands.ts';
import { verdictsByGroup } from '../groups.ts';
import { excerpt, printable } from '../kit/printable.ts';
import { safeJson } from '../kit/safe-json.ts';
import { sectionTitleOf } from '../listed-rules.ts';

const maxTextLength = 2_000;

const bounded = (text: string): string => excerpt(text, maxTextLength);

/** `skipped`: another run changes nothing. `pending`: another run may judge it. */
const statusOfCause: Record<Cause, TestStatus> = {
  'not-offered': 'skipped',
  'not-declared': 'skipped',
  'not-observable': 'skipped',
  unavailable: 'pending',
  profile: 'pending',
  'not-reached': 'pending',
};

/** Warnings and waived failures do not fail the run, so they are neither `passed` nor `failed`. */
const statusOf = (verdict: Verdict, waiver: JudgedWaiver | undefined): TestStatus => {
  switch (verdict.outcome) {
    case 'pass':
      return 'passed';
    case 'fail':
      return waiver ? 'other' : 'failed';
    case 'warn':
      return 'other';
    case 'unverified':
      return statusOfCause[verdict.cause];
    case 'error':
      return 'failed';
  }
};

const boundedViolation = (violation: Violation) => ({
  ...violation,
  expected: bounded(violation.expected),
  actual: bounded(violation.actual),
});

const boundedSearch = ({ counterexample, ...search }: Search) => ({
  ...search,
  ...(counterexample && { counterexample: { ...counterexample, drawn: bounded(counterexample.drawn) } }),
});

/** Everything that CTRF has no field for. */
const extraOf = (result: Result, verdict: Verdict, waiver: JudgedWaiver | undefined) => {
  const { outcome, source, requests, assertions, exchanges, search } = verdict;
  const [violation, stability] = [violationOf(verdict), stabilityOf(verdict)];
  return {
    source,
    requests,
    assertions,
    /** Numbers of the exchanges, the same as in the HAR. */
    exchanges: exchanges.map(({ number }) => number),
    ...(violation && { violation: boundedViolation(violation) }),
    ...omitUndefined({ stability }),
    ...(search && { search: boundedSearch(search) }),
    ...(search?.counterexample && { repeat: repeatCommand(result, verdict) }),
    ...omitUndefined({ waiver }),
    ...(outcome === 'pass' ? {} : { toDo: adviceInWords(verdict) }),
  };
};

const testOf = (result: Result, verdict: Verdict): Test => {
  const { rule, section, text, level, outcome, durationMs } = verdict;
  const [cause, stability] = [causeOf(verdict), stabilityOf(verdict)];
  const waiver = waiverOf(result, verdict);
  const trace = traceOf(result, verdict);
  // no `flaky`: in CTRF that means a test that finally passed
  const kinds = [cause, stability?.kind === 'intermittent' ? stability.kind : undefined, waiver && 'waived'];
  return {
    testId: rule,
    name: bounded(`${rule} ${text}`),
    status: statusOf(verdict, waiver),
    rawStatus: outcome,
    duration: Math.round(durationMs),
    suite: [bounded(sectionTitleOf(section))],
    tags: [level, rule, ...kinds.filter((kind) => kind !== undefined)],
    labels: {
      rule,
      section,
      level,
      outcome,
      ...omitUndefined({ cause }),
      ...(stability && { stability: stability.kind }),
    },
    ...(outcome === 'pass' ? {} : { message: messageOf(verdict, waiver) }),
    ...(outcome === 'pass' || trace.length === 0 ? {} : { trace: trace.join('\n') }),
    ...(stability && { retries: stability.of - 1 }),
    extra: extraOf(result, verdict, waiver),
  };
};

/** Faults of the run as a whole. */
const testsOfWhole = (result: Result): Test[] => {
  const said = [
    ...requiredInWords(result).map(bounded),
    ...result.faults.map(bounded),
    ...brokenWaivers(result).map(({ rule, state }) => `the waiver of ${printable(rule)} is ${state}`),
  ];
  return said.map((message) => ({
    name: message || 'a fault without a message',
    status: 'failed',
    rawStatus: 'error',
    duration: 0,
    suite: ['The run as a whole'],
    tags: ['run'],
    message,
  }));
};

const environmentOf = ({ target, run, troubles, waivers, residue, secretsReplaced }: Result) => ({
  reportName: printable(`Selo: ${target.name}`),
  appName: printable(target.name),
  testEnvironment: printable(target.baseUrl),
  extra: {
    baseUrl: target.baseUrl,
    timeScale: target.timeScale,
    depth: run.depth,
    seed: run.seed,
    ...omitUndefined({ path: run.path }),
    interrupted: run.interrupted,
    requests: run.requests,
    troubles,
    waivers,
    secretsReplaced,
    ...(residue && { residue: { ...residue, left: residue.left.length } }),
  },
});

/**
 * A result as a CTRF report (https://ctrf.io), one test for each rule, with its section as the suite. What fails the
 * run is `failed`; warnings and waived failures are `other`; rules that were not judged are `skipped`, or `pending` if
 * another run may judge them.
 */
export const ctrfOf = (result: Result): string => {
  const { suite, run, counts, conformance, coverage } = result;
  const tests = [...result.verdicts.map((verdict) => testOf(result, verdict)), ...testsOfWhole(result)];
  const countOf = (status: TestStatus): number => tests.filter((each) => each.status === status).length;
  const [start, stop] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: run.id,
    timestamp: run.endedAt,
    generatedBy: `Selo ${suite.version}`,
    results: {
      tool: { name: 'Selo', version: suite.version, extra: { proven: suite.proven } },
      summary: {
        tests: tests.length,
        passed: countOf('passed'),
        failed: countOf('failed'),
        skipped: countOf('skipped'),
        pending: countOf('pending'),
        other: countOf('other'),
        suites: new Set(tests.flatMap((each) => each.suite ?? [])).size,
        start,
        stop,
        duration: stop - start,
        extra: {
          verdict: concludeRun(result),
          counts,
          conformance,
          coverage,
          groups: Object.fromEntries(verdictsByGroup(result.verdicts).map(([group, own]) => [group, tallyOf(own)])),
        },
      },
      tests,
      environment: environmentOf(result),
    },
  };
  return safeJson(report);
};
