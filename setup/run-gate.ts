import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nothing, readTally, type Tally } from './tally.ts';

/** Runs a script on this Node.js; its exit code decides, and it counts as one. */
export async function runCommandGate(scriptAndArguments: string[]): Promise<Tally> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: unknown[] = await once(child, 'exit');
  return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 };
}

/** Runs a script on this Node.js that ends its output, which is passed on, with a tally. Without one it counts as failed. */
export async function runTalliedGate(scriptAndArguments: string[], output: NodeJS.WritableStream): Promise<Tally> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output.write(`${line}\n`);
    last = line;
  }
  // the output ends before or after the process does
  const code = child.exitCode ?? (await once(child, 'exit'))[0];
  const tally = readTally(last);
  return tally === undefined || (code !== 0 && tally.failed === 0) ? { ...nothing, ...tally, failed: 1 } : tally;
}

/** Runs one vitest project in a process of its own. Each of its tests counts, and so does a run that breaks off. */
export async function runVitestGate(project: string, root: string, output: 'inherit' | 'ignore'): Promise<Tally> {
  const child = fork(new URL('vitest-process.ts', import.meta.url), [project, root], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
  });
  let tally = nothing;
  child.on('message', (message: Tally) => {
    tally = message;
  });
  const [code]: unknown[] = await once(child, 'exit');
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
