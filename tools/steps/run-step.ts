import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Step } from './steps.ts';
import { nothing, readTally, type Tally } from './tally.ts';

/** The result of one step of a test command. */
export interface StepOutcome {
  tally: Tally;
  /** A line for each thing that was wrong. */
  problems: string[];
  /** Each reason why tests were skipped, with their number. */
  skipped: string[];
}

/** The lines of a failed command that the end of the log repeats. */
const repeatedLines = 10;

export function runStep({ run }: Step, output: Writable): Promise<StepOutcome> {
  if ('command' in run) return runCommand(run.command, output);
  if ('tallied' in run) return runTallied(run.tallied, output);
  return runVitest(run.vitest, process.cwd(), 'inherit', run.files);
}

/** Runs a script on this Node.js. It counts as one test, and its exit code decides. */
export async function runCommand(scriptAndArguments: readonly string[], output: Writable): Promise<StepOutcome> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.write(text);
      said += text;
    });
  }
  const ending = await endingOf(child, 'close');
  if (ending === 'exit code 0') return { tally: { ...nothing, passed: 1 }, problems: [], skipped: [] };
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const problems = [`it ended with ${ending}`, ...lines.slice(0, repeatedLines)];
  return { tally: { ...nothing, failed: 1 }, problems, skipped: [] };
}

/** Runs a script on this Node.js whose last line is a tally. It fails without one, and if it counted nothing. */
export async function runTallied(scriptAndArguments: readonly string[], output: Writable): Promise<StepOutcome> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = endingOf(child, 'exit');
  const problems: string[] = [];
  const skipped: string[] = [];
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output.write(`${line}\n`);
    const plain = stripVTControlCharacters(line);
    if (plain.startsWith('✗')) problems.push(line);
    if (plain.startsWith('skipped: ')) skipped.push(plain.slice('skipped: '.length));
    last = line;
  }
  const ending = await ended;
  const tally = readTally(last);
  const isEmpty = tally !== undefined && tally.passed + tally.failed + tally.skipped === 0;
  const isConsistent = tally !== undefined && (ending === 'exit code 0' || tally.failed > 0);
  if (isConsistent && !isEmpty) return { tally, problems, skipped };
  problems.push(isEmpty ? 'it counted nothing' : `it ended with ${ending} and without a failure in its counts`);
  return { tally: { ...nothing, ...tally, failed: 1 }, problems, skipped };
}

/** Runs vitest projects, or only these files of them, in a separate process. A run that breaks off counts as failed. */
export async function runVitest(
  project: string,
  root: string,
  output: 'inherit' | 'ignore',
  files: readonly string[] = [],
): Promise<StepOutcome> {
  const child = fork(new URL('vitest-process.ts', import.meta.url), [project, root, ...files], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
  });
  let result: StepOutcome | undefined;
  child.on('message', (message: StepOutcome) => {
    result = message;
  });
  const ending = await endingOf(child, 'exit');
  if (result !== undefined && (ending === 'exit code 0' || result.tally.failed > 0)) return result;
  const problems = [`it broke off with ${ending}`];
  return { tally: { ...nothing, ...result?.tally, failed: 1 }, problems, skipped: [] };
}

/** `close` also waits for the end of the output. */
async function endingOf(child: ChildProcess, event: 'exit' | 'close'): Promise<string> {
  const [code, signal]: unknown[] = await once(child, event);
  return code === null ? `signal ${signal}` : `exit code ${code}`;
}
