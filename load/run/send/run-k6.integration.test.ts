import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { notification, send, startTestCapture } from '../../capture/test-load-capture.ts';
import { LoadError } from '../load-error.ts';
import { drill } from './run-k6.ts';

const node = (code: string, ...args: string[]) => ({ command: process.execPath, args: ['-e', code, ...args] });
const nothing = node('');
const never = new AbortController().signal;

const restarting = (restart: Parameters<typeof drill>[0]['restart'], seconds = 0, signal = never) =>
  drill({ kind: 'restart', seconds, capture: undefined, restart, environment: process.env, signal });

test('a restart kills the target, waits and starts it, even if the run ends in between', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'log');
  const log = (what: string) => node('fs.appendFileSync(process.argv[1], process.argv[2])', file, what);
  const logged = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
  const ending = new AbortController();
  const drilling = restarting({ kill: log('killed '), start: log('started ') }, 600, ending.signal);
  await expect.poll(logged).toBe('killed ');
  // in the time of several hooks the next one does not come
  for (let time = 0; time < 3; time += 1) await restarting({ kill: nothing, start: nothing });
  expect(await logged()).toBe('killed ');
  ending.abort();
  const { kind, fromMs, toMs } = await drilling;
  expect([kind, toMs > fromMs, await logged()]).toEqual(['restart', true, 'killed started ']);
});

test('a hook may leave a child process running', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'pid');
  const target = 'setTimeout(() => {}, 60_000)';
  const start = node(
    `const child = child_process.spawn(process.execPath, ['-e', '${target}'], { stdio: 'inherit' });
fs.writeFileSync(process.argv[1], String(child.pid));
child.unref();`,
    file,
  );
  await restarting({ kill: nothing, start });
  expect(process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL')).toBe(true);
});

test.for(['kill', 'start'] as const)(
  'a %s hook that fails is reported with its command and exit code',
  async (which) => {
    const failing = node('process.exit(3)', 'the target');
    const restart = restarting({ kill: nothing, start: nothing, [which]: failing });
    await expect(restart).rejects.toBeInstanceOf(LoadError);
    const words = [`to ${which} the target`, failing.command, 'the target', 'exit code 3', `load.restart.${which} `];
    for (const each of words) await expect(restart).rejects.toThrow(each);
  },
);

test('a killed hook is an error', async () => {
  const restart = restarting({ kill: node('process.kill(process.pid, "SIGKILL")'), start: nothing });
  await expect(restart).rejects.toThrow('ended by SIGKILL');
});

test('a missing hook is an error', async () => {
  const restart = restarting({ kill: { command: '/nowhere/hook', args: [] }, start: nothing });
  await expect(restart).rejects.toThrow(/\/nowhere\/hook.*ENOENT.*load\.restart\.kill/s);
});

test('a restart without hooks is an error', async () => {
  await expect(restarting(undefined)).rejects.toThrow(/load\.restart/);
});

test('the receivers refuse during the drill, and then acknowledge again', async () => {
  await using started = await startTestCapture({ processes: 1 });
  const { capture } = started;
  const url = capture.urlOf('amber');
  const ending = new AbortController();
  const drilling = drill({
    kind: 'refusing',
    seconds: 600,
    capture,
    restart: undefined,
    environment: {},
    signal: ending.signal,
  });
  await expect.poll(() => send(url, notification())).toBe(503);
  ending.abort();
  const { kind, fromMs, toMs } = await drilling;
  expect([kind, toMs >= fromMs]).toEqual(['refusing', true]);
  expect(await send(url, notification())).toBeLessThan(300);
});

test('receivers listen again after a drill that closed them', async () => {
  await using started = await startTestCapture({ processes: 1 });
  const { capture } = started;
  await drill({ kind: 'gone', seconds: 0.05, capture, restart: undefined, environment: {}, signal: never });
  expect(await send(capture.urlOf('birch'), notification())).toBeLessThan(300);
});
