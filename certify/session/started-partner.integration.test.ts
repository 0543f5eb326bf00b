import { expect, test } from 'vitest';
import { startPartner } from './started-partner.ts';

const access = {
  baseUrl: 'http://[::]:4200',
  accessHeader: 'service-access',
  token: { env: 'PARTNER_TOKEN', value: 'token-of-a-test' },
  accessKey: { env: 'PARTNER_ACCESS_KEY', value: 'key-of-a-test' },
};

/** A value that refers to a variable of the session. */
const holding = (name: string): string => ['$', '{', name, '}'].join('');

const pipes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const startedWith = (code: string) =>
  startPartner({ command: 'node', args: ['-e', code], env: {} }, access, process.cwd());

test('the process gets a reachable address, and its last output is reported when it ends', async () => {
  await using started = startedWith(
    `console.log(process.env.PLATFORM_URL); process.stderr.write('no such '); setImmediate(() => { console.error('setting'); process.exitCode = 3; })`,
  );
  await expect.poll(() => started.ended()).toBe('it ended with exit code 3: no such setting · http://[::1]:4200');
});

test.for<[how: string, ending: string, isOwn: boolean]>([
  ['exit code 0', 'process.exit(0)', true],
  ['exit code 3', 'process.exit(3)', true],
  // what PHP and Perl end with after a fatal error
  ['exit code 255', 'process.exit(255)', true],
  // what a shell reports for a program that was aborted, and for one that got SIGTERM
  ['exit code 134', 'process.exit(134)', true],
  ['exit code 143', 'process.exit(143)', false],
  ['signal SIGABRT', 'process.abort()', true],
  ['signal SIGTERM', `process.kill(process.pid, 'SIGTERM')`, false],
])('%s is a death of its own: %s', async ([how, ending, isOwn]) => {
  await using started = startedWith(ending);
  await expect.poll(() => started.ended()).toContain(how);
  expect(started.diedByItself()).toBe(isOwn);
});

test('its own variables get the values of the session, and unknown references stay', async () => {
  const other = `${holding('HOME_OF_NOBODY')} $1`;
  const env = { API: `${holding('PLATFORM_URL')}/v1`, SECRET: holding('PLATFORM_TOKEN'), OTHER: other };
  const code = 'console.log(process.env.API, process.env.SECRET, process.env.OTHER)';
  await using started = startPartner({ command: 'node', args: ['-e', code], env }, access, process.cwd());
  await expect
    .poll(() => started.ended())
    .toBe(`it ended with exit code 0: http://[::1]:4200/v1 token-of-a-test ${other}`);
});

test('its children end with it, and a process that left the group blocks nothing', async () => {
  const sleeping = (detached: boolean): string =>
    `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit', detached: ${detached} })`;
  const before = pipes();
  const started = startedWith(
    `const { spawn } = require('node:child_process'); console.log(${sleeping(false)}.pid, ${sleeping(true)}.pid); process.exit()`,
  );
  await expect.poll(() => started.ended()).toMatch(/exit code 0: \d+ \d+/);
  const [inGroup = 0, apart = 0] =
    /(\d+) (\d+)$/
      .exec(started.ended() ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  try {
    await started[Symbol.asyncDispose]();
    await expect.poll(() => isAlive(inGroup)).toBe(false);
    await expect.poll(pipes).toBeLessThanOrEqual(before);
  } finally {
    if (isAlive(apart)) process.kill(apart, 'SIGKILL');
  }
});

test('a program that is not there is reported', async () => {
  await using started = startPartner({ command: '/no/such/program', args: [], env: {} }, access, process.cwd());
  await expect.poll(() => started.ended()).toMatch(/ENOENT/);
});
