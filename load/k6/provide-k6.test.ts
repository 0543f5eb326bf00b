import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { K6Error } from './k6-error.ts';
import { provideK6 } from './provide-k6.ts';
import { writeExecutable } from './test-executable.ts';

// processes start slowly on a busy machine

const pinned = '2.2.0';

const names = (version: string): string => `console.log('k6 v${version} (go1.26, linux/amd64)')`;

/** A Go that notes how it was called, and builds a k6 of this version. */
const building = (version: string): string => `
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync(__filename + '.calls', JSON.stringify({ args, cwd: process.cwd() }) + '\\n');
const built = args[args.indexOf('-o') + 1];
fs.writeFileSync(built, '#!' + process.execPath + '\\n' + ${JSON.stringify(names(version))});
fs.chmodSync(built, 0o755);`;

/** A machine with these commands in folders on its PATH, in their order. */
const machineWith = async (...commands: readonly (readonly [name: string, code: string])[]) => {
  const folder = await temporaryFolder();
  const paths: string[] = [];
  for (const [index, [name, code]] of commands.entries()) {
    await mkdir(join(folder.path, `bin-${index}`));
    paths.push(await writeExecutable(join(folder.path, `bin-${index}`), name, code));
  }
  const PATH = ['', ...commands.map((_, index) => join(folder.path, `bin-${index}`))].join(delimiter);
  const cache = join(folder.path, 'cache');
  const said: string[] = [];
  return {
    paths,
    cache,
    said,
    provide: () => provideK6({ say: (line) => said.push(line), environment: { PATH }, folder: cache }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};

test('the pinned k6 on PATH is taken, also behind others', async () => {
  await using machine = await machineWith(
    ['k6', names('1.4.2')],
    ['k6', 'process.exit(1)'],
    ['k6', names(pinned)],
    ['go', building(pinned)],
  );
  expect(await machine.provide()).toEqual({ path: machine.paths[2], version: pinned });
  expect([machine.said, existsSync(machine.cache)]).toEqual([[], false]);
});

test('without k6 and Go it is told what to install', async () => {
  await using machine = await machineWith();
  await expect(machine.provide()).rejects.toBeInstanceOf(K6Error);
  await expect(machine.provide()).rejects.toThrow(/need k6 2\.2\.0.*none on PATH, nor a Go.*grafana\.com.*go\.dev/);
});

test('a k6 of another version is not taken, and told', async () => {
  await using machine = await machineWith(['k6', names('2.2.10')], ['k6', names('2.2.0-rc1')]);
  const told = `(${machine.paths[0]} is 2.2.10, ${machine.paths[1]} is 2.2.0-rc1)`;
  await expect(machine.provide()).rejects.toThrow(told);
});

test.for([
  ['ends with an error', `${names(pinned)}; process.exitCode = 1`],
  ['names no version', "console.log('use k6 from grafana')"],
] as const)('something of that name that %s is none', async ([, code]) => {
  await using machine = await machineWith(['k6', code]);
  await expect(machine.provide()).rejects.toThrow('there is none on PATH, nor');
});

test('where there is Go it is built from the module here, once', async () => {
  await using machine = await machineWith(['k6', names('1.4.2')], ['go', building(pinned)]);
  const built = await machine.provide();
  expect(built).toEqual({ path: expect.stringContaining(machine.cache), version: pinned });
  expect(machine.said[0]).toMatch(/^Building k6 2\.2\.0.*is 1\.4\.2/);
  const saidThen = machine.said.length;
  expect(await machine.provide()).toEqual(built);
  expect(machine.said.length).toBe(saidThen);
  const calls = (await readFile(`${machine.paths[1]}.calls`, 'utf8')).trim().split('\n');
  expect(calls.length).toBe(1);
  const { args, cwd }: { args: string[]; cwd: string } = JSON.parse(calls[0] ?? '');
  expect([args[0], args.at(-1), await readFile(join(cwd, 'go.mod'), 'utf8')]).toEqual([
    'build',
    'go.k6.io/k6/v2',
    expect.stringContaining(`go.k6.io/k6/v2 v${pinned}`),
  ]);
  expect(await readdir(machine.cache)).toEqual([`k6-${pinned}`]);
});

test('what was built before and is broken is built again', async () => {
  await using machine = await machineWith(['go', building(pinned)]);
  await mkdir(machine.cache);
  await writeExecutable(machine.cache, `k6-${pinned}`, 'process.exit(1)');
  expect((await machine.provide()).version).toBe(pinned);
  expect(machine.said.length).toBe(2);
});

test('a build that fails is told with the end of its output, and leaves nothing', async () => {
  const failing = `for (let line = 1; line <= 40; line += 1) console.error('line ' + line);
process.exitCode = 1; require('node:fs').writeFileSync(process.argv[process.argv.indexOf('-o') + 1], 'half');`;
  await using machine = await machineWith(['go', failing]);
  const told = machine.provide();
  await expect(told).rejects.toBeInstanceOf(K6Error);
  await expect(told).rejects.toThrow(/could not be built.*GOPROXY.*line 39\n {2}line 40$/s);
  await expect(told).rejects.not.toThrow('line 20');
  expect(await readdir(machine.cache)).toEqual([]);
});
