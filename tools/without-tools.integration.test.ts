import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { machineWith, names } from '../load/k6/test-machine.ts';

const root = join(import.meta.dirname, '..');

/** How a script of ours ends on this machine: its exit code and its last line. */
const endOf = async (script: string, env: NodeJS.ProcessEnv): Promise<[code: unknown, last: string | undefined]> => {
  const child = spawn(process.execPath, [script], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return [code, output.trim().split('\n').at(-1)];
};

test.for([
  ['tools/provide-k6.ts', '0 passed, 0 failed, 1 skipped'],
  ['proof/load-faults.ts', expect.stringMatching(/^0 passed, 0 failed, [1-9]\d* skipped$/)],
  ['proof/network-faults.ts', expect.stringMatching(/^0 passed, 0 failed, [1-9]\d* skipped$/)],
] as const)('%s skips everything on a machine without k6, Go and Python', async ([script, last]) => {
  await using machine = await machineWith();
  expect(await endOf(script, machine.environment)).toEqual([0, last]);
});

test('the step "k6" passes if there is a k6', async () => {
  await using machine = await machineWith(['k6', names('1.1.0')]);
  expect(await endOf('tools/provide-k6.ts', machine.environment)).toEqual([0, '1 passed, 0 failed']);
});

test('the step "k6" fails if SELO_K6 names no k6', async () => {
  await using machine = await machineWith(['k6', names('1.1.0')]);
  const environment = { ...machine.environment, SELO_K6: join(machine.folder, 'none') };
  expect(await endOf('tools/provide-k6.ts', environment)).toEqual([1, '0 passed, 1 failed']);
});
