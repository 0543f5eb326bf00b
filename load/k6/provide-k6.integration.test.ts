import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { K6Error, NoK6 } from './k6-error.ts';
import { writeExecutable } from './test-executable.ts';
import { machineWith, names } from './test-machine.ts';

const built = '2.2.0';

/** A Go that notes how it was called, and builds a k6 of this version. */
const building = (version: string): string => `
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync(__filename + '.calls', JSON.stringify({ args, cwd: process.cwd() }) + '\\n');
const built = args[args.indexOf('-o') + 1];
fs.writeFileSync(built, '#!' + process.execPath + '\\n' + ${JSON.stringify(names(version))});
fs.chmodSync(built, 0o755);`;

describe('on PATH', () => {
  test('the first supported k6 is used', async () => {
    await using machine = await machineWith(
      ['k6', names('0.57.0')],
      ['k6', 'process.exit(1)'],
      ['k6', names('1.1.0')],
      ['k6', names('2.2.0')],
      ['go', building(built)],
    );
    expect(await machine.provide()).toEqual({ path: machine.paths[2], version: '1.1.0' });
    expect(machine.said).toEqual([
      `Passed over: ${machine.paths[0]} on PATH is k6 0.57.0; load runs need k6 1.1.0 or newer, below 3.0.0`,
      `k6 1.1.0 from PATH: ${machine.paths[2]}`,
    ]);
    expect(existsSync(machine.cache)).toBe(false);
  });

  test.for(['1.0.0', '3.0.0', '2.2.0-rc1'])(
    'the error for k6 %s names the supported range and what to do',
    async (version) => {
      await using machine = await machineWith(['k6', names(version)]);
      await expect(machine.provide()).rejects.toThrow(
        `${machine.paths[0]} on PATH is k6 ${version}; load runs need k6 1.1.0 or newer, below 3.0.0`,
      );
      await expect(machine.provide()).rejects.toThrow('brew install k6');
    },
  );

  test.for([
    ['ends with an error', `${names(built)}; process.exitCode = 1`],
    ['names no version', "console.log('use k6 from grafana')"],
  ] as const)('a program called k6 that %s is ignored', async ([, code]) => {
    await using machine = await machineWith(['k6', code]);
    await expect(machine.provide()).rejects.toThrow('PATH: no k6');
  });
});

describe('SELO_K6', () => {
  test('is preferred to PATH', async () => {
    await using machine = await machineWith(['k6', names('2.2.0')]);
    const own = await writeExecutable(machine.folder, 'my-k6', names('1.4.2'));
    expect(await machine.provide({ environment: { SELO_K6: own } })).toEqual({ path: own, version: '1.4.2' });
    expect(machine.said).toEqual([`k6 1.4.2 from SELO_K6: ${own}`]);
  });

  test('counts as unset if it is empty', async () => {
    await using machine = await machineWith(['k6', names('2.2.0')]);
    expect((await machine.provide({ environment: { SELO_K6: '' } })).version).toBe('2.2.0');
  });

  test.for([
    ['an old k6', names('0.57.0'), 'is k6 0.57.0'],
    ['another program', 'process.exit(1)', 'is no k6 that runs here'],
    ['nothing', undefined, 'is not there'],
  ] as const)('naming %s is an error, even if PATH has a k6', async ([, code, why]) => {
    await using machine = await machineWith(['k6', names('2.2.0')]);
    const own = code === undefined ? join(machine.folder, 'none') : await writeExecutable(machine.folder, 'my', code);
    const providing = machine.provide({ environment: { SELO_K6: own } });
    await expect(providing).rejects.toBeInstanceOf(K6Error);
    await expect(providing).rejects.not.toBeInstanceOf(NoK6);
    await expect(providing).rejects.toThrow(
      `SELO_K6 names ${own}, which ${why}. Set SELO_K6 to the path of a k6 1.1.0 or newer, below 3.0.0, or unset it.`,
    );
  });
});

describe('the cache', () => {
  test('its newest supported k6 is used if PATH has none', async () => {
    await using machine = await machineWith(['go', building(built)]);
    await mkdir(machine.cache, { recursive: true });
    for (const version of ['0.57.0', '1.1.0', '1.10.0', '1.9.0', '3.0.0']) {
      await writeExecutable(machine.cache, `k6-${version}`, names(version));
    }
    const path = join(machine.cache, 'k6-1.10.0');
    expect(await machine.provide()).toEqual({ path, version: '1.10.0' });
    expect(machine.said).toEqual([`k6 1.10.0 from the cache: ${path}`]);
  });

  test('is named as the reason if it cannot be written', async () => {
    await using machine = await machineWith(['go', building(built)]);
    await writeFile(join(machine.folder, 'caches'), 'a file where the folder should be');
    await expect(machine.provide()).rejects.toThrow(/the cache .* cannot be written \(.*\); set XDG_CACHE_HOME/);
  });
});

describe('from the Go module', () => {
  test('k6 is built once, and later found in the cache', async () => {
    await using machine = await machineWith(['go', building(built)]);
    const path = join(machine.cache, `k6-${built}`);
    expect(await machine.provide()).toEqual({ path, version: built });
    expect(machine.said.slice(-2)).toEqual([
      `Building k6 ${built} from its Go module: a minute or two, once ...`,
      expect.stringContaining(`k6 ${built} from the Go module: ${path} (`),
    ]);
    expect(await machine.provide()).toEqual({ path, version: built });
    expect(machine.said.at(-1)).toBe(`k6 ${built} from the cache: ${path}`);
    const calls = (await readFile(`${machine.paths[0]}.calls`, 'utf8')).trim().split('\n');
    expect(calls.length).toBe(1);
    const { args, cwd }: { args: string[]; cwd: string } = JSON.parse(calls[0] ?? '');
    expect([args[0], args.at(-1), await readFile(join(cwd, 'go.mod'), 'utf8')]).toEqual([
      'build',
      'go.k6.io/k6/v2',
      expect.stringContaining(`go.k6.io/k6/v2 v${built}`),
    ]);
    expect(await readdir(machine.cache)).toEqual([`k6-${built}`]);
  });

  test('a broken cached k6 is built again', async () => {
    await using machine = await machineWith(['go', building(built)]);
    await mkdir(machine.cache, { recursive: true });
    await writeExecutable(machine.cache, `k6-${built}`, 'process.exit(1)');
    expect((await machine.provide()).version).toBe(built);
  });

  test('a failed build reports its reason in one line and leaves no files', async () => {
    const failing = `
console.error('go: go.k6.io/k6/v2@v2.2.0: reading it: 403 Forbidden\\n\\tserver response: not available\\ngo: downloading example.com/a v1.0.0');
process.exitCode = 1; require('node:fs').writeFileSync(process.argv[process.argv.indexOf('-o') + 1], 'half');`;
    await using machine = await machineWith(['go', failing]);
    await expect(machine.provide()).rejects.toThrow(
      '\n  Go module: go build: go: go.k6.io/k6/v2@v2.2.0: reading it: 403 Forbidden server response: not available\n',
    );
    expect(await readdir(machine.cache)).toEqual([]);
  });
});

describe('if every source fails', () => {
  test('each is named with its reason, followed by how to install k6 by hand', async () => {
    await using machine = await machineWith();
    const providing = machine.provide();
    await expect(providing).rejects.toBeInstanceOf(NoK6);
    await expect(providing).rejects.toThrow(
      new RegExp(
        [
          'Load runs need k6 1\\.1\\.0 or newer, below 3\\.0\\.0, and no source has one:',
          ' {2}PATH: no k6',
          ' {2}cache: no k6 in .*selo',
          ' {2}Python wheel: .+',
          ' {2}Go module: there is no go on PATH',
          'Install k6 by hand, or set SELO_K6.*',
          '.*brew install k6',
          '.*apt.*',
          '.*winget install k6.*',
          '.*grafana/k6:2\\.2\\.0.*$',
        ].join('\n'),
      ),
    );
  });

  test('an interrupt stops the current source, and no other is tried', async () => {
    const waits = `require('node:fs').writeFileSync(__filename + '.begun', ''); setInterval(() => {}, 1000)`;
    await using machine = await machineWith(['go', waits]);
    const controller = new AbortController();
    const providing = machine.provide({ signal: controller.signal });
    const refused = expect(providing).rejects.toThrow('Interrupted before k6 was available.');
    await expect.poll(() => existsSync(`${machine.paths[0]}.begun`)).toBe(true);
    controller.abort();
    await refused;
    expect(await readdir(machine.cache)).toEqual([]);
  });
});
