import { Stage } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { ReporterRuntime, stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { excerpt, printable } from '../../kit/printable.ts';
import { sectionTitleOf } from '../../listed-rules.ts';
import { percentOf } from '../../tally.ts';
import { categoriesOf2 } from './categories.ts';
import { writeFaultsOfRun } from './run-faults.ts';
import { messagesOf } from './verdict-messages.ts';
import { detailsOf, statusOfOutcome } from './verdict-status.ts';

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

const maxNameLength = 300;

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

const environmentOf = ({ suite, run, target, conformance, coverage }: Result): Record<string, string> => {
  const facts = {
    Target: target.name,
    Address: target.baseUrl,
    Run: run.id,
    Depth: run.depth,
    Seed: String(run.seed),
    'Time scale': String(target.timeScale),
    Requests: String(run.requests),
    Conformance: percentOf(conformance.held, conformance.judged),
    Coverage: percentOf(coverage.judged, coverage.applicable),
    Interrupted: run.interrupted ? 'yes' : 'no',
    Selo: suite.version,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, excerpt(value, maxNameLength)]));
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
