import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { nothing, readTally, type Tally } from './tally.ts';

/** What one step of the test command found, and a line for each thing that was wrong, at a first try alone too. */
export interface GateResult {
  tally: Tally;
  problems: string[];
}

/** Runs a script on this Node.js; its exit code decides, and it counts as one. */
export async function runCommandGate(scriptAndArguments: string[]): Promise<GateResult> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: unknown[] = await once(child, 'exit');
  if (code === 0) return { tally: { ...nothing, passed: 1 }, problems: [] };
  return { tally: { ...nothing, failed: 1 }, problems: [`it ended with exit code ${code}`] };
}

/** Runs a script on this Node.js that ends its output, which is passed on, with a tally. Without one it counts as failed. */
export async function runTalliedGate(scriptAndArguments: string[], output: NodeJS.WritableStream): Promise<GateResult> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
  const problems: string[] = [];
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output.write(`${line}\n`);
    if (stripVTControlCharacters(line).startsWith('✗')) problems.push(line);
    last = line;
  }
  // the output ends before or after the process does
  const code = child.exitCode ?? (await once(child, 'exit'))[0];
  const tally = readTally(last);
  if (tally !== undefined && (code === 0 || tally.failed > 0)) return { tally, problems };
  problems.push(`it ended with exit code ${code} and without a failure in its counts`);
  return { tally: { ...nothing, ...tally, failed: 1 }, problems };
}

/** Runs one vitest project in a process of its own. Each of its tests counts, and so does a run that breaks off. */
export async function runVitestGate(project: string, root: string, output: 'inherit' | 'ignore'): Promise<GateResult> {
  const child = fork(new URL('vitest-process.ts', import.meta.url), [project, root], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
  });
  let result: GateResult | undefined;
  child.on('message', (message: GateResult) => {
    result = message;
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (result !== undefined && (code === 0 || result.tally.failed > 0)) return result;
  return { tally: { ...nothing, ...result?.tally, failed: 1 }, problems: [`it broke off with exit code ${code}`] };
}
