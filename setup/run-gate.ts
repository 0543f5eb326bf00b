import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { nothing, type Tally } from './tally.ts';

/** Runs a script on this Node.js; its exit code decides, and it counts as one. */
export async function runCommandGate(scriptAndArguments: string[]): Promise<Tally> {
  const child = spawn(process.execPath, scriptAndArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: unknown[] = await once(child, 'exit');
  return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 };
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
