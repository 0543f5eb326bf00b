import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Step } from './steps.ts';
import { nothing, readTally, type Tally } from './tally.ts';

/** What one step of a test command found. */
export interface GateResult {
  tally: Tally;
  /** A line for each thing that was wrong. */
  problems: string[];
  /** Why tests were skipped, and how many for each reason. */
  skipped: string[];
}

/** Lines of a failed command that are repeated at the end of the log. */
const repeatedLines = 10;

/** Runs a step as the table says. */
export function runStep({ run }: Step, output: Writable): Promise<GateResult> {
  if ('command' in run) return runCommandGate(run.command, output);
  if ('tallied' in run) return runTalliedGate(run.tallied, output);
  return runVitestGate(run.vitest, process.cwd(), 'inherit', run.files);
}

/** Runs a script on this Node.js; its exit code decides, and it counts as one. */
export async function runCommandGate(scriptAndArguments: readonly string[], output: Writable): Promise<GateResult> {
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

/** Runs a script on this Node.js that ends its output, which is passed on, with a tally. Without one it counts as failed. */
export async function runTalliedGate(scriptAndArguments: readonly string[], output: Writable): Promise<GateResult> {
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
  if (tally !== undefined && (ending === 'exit code 0' || tally.failed > 0)) return { tally, problems, skipped };
  problems.push(`it ended with ${ending} and without a failure in its counts`);
  return { tally: { ...nothing, ...tally, failed: 1 }, problems, skipped };
}

/**
 * Runs vitest projects, or only these files of them, in a process of their own. Each test counts, and a run that breaks
 * off counts as failed.
 */
export async function runVitestGate(
  project: string,
  root: string,
  output: 'inherit' | 'ignore',
  files: readonly string[] = [],
): Promise<GateResult> {
  const child = fork(new URL('vitest-process.ts', import.meta.url), [project, root, ...files], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
  });
  let result: GateResult | undefined;
  child.on('message', (message: GateResult) => {
    result = message;
  });
  const ending = await endingOf(child, 'exit');
  if (result !== undefined && (ending === 'exit code 0' || result.tally.failed > 0)) return result;
  const problems = [`it broke off with ${ending}`];
  return { tally: { ...nothing, ...result?.tally, failed: 1 }, problems, skipped: [] };
}

/** How a process ends, in words. `close` also waits for the end of its output. */
async function endingOf(child: ChildProcess, event: 'exit' | 'close'): Promise<string> {
  const [code, signal]: unknown[] = await once(child, event);
  return code === null ? `signal ${signal}` : `exit code ${code}`;
}
