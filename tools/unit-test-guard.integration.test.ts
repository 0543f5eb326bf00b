import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runVitest } from './steps/run-step.ts';
import { folderWithFiles } from './test-folder-with-files.ts';

/** The problems of one test with this body under a setup file of the unit project. */
async function problemsOf(body: string, setupFile = 'unit-test-guard.ts'): Promise<string[]> {
  const setupFiles = JSON.stringify([join(import.meta.dirname, setupFile)]);
  await using folder = await folderWithFiles({
    'vitest.config.mjs': `export default { test: { globals: true, fsModuleCache: false, projects: [
      { extends: true, test: { name: 'written', pool: 'threads', include: ['*.test.ts'], setupFiles: ${setupFiles} } },
    ] } };`,
    'a.test.ts': `
      import { spawn, execFileSync } from 'node:child_process';
      import { createSocket } from 'node:dgram';
      import { createServer } from 'node:http';
      import { Worker } from 'node:worker_threads';
      test('a', async () => { ${body} });`,
  });
  return (await runVitest('written', folder.path, 'ignore')).problems;
}

test.concurrent.for([
  ['createServer().listen(0);', 'open a socket (listen)'],
  ["await fetch('http://127.0.0.1:34567').catch(() => {});", 'open a socket (connect)'],
  ["createSocket('udp4');", 'open a socket (createSocket)'],
  ["spawn('true');", 'start a process (spawn)'],
  ["try { execFileSync('true'); } catch {}", 'start a process (execFileSync)'],
  ["new Worker('a.js');", 'start a thread (Worker)'],
] as const)('a unit test fails that runs: %s', async ([body, what]) => {
  expect(await problemsOf(body)).toEqual([
    `a.test.ts: a: A unit test must not ${what}. Rename the file to *.integration.test.ts, or test without it.`,
  ]);
});

test.concurrent('a unit test that does neither passes', async () => {
  expect(await problemsOf('expect(1).toBe(1);')).toEqual([]);
});

test.concurrent('a unit test that replaces shared modules fails', async () => {
  expect(await problemsOf("vi.doMock('node:fs');", 'share-modules.ts')).toEqual([
    'a.test.ts: a: Unit tests share their modules, so none may be replaced. Pass the part in as an argument.',
  ]);
});
