import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../fixtures/processes/listening.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { K6Error } from './k6-error.ts';
import { type K6Options, startK6 } from './start-k6.ts';
import { writeExecutable } from './test-executable.ts';

/** A k6 that writes down how it was called, and then does this. */
const recording = (then: string): string => `
const fs = require('node:fs');
fs.writeFileSync(process.env.CALLED + '.part', JSON.stringify({ args: process.argv.slice(2), env: process.env}));
${then}
fs.renameSync(process.env.CALLED + '.part', process.env.CALLED);`;

interface Called {
  args: string[];
  env: Record<string, string>;
}

const preparing = async (then = '') => {
  const folder = await temporaryFolder();
  const calledFile = join(folder.path, 'called.json');
  const path = await writeExecutable(folder.path, 'k6', recording(then));
  return {
    path,
    calledFile,
    start: (change: Partial<K6Options> = {}) =>
      startK6({
        k6: { path, version: '2.2.0' },
        script: '/scripts/load.ts',
        journalFile: '/run/journeys.jsonl',
        outputs: [],
        dashboardFile: '/run/dashboard.html',
        flags: [],
        ...change,
        environment: { CALLED: calledFile, ...change.environment },
      }),
    called: async (): Promise<Called> => JSON.parse(await readFile(calledFile, 'utf8')),
    /** Resolves when it does what it was made for. */
    begun: () => expect.poll(() => existsSync(calledFile)).toBe(true),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};

/** Sets variables of this process for the rest of a test. */
const setVariables = (variables: Record<string, string>): void => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};

test('k6 runs the script, and its log goes to the journal', async () => {
  await using k6 = await preparing();
  await (await k6.start({ outputs: ['json=a', 'opentelemetry'], flags: ['--execution-segment', '0:1/2'] })).ended;
  const { args } = await k6.called();
  expect([args[0], args.at(-1)]).toEqual(['run', '/scripts/load.ts']);
  expect(args.join(' ')).toContain(' --execution-segment 0:1/2 ');
  const [, settings = ''] = /--config=(\S+)/.exec(args.join(' ')) ?? [];
  expect(await readFile(settings, 'utf8')).toBe('{}\n');
  for (const arg of [
    '--console-output=/run/journeys.jsonl',
    '--log-format=raw',
    '--out=json=a',
    '--out=opentelemetry',
  ]) {
    expect(args).toContain(arg);
  }
});

test('k6 inherits only settings of outputs, certificates and proxies, besides the given variables', async () => {
  setVariables({
    K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'collector:4317',
    SSL_CERT_FILE: '/certificates',
    HTTPS_PROXY: 'http://proxy:1',
    no_proxy: 'here',
    SELO_TOKEN_OTHER: 'a secret',
    AWS_SECRET_ACCESS_KEY: 'a secret',
    NODE_OPTIONS: '',
    MY_K6_TOKEN: 'a secret',
    K6_VUS: '1',
    K6_STAGES: '1s:1',
  });
  await using k6 = await preparing();
  await (await k6.start({ environment: { TOKEN: 'the run’s own' } })).ended;
  const { env } = await k6.called();
  expect(env).toMatchObject({
    TOKEN: 'the run’s own',
    K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'collector:4317',
    SSL_CERT_FILE: '/certificates',
    HTTPS_PROXY: 'http://proxy:1',
    no_proxy: 'here',
  });
  expect(Object.values(env)).not.toContain('a secret');
  for (const name of ['NODE_OPTIONS', 'K6_VUS', 'K6_STAGES']) expect(env).not.toHaveProperty(name);
});

test('k6 contacts only the target and writes its page, even against the settings of the user', async () => {
  setVariables({
    K6_NO_USAGE_REPORT: 'false',
    K6_WEB_DASHBOARD: 'false',
    K6_WEB_DASHBOARD_PORT: '5665',
    K6_WEB_DASHBOARD_EXPORT: '/elsewhere',
  });
  await using k6 = await preparing();
  await (await k6.start()).ended;
  expect((await k6.called()).env).toMatchObject({
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_EXPORT: '/run/dashboard.html',
  });
});

test.for([0, 99, 107])('exit code %i is reported', async (code) => {
  await using k6 = await preparing(`process.exitCode = ${code};`);
  expect(await (await k6.start()).ended).toMatchObject({ code, errors: [] });
});

test('each kind of error is reported once, without those reported elsewhere', async () => {
  await using k6 = await preparing(`
for (const line of ['Request Failed error="x"', 'no such host', '', 'Insufficient VUs, reached 20', 'no such host', 'no such host',
  "thresholds on metrics 'webhooks_lost' have been crossed", 'x'.repeat(1000)]) console.error(line);`);
  const { errors } = await (await k6.start()).ended;
  expect(errors[0]).toBe('no such host (3 times)');
  expect(errors.slice(1)).toEqual([expect.stringMatching(/^x{100,500}$/)]);
});

test('of many kinds of errors, the first are reported, with their counts', async () => {
  await using k6 = await preparing('for (let line = 0; line < 1000; line += 1) console.error("kind " + (line % 50));');
  const { errors } = await (await k6.start()).ended;
  expect([errors[0], errors.length < 50]).toEqual(['kind 0 (20 times)', true]);
});

const waiting = `
process.on('SIGINT', () => process.exit(105));
setInterval(() => {}, 1000);`;

test('k6 ends in order when stopped, and at once when killed', async () => {
  await using stopped = await preparing(waiting);
  const stopping = await stopped.start();
  await stopped.begun();
  stopping.stop();
  expect((await stopping.ended).code).toBe(105);

  await using killed = await preparing(waiting);
  const killing = await killed.start();
  await killed.begun();
  killing.kill();
  expect((await killing.ended).code).toBeUndefined();
});

test('an external stop is reported as an error', async () => {
  const line = 'test run was aborted because k6 received a signal';
  const complain = `console.error(${JSON.stringify(line)}); console.error('no summary');`;
  await using stopped = await preparing(`process.on('SIGINT', () => { ${complain} process.exit(105); });${waiting}`);
  const stopping = await stopped.start();
  await stopped.begun();
  stopping.stop();
  expect((await stopping.ended).errors).toEqual(['no summary']);

  await using ending = await preparing(complain);
  expect((await (await ending.start()).ended).errors).toEqual([line, 'no summary']);
});

test('the processor share is reported if the system has /proc', async () => {
  await using k6 = await preparing('const untilMs = Date.now() + 700; while (Date.now() < untilMs);');
  const { cpuShare } = await (await k6.start()).ended;
  if (!existsSync('/proc/self/stat')) return expect(cpuShare).toBeNull();
  expect(cpuShare).toBeGreaterThan(0);
  expect(cpuShare).toBeLessThanOrEqual(1);
});

test('a k6 that cannot be started is an error', async () => {
  await using k6 = await preparing();
  const starting = k6.start({ k6: { path: '/nowhere/k6', version: '2.2.0' } });
  await expect(starting).rejects.toBeInstanceOf(K6Error);
  await expect(starting).rejects.toThrow(/\/nowhere\/k6 could not be started: .*ENOENT/);
});

test('k6 ends with the process that started it', async () => {
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  // its connection ends with it
  const server = createServer((socket) =>
    socket
      .resume()
      .on('error', () => {})
      .once('close', () => onEnd()),
  );
  await using listener = await listen(server);
  await using k6 = await preparing(`
${waiting}
require('node:net').connect(${listener.port}, '127.0.0.1');`);
  const options: K6Options = {
    k6: { path: k6.path, version: '2.2.0' },
    script: 's',
    journalFile: 'j',
    environment: { CALLED: k6.calledFile },
    outputs: [],
    dashboardFile: 'd',
    flags: [],
  };
  const code = `
const { startK6 } = await import(${JSON.stringify(new URL('start-k6.ts', import.meta.url).href)});
await startK6(${JSON.stringify(options)});
process.stdin.once('data', () => process.exit());`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await Promise.all([once(server, 'connection'), k6.begun()]);
  starter.stdin.end('end');
  await once(starter, 'exit');
  await ended;
});
