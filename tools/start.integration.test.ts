import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type FolderWithFiles, folderWithFiles } from './test-folder-with-files.ts';

const dependencies = { tool: '1.0.0' };
const tool = { version: '1.0.0', integrity: 'sha512-tool' };
const lock = JSON.stringify({ packages: { '': { dependencies }, 'node_modules/tool': tool } });
const installed = JSON.stringify({ packages: { 'node_modules/tool': tool } });

/** Stands in for npm: notes each call, then installs as npm does, leaving its record in node_modules. */
const npmThatInstalls = `
  const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2, 4).join(' ') + '\\n');
  mkdirSync('node_modules', { recursive: true });
  copyFileSync('wanted.json', 'node_modules/.package-lock.json');`;

const npmThatFails = (code: string) => `
  console.error('npm error code ${code}\\nnpm error request failed');
  process.exitCode = 1;`;

const project = {
  'package.json': JSON.stringify({ type: 'module', dependencies }),
  'package-lock.json': lock,
  'wanted.json': installed,
  'npm/npm-cli.js': npmThatInstalls,
  'npm/package.json': '{ "type": "commonjs" }',
  'cli/selo.ts': 'const asked: string[] = process.argv.slice(2); console.log(asked.join(" ")); process.exitCode = 3;',
};
const ready = { 'node_modules/.package-lock.json': installed };

async function projectWithFiles(files: Record<string, string>): Promise<FolderWithFiles> {
  const folder = await folderWithFiles({ ...project, ...files });
  await mkdir(join(folder.path, 'tools'));
  for (const name of await readdir(import.meta.dirname)) {
    if (name.endsWith('.mjs')) await copyFile(join(import.meta.dirname, name), join(folder.path, 'tools', name));
  }
  return folder;
}

function spawnStart({ path }: FolderWithFiles, asked: string[], environment: Record<string, string> = {}) {
  const env = { PATH: '', npm_execpath: join(path, 'npm', 'npm-cli.js'), ...environment };
  return spawn(process.execPath, [join(path, 'tools', 'run-script.mjs'), 'cli/selo.ts', 'run', ...asked], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function outcomeOf(start: ReturnType<typeof spawnStart>) {
  const [out, complaint, [code]] = await Promise.all([text(start.stdout), text(start.stderr), exitOf(start)]);
  return { out, complaint, code };
}

const exitOf = (child: ChildProcess) => once(child, 'exit');

test('an installed project runs at once and passes on arguments and exit code', async () => {
  await using folder = await projectWithFiles(ready);
  const { out, code } = await outcomeOf(spawnStart(folder, ['--section', 'pagination']));
  expect(out).toBe('run --section pagination\n');
  expect(code).toBe(3);
  await expect(readFile(join(folder.path, 'npm-calls'))).rejects.toThrow('ENOENT');
});

test('packages are installed once, and again when the lock file changes', async () => {
  await using folder = await projectWithFiles({});
  const first = await outcomeOf(spawnStart(folder, []));
  expect(first.complaint).toMatch(/^Installing packages .*missing.*\nPackages installed in \d+\.\d s\.\nNode\.js \d+/);
  await outcomeOf(spawnStart(folder, []));
  expect(await readFile(join(folder.path, 'npm-calls'), 'utf8')).toBe('install --no-save\n');

  const newer = { ...tool, integrity: 'sha512-newer' };
  const newerLock = { packages: { '': { dependencies }, 'node_modules/tool': newer } };
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify(newerLock));
  await writeFile(join(folder.path, 'wanted.json'), JSON.stringify({ packages: { 'node_modules/tool': newer } }));
  expect((await outcomeOf(spawnStart(folder, []))).code).toBe(3);
  expect(await readFile(join(folder.path, 'npm-calls'), 'utf8')).toBe('install --no-save\ninstall --no-save\n');
});

test.each([
  ['a package that another machine needs', { 'node_modules/tool': { ...tool, os: ['aix'] } }],
  ['a package that the lock file lacks', { 'node_modules/tool': tool, 'node_modules/extra': tool }],
  ['no package', {}],
])('packages are installed again if %s is installed', async (_found, packages) => {
  await using folder = await projectWithFiles({ 'node_modules/.package-lock.json': JSON.stringify({ packages }) });
  expect((await outcomeOf(spawnStart(folder, []))).code).toBe(3);
  expect(await readFile(join(folder.path, 'npm-calls'), 'utf8')).toBe('install --no-save\n');
});

test.each([
  ['ENOTFOUND', 'Check the network'],
  ['EROFS', 'The folder is read-only'],
  ['EWHATEVER', 'Run "npm install --no-save" to see all that npm says'],
])('a failure of npm with %s is explained without a stack', async (code, advice) => {
  await using folder = await projectWithFiles({ 'npm/npm-cli.js': npmThatFails(code) });
  const outcome = await outcomeOf(spawnStart(folder, []));
  expect(outcome.complaint).toContain(`npm could not install the packages (${code}). `);
  expect(outcome.complaint).toContain(advice);
  expect(outcome.complaint).toContain('npm said: request failed');
  expect(outcome.complaint).not.toContain('    at ');
  expect(outcome).toMatchObject({ out: '', code: 2 });
});

test('a registry that does not answer once is tried again', async () => {
  const failsOnce = `
    const { existsSync, writeFileSync } = require('node:fs');
    if (existsSync('asked-before')) { ${npmThatInstalls} }
    else { writeFileSync('asked-before', ''); ${npmThatFails('ECONNRESET')} }`;
  await using folder = await projectWithFiles({ 'npm/npm-cli.js': failsOnce });
  const { complaint, code } = await outcomeOf(spawnStart(folder, []));
  expect(complaint).toMatch(/did not answer.*\n?.*Trying again \.\.\.\nPackages installed in/);
  expect(code).toBe(3);
});

test('only the build of an optional package for this machine is required', async () => {
  const builds = (os: string, cpu: string) => ({ ...tool, optional: true, os: [os], cpu: [cpu] });
  const wanted = {
    'node_modules/tool': tool,
    'node_modules/tool-here': builds(process.platform, process.arch),
    'node_modules/tool-elsewhere': builds('aix', 'ppc64'),
  };
  await using folder = await projectWithFiles({
    ...ready,
    'package-lock.json': JSON.stringify({ packages: { '': { dependencies }, ...wanted } }),
    'npm/npm-cli.js': npmThatFails('E404'),
  });
  const { complaint, code } = await outcomeOf(spawnStart(folder, []));
  expect(complaint).toContain('(node_modules/tool-here is missing)');
  expect(code).toBe(2);
});

test('a machine without npm is asked to install it', async () => {
  await using folder = await projectWithFiles({});
  await rm(join(folder.path, 'npm'), { recursive: true });
  const { complaint, code } = await outcomeOf(spawnStart(folder, []));
  expect(complaint).toContain('npm was not found. Install Node.js with npm');
  expect(code).toBe(2);
});

test('a lock file made for another package.json is refused', async () => {
  const manifest = JSON.stringify({ type: 'module', dependencies: { tool: '2.0.0' } });
  await using folder = await projectWithFiles({ ...ready, 'package.json': manifest });
  const { complaint, code } = await outcomeOf(spawnStart(folder, []));
  expect(complaint).toContain('package-lock.json was made for other dependencies than package.json names');
  expect(code).toBe(2);
});

test('one press of Ctrl-C reaches the run once, even if signaled repeatedly', async () => {
  const cleaning = `
    process.on('SIGINT', () => { console.log('cleaning up'); setTimeout(() => process.exit(7), 300); });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  await using folder = await projectWithFiles({ ...ready, 'cli/selo.ts': cleaning });
  const start = spawnStart(folder, []);
  const exit = exitOf(start);
  const lines: string[] = [];
  for await (const line of createInterface(start.stdout)) {
    lines.push(line);
    start.kill('SIGINT');
  }
  expect(lines).toEqual(['ready', 'cleaning up']);
  expect(await exit).toEqual([7, null]);
});
