import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import manifest from '../package.json' with { type: 'json' };

const entry = fileURLToPath(new URL('selo.mjs', import.meta.url));

/** Makes a Node believe that it is an old one. */
const asOldNode = [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.0.0' })`,
];

const ran = (file: string, args: readonly string[], options: readonly string[] = []) =>
  spawnSync(process.execPath, [...options, file, ...args], { encoding: 'utf8' });

test('the entry runs the commands', () => {
  expect(ran(entry, ['--version'])).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
  expect(ran(entry, ['explain', 'PAG-2']).stdout).toMatch(/^PAG-2 /);
});

test('where the packages are missing, one line says what to do', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'cli'));
  cpSync(entry, join(folder.path, 'cli/selo.mjs'));
  const { status, stderr } = ran(join(folder.path, 'cli/selo.mjs'), ['init']);
  expect(status).toBe(2);
  expect(stderr).toBe(`The packages of Selo are missing: run "npm install" in ${folder.path}.\n`);
});

test('the package says in one line that a Node is too old', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'cli'));
  for (const name of ['selo.mjs', 'selo.js']) cpSync(entry, join(folder.path, 'cli', name));
  const { status, stderr } = ran(join(folder.path, 'cli/selo.mjs'), ['init'], asOldNode);
  expect(status).toBe(2);
  expect(stderr).toBe('Selo needs Node.js 24 or newer, and this is 18.0.0: install it from https://nodejs.org.\n');
});
