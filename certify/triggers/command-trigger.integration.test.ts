import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listen } from '../../fixtures/processes/listening.ts';
import { commandTrigger } from './command-trigger.ts';

const running = (code: string) =>
  commandTrigger({
    command: process.execPath,
    args: ['-e', code, '--'],
    folder: process.cwd(),
    environment: { PLATFORM_URL: 'http://platform.example' },
  });

test('the command gets the action and its parameters, and its last line has the id', async () => {
  const { act } = running(
    `const [name, parameters] = process.argv.slice(-2); console.log('working'); console.log(JSON.stringify({ id: name + JSON.parse(parameters).code }))`,
  );
  expect(await act('redeem', { code: 'A' })).toEqual({ outcome: 'done', id: 'redeemA' });
});

test('the command gets the address of the platform', async () => {
  const { act } = running('console.log(JSON.stringify({ id: process.env.PLATFORM_URL }))');
  expect(await act('create-order', {})).toEqual({ outcome: 'done', id: 'http://platform.example' });
});

test.for<[string, string, object]>([
  ['says nothing', '', { outcome: 'done' }],
  ['cannot', 'console.error("no carts"); process.exit(64)', { outcome: 'cannot', message: 'no carts' }],
  [
    'refuses',
    'console.log(JSON.stringify({ message: "it has expired" })); process.exit(64)',
    { outcome: 'cannot', message: 'it has expired' },
  ],
  ['fails', 'console.error("first"); console.error("oops"); process.exit(3)', { outcome: 'failed', message: 'oops' }],
  ['fails silently', 'process.exit(3)', { outcome: 'failed', message: 'exit code 3' }],
  ['answers a number', 'console.log(JSON.stringify({ id: 7, code: null }))', { outcome: 'done', id: '7' }],
  ['says something else', 'console.log("made it")', { outcome: 'done' }],
  [
    'says what cannot be read',
    'console.log(JSON.stringify({ id: [7], code: "A" }))',
    { outcome: 'failed', message: expect.stringMatching(/^its answer cannot be read: id: expected a text/) },
  ],
])('a command that %s', async ([, code, acted]) => {
  expect(await running(code).act('create-cart', {})).toEqual(acted);
});

test('the coupons are read if the command knows `state`', async () => {
  const coupons = [{ code: 'A', id: 7, amount: 5 }];
  expect(await running(`console.log(${JSON.stringify(JSON.stringify({ coupons }))})`).state?.()).toEqual([
    { code: 'A', id: '7', amount: 5 },
  ]);
  expect(await running('process.exit(64)').state?.()).toBeUndefined();
  await expect(running('console.error("locked"); process.exit(1)').state?.()).rejects.toThrow(
    'it cannot show its state: locked',
  );
  await expect(running('console.log("A")').state?.()).rejects.toThrow('its state cannot be read: the body: expected');
});

test('a command that is not there is reported', async () => {
  const { act } = commandTrigger({ command: '/no/such/command', args: [], folder: process.cwd(), environment: {} });
  expect(await act('create-cart', {})).toMatchObject({ outcome: 'failed', message: expect.stringContaining('ENOENT') });
});

test('the command gets only the variables that every program needs', async () => {
  vi.stubEnv('SELO_SIGNING_KEY', 'private');
  const { act } = running('console.log(JSON.stringify({ id: Object.keys(process.env).join() }))');
  const { id } = await act('create-cart', {});
  vi.unstubAllEnvs();
  expect(id).toContain('PATH');
  expect(id).not.toContain('SELO_');
});

const leavingBehind = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;

test('a command that leaves a process in the background counts as ended', async () => {
  const { act } = running(
    `const { pid } = ${leavingBehind}; console.log(JSON.stringify({ id: pid })); process.exitCode = 0; process.exit()`,
  );
  const { outcome, id } = await act('create-cart', {});
  process.kill(Number(id), 'SIGKILL');
  expect(outcome).toBe('done');
});

test('a command that does not end in time is ended, with all that it started', async () => {
  const server = createServer();
  await using listener = await listen(server);
  const connecting = once(server, 'connection');
  const holding = `require('node:net').connect(${listener.port}, '127.0.0.1')`;
  const child = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(holding)}])`;
  const idle = running(`${child}; setInterval(() => {}, 1000)`).idle(3_000);
  const [held] = await connecting;
  const closed = once(held.resume(), 'close');
  expect(await idle).toMatchObject({ outcome: 'failed' });
  await closed;
});

test('a command is ended when the wait for it ends', async () => {
  await using listener = await listen(createServer(() => ending.abort()));
  const ending = new AbortController();
  const { idle } = running(`require('node:net').connect(${listener.port}, '127.0.0.1')`);
  expect(await idle(60_000, ending.signal)).toMatchObject({ outcome: 'failed' });
});

test('a command whose action is not waited for any longer goes on', async () => {
  const server = createServer();
  await using listener = await listen(server);
  const connecting = once(server, 'connection');
  const ending = new AbortController();
  const working = `require('node:net').connect(${listener.port}, '127.0.0.1').on('data', (text) => process.exit(Number(text)))`;
  const acted = running(working).act('create-cart', {}, { maxMs: 60_000, signal: ending.signal });
  const [connection] = await connecting;
  ending.abort();
  expect(await acted).toEqual({ outcome: 'failed', message: 'it was not waited for any longer' });
  const closed = once(connection.resume(), 'close');
  connection.write('0');
  await closed;
});

test('the wait for an action may end at a fraction of a millisecond', async () => {
  const acted = running('setTimeout(() => {}, 1000)').act(
    'create-cart',
    {},
    { maxMs: 50.5, signal: new AbortController().signal },
  );
  expect(await acted).toEqual({ outcome: 'failed', message: 'it was not waited for any longer' });
});

test('only the end of endless output is kept', async () => {
  const { act } = running(
    `process.stdout.write('x'.repeat(1_000_000) + '\\n' + JSON.stringify({ id: 'last' }) + '\\n')`,
  );
  expect(await act('create-cart', {})).toEqual({ outcome: 'done', id: 'last' });
});
