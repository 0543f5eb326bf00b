import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { folderWithFiles } from '../../tools/test-folder-with-files.ts';
import { projectFolder, runShell } from './test-runner.ts';

const launcher = fileURLToPath(new URL('./selo.mjs', import.meta.url));

describe('the launcher', { timeout: 60_000 }, () => {
  test('runs any command in the folder of the caller and passes on its exit code', async () => {
    await using folder = await temporaryFolder();
    const run = (args: string) => runShell(`node '${launcher}' ${args}`, { command: ['sh', '-c'], cwd: folder.path });
    expect(await run('init --yes --out mine.ts')).toMatchObject({ code: 0 });
    expect(await readdir(folder.path)).toEqual(['mine.ts']);
    expect(await run('report')).toMatchObject({ code: 2, log: expect.stringContaining('--format') });
  });

  test('explains a failed installation and ends with exit code 2', async () => {
    await using folder = await folderWithFiles({
      'package.json': '{ "dependencies": { "tool": "1.0.0" } }',
      'package-lock.json': '{}',
    });
    for (const name of ['tools', 'deploy', 'deploy/pipelines']) await mkdir(join(folder.path, name));
    for (const name of await readdir(join(projectFolder, 'tools'))) {
      if (name.endsWith('.mjs')) await copyFile(join(projectFolder, 'tools', name), join(folder.path, 'tools', name));
    }
    await copyFile(launcher, join(folder.path, 'deploy/pipelines/selo.mjs'));
    const { code, log } = await runShell('node deploy/pipelines/selo.mjs run', {
      command: ['sh', '-c'],
      cwd: folder.path,
    });
    expect(log).toContain('package-lock.json was made for other dependencies than package.json names');
    expect(code).toBe(2);
  });
});
