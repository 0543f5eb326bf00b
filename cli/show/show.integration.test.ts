import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runSelo } from '../run/selo-process.ts';

const withRun = (folder: string): void => {
  const run = join(folder, 'reports/out/0a1b2c3d');
  mkdirSync(run, { recursive: true });
  writeFileSync(join(run, 'report.html'), '<!doctype html>');
  writeFileSync(join(folder, 'reports/out/latest.json'), '{"run":{"id":"0a1b2c3d"}}');
};

test.for([[], ['0a1b2c3d'], ['reports/out/0a1b2c3d']] as const)('the page of a run is opened: %j', async (named) => {
  await using folder = await temporaryFolder();
  withRun(folder.path);
  const browser = join(folder.path, 'browser');
  const opened = join(folder.path, 'opened');
  writeFileSync(browser, `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`);
  chmodSync(browser, 0o755);
  const { code, stdout } = await runSelo(['show', ...named], { cwd: folder.path, env: { BROWSER: browser } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'reports/out/0a1b2c3d/report.html\n' });
  await expect.poll(() => existsSync(opened), { timeout: 10_000 }).toBe(true);
  expect(readFileSync(opened, 'utf8').trim()).toBe(join(folder.path, 'reports/out/0a1b2c3d/report.html'));
});

test('where there is no browser the path is enough', async () => {
  await using folder = await temporaryFolder();
  withRun(folder.path);
  const { code, stdout, stderr } = await runSelo(['show'], { cwd: folder.path, env: { BROWSER: '/no/such/browser' } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'reports/out/0a1b2c3d/report.html\n' });
  expect(stderr).toContain('open the file');
});

test.for<[args: string[], said: RegExp]>([
  [[], /test a target with "npx selo run" first/],
  [['ffffffff'], /There is no run ffffffff/],
  [['empty'], /has not ended, or was killed/],
])('a run that is not there is reported in plain words: %j', async ([args, said]) => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'empty'));
  const { code, stderr } = await runSelo(['show', ...args, '--path'], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
});
