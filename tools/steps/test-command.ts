import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readRecord, writeRecord } from './result-record.ts';
import { runStep } from './run-step.ts';
import { announcement, runSteps, type StepResult } from './run-steps.ts';
import { chooseSteps, type Step } from './steps.ts';
import { addTallies, describeTally } from './tally.ts';

// Runs the steps of one test command. `--record FILE` keeps their results. `--after FILE` starts from the results that an
// earlier command kept, so that the counts at the end are those of both.

interface Asked {
  steps: Step[];
  record?: string | undefined;
  after?: string | undefined;
}

const output = process.stdout;

const readArguments = (): Asked => {
  try {
    const { values, positionals } = parseArgs({
      options: { record: { type: 'string' }, after: { type: 'string' } },
      allowPositionals: true,
    });
    const [command, ...titles] = positionals;
    return { steps: chooseSteps(command, titles), ...values };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    output.write('0 passed, 1 failed\n');
    process.exit(2);
  }
};

const { steps, record, after } = readArguments();
const startedMs = performance.now();
const results: StepResult[] = [
  ...(after === undefined ? [] : readRecord(after)),
  ...(await runSteps(steps, { run: runStep, output, atOnce: availableParallelism() })),
];
if (record !== undefined) writeRecord(record, results);

/** Prints lines of all steps again: many readers see only the end of a long log. */
const repeat = (heading: string, linesOf: (result: StepResult) => string[]): void => {
  for (const result of results) {
    const lines = linesOf(result);
    if (lines.length > 0) output.write(announcement(`${heading}: ${result.title}`));
    for (const line of lines) output.write(`  ${line}\n`);
  }
};

repeat('what was skipped', ({ skipped }) => skipped);
repeat('what was wrong', ({ problems }) => problems);
const total = addTallies(results.map(({ tally }) => tally));
output.write(announcement(`all steps took ${((performance.now() - startedMs) / 1000).toFixed(1)} s`));
output.write(`${describeTally(total)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
