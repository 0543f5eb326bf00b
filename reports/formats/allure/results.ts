import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage, Status, type StatusDetails } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { ReporterRuntime, stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';
import type { Result } from '../../../core/result.ts';
import { stabilityOf, type Verdict, violationOf } from '../../../core/verdict.ts';
import { brokenWaivers, concludeRun, percentagesOf, requiredInWords, waiverOf } from '../../conclude.ts';
import { adviceInWords, describeFault, findingOf, messageOf } from '../../failures/describe-fault.ts';
import { excerpt, plain, printable } from '../../kit/printable.ts';
import { sectionTitleOf } from '../../listed-rules.ts';
import { categoriesOf2 } from './categories.ts';
import { messagesOf } from './verdict-messages.ts';

const maxNameLength = 300;
const maxValueLength = 2_000;
const maxLineLength = 20_000;

/** The status details in a result file. The type of the library lacks two flags that Allure reads. */
interface Details extends StatusDetails {
  flaky?: boolean;
  /** Accepted: shown as failed, but not counted by the report and the quality gate. */
  known?: boolean;
}

/** Allure has no status for a warning: the test passes, and message, labels and category show the warning. */
const statusOfOutcome: Record<Verdict['outcome'], Status> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  warn: Status.PASSED,
  unverified: Status.SKIPPED,
  error: Status.BROKEN,
};

const traceOf = (result: Result, verdict: Verdict): string =>
  verdict.outcome === 'unverified'
    ? `to do: ${excerpt(adviceInWords(verdict), maxValueLength)}`
    : describeFault(result, verdict, plain)
        .map((line) => excerpt(line, maxLineLength))
        .join('\n');

/** Why a verdict is not a pass; empty for a pass. */
const detailsOf = (result: Result, verdict: Verdict): Details => {
  if (verdict.outcome === 'pass') return {};
  const [violation, stability] = [violationOf(verdict), stabilityOf(verdict)];
  const waiver = waiverOf(result, verdict);
  const finding = findingOf(verdict);
  return {
    message: messageOf(verdict, waiver, verdict.outcome === 'warn' ? `warning: ${finding}` : finding),
    trace: traceOf(result, verdict),
    ...(violation && {
      expected: excerpt(violation.expected, maxValueLength),
      actual: excerpt(violation.actual, maxValueLength),
    }),
    ...(stability?.kind === 'intermittent' && { flaky: true }),
    ...(waiver && { known: true }),
  };
};

/** A result does not have the start of a rule; its first request is the nearest time. */
const startOf = ({ run }: Result, { exchanges }: Verdict): number =>
  Math.min(Date.parse(run.endedAt), ...exchanges.map(({ sentAt }) => Date.parse(sentAt)));

const writeVerdict = (runtime: ReporterRuntime, result: Result, verdict: Verdict): void => {
  const { rule, section, text, outcome, durationMs } = verdict;
  const title = excerpt(sectionTitleOf(section), maxNameLength);
  const start = startOf(result, verdict);
  const id = runtime.startTest({
    name: excerpt(`${rule} ${text}`, maxNameLength),
    fullName: `selo#${printable(rule)}`,
    titlePath: [title],
    start,
    stage: Stage.FINISHED,
    status: statusOfOutcome[outcome],
    statusDetails: detailsOf(result, verdict),
    labels: [
      { name: 'framework', value: 'selo' },
      { name: 'parentSuite', value: title },
    ],
  });
  runtime.applyRuntimeMessages(id, messagesOf(result, verdict));
  // not as a duration, because the library ignores 0 ms
  runtime.stopTest(id, { stop: start + durationMs });
  runtime.writeTest(id);
};

const environmentOf = (result: Result): Record<string, string> => {
  const { suite, run, target } = result;
  const [conformance, coverage] = percentagesOf(result);
  const facts = {
    Target: target.name,
    Address: target.baseUrl,
    Run: run.id,
    Depth: run.depth,
    Seed: String(run.seed),
    'Time scale': String(target.timeScale),
    Requests: String(run.requests),
    Conformance: conformance,
    Coverage: coverage,
    Interrupted: run.interrupted ? 'yes' : 'no',
    Selo: suite.version,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, excerpt(value, maxNameLength)]));
};

const maxFaultLength = 2_000;
const whole = 'The run as a whole';

interface Fault {
  outcome: Verdict['outcome'];
  message: string;
}

const faultsOf = (result: Result): Fault[] => {
  const { kind, message } = concludeRun(result);
  return [
    ...result.faults.map((fault): Fault => ({ outcome: 'error', message: excerpt(fault, maxFaultLength) })),
    ...brokenWaivers(result).map(
      ({ rule, state, reason }): Fault => ({
        outcome: 'fail',
        message: `the waiver of ${printable(rule)} is ${state}: ${excerpt(reason, maxFaultLength)}`,
      }),
    ),
    ...requiredInWords(result).map(
      (missing): Fault => ({ outcome: 'fail', message: excerpt(missing, maxFaultLength) }),
    ),
    ...(kind === 'unjudgeable' || kind === 'interrupted' ? [{ outcome: 'unverified' as const, message }] : []),
  ];
};

const writeFault = (runtime: ReporterRuntime, { run, target }: Result, { outcome, message }: Fault): void => {
  const name = excerpt(message, maxNameLength) || 'a fault without a message';
  const at = Date.parse(run.endedAt);
  const id = runtime.startTest({
    name,
    fullName: `selo#run ${name}`,
    titlePath: [whole],
    start: at,
    stage: Stage.FINISHED,
    status: outcome === 'fail' ? Status.FAILED : Status.BROKEN,
    statusDetails: { message },
    labels: [
      { name: 'framework', value: 'selo' },
      { name: 'feature', value: whole },
      { name: 'outcome', value: outcome },
    ],
    parameters: [{ name: 'target', value: excerpt(target.name, maxNameLength) }],
  });
  runtime.stopTest(id, { stop: at });
  runtime.writeTest(id);
};

/** Writes a failing test for each fault of the run as a whole. */
const writeFaultsOfRun = (runtime: ReporterRuntime, result: Result): void => {
  for (const fault of faultsOf(result)) writeFault(runtime, result, fault);
};

/** Keeps files in memory, so that nothing is written before everything is rendered. */
interface MemoryWriter extends Writer {
  files: Map<string, string>;
}

const memoryWriter = (): MemoryWriter => {
  const files = new Map<string, string>();
  const keep = (name: string, content: object): void => {
    files.set(name, JSON.stringify(content));
  };
  return {
    files,
    writeResult: (result) => keep(`${result.uuid}-result.json`, result),
    writeGroup: (group) => keep(`${group.uuid}-container.json`, group),
    writeGlobals: (name, globals) => keep(name, globals),
    writeCategoriesDefinitions: (categories: Category[]) => keep('categories.json', categories),
    writeEnvironmentInfo(info: EnvironmentInfo) {
      files.set('environment.properties', stringifyEnvInfo(info));
    },
    writeAttachment(name, content) {
      files.set(name, content.toString('utf8'));
    },
    writeAttachmentFromPath() {
      throw new Error('nothing is attached from a file');
    },
  };
};

/**
 * A result as files of `allure-results` for Allure 2 and 3, one test for each rule. Names are random, so two results
 * must not share a folder: Allure would take them for retries.
 */
export const allureResults = (result: Result): ReadonlyMap<string, string> => {
  const writer = memoryWriter();
  const runtime = new ReporterRuntime({ writer, categories: categoriesOf2, environmentInfo: environmentOf(result) });
  for (const verdict of result.verdicts) writeVerdict(runtime, result, verdict);
  writeFaultsOfRun(runtime, result);
  runtime.writeCategoriesDefinitions();
  runtime.writeEnvironmentInfo();
  return writer.files;
};

/** Replaces the content of a folder with the files of a result. */
export const writeAllureResults = (folder: string, result: Result): void => {
  const files = allureResults(result);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
};
