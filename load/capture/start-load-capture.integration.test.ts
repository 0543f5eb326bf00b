import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { serving } from '../../fixtures/test-server.ts';
import { startLoadCapture } from './start-load-capture.ts';
import { factsIn, keptConnections, notification, send, startTestCapture } from './test-load-capture.ts';

const listeningAt = async (port: number): Promise<AsyncDisposable> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

test.for([1, 2, 3])('%i processes record every attempt with the status of its response', async (count) => {
  await using started = await startTestCapture({
    processes: count,
    failingReceivers: ['birch'],
    refuseEvery: 5,
    refuseTimes: 1,
  });
  await using kept = keptConnections(8);
  const { capture } = started;
  expect(capture.journals.length).toBe(count);

  const sent = Array.from({ length: 400 }, (_, index) => ({
    company: index % 4 === 0 ? 'birch' : 'amber',
    payload: notification(),
    ...(index % 2 === 0 ? { dispatcher: kept.agent } : {}),
  }));
  const answers = await Promise.all(
    sent.map(async ({ company, payload, ...how }) => {
      const status = await send(capture.urlOf(company), payload, how);
      return `${company} ${payload.orderId} ${payload.id} ${status}`;
    }),
  );

  const health = await capture.health();
  const arrivals = (await factsIn(capture.journals)).filter((fact) => fact[0] === 'a');
  expect(arrivals.map((fact) => fact.slice(2).join(' ')).toSorted()).toEqual(answers.toSorted());
  expect(health).toMatchObject({ processes: count, received: 400, turnedAway: 0, unreadable: 0 });
  expect(health.memoryMiB).toBeGreaterThan(20 * count);
  expect(answers.filter((line) => line.startsWith('birch')).every((line) => line.endsWith('503'))).toBe(true);
  expect(answers.some((line) => line.startsWith('amber') && line.endsWith('204'))).toBe(true);
  expect(await capture.cpuSeconds()).toBeGreaterThan(0);
});

test('each process refuses a delivery N times and then acknowledges it', async () => {
  await using started = await startTestCapture({ refuseEvery: 1, refuseTimes: 2 });
  const payload = notification();
  const statuses: number[] = [];
  while (!statuses.includes(204)) statuses.push(await send(started.capture.urlOf('amber'), payload));
  expect(statuses.length).toBeGreaterThanOrEqual(3);
  expect(statuses.length).toBeLessThanOrEqual(5);
  expect((await started.facts()).map((fact) => fact[5]).toSorted()).toEqual(statuses.toSorted());
});

test('all processes follow the last behavior, including refused connections', async () => {
  await using started = await startTestCapture();
  const { capture } = started;
  const url = capture.urlOf('amber');
  const sendSome = (signal?: AbortSignal): Promise<unknown[]> =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        send(url, notification(), signal === undefined ? {} : { signal }).catch((error: unknown) =>
          error instanceof Error && 'code' in error ? error.code : error,
        ),
      ),
    );
  const each = (answer: unknown): unknown[] => Array.from({ length: 20 }, () => answer);

  await capture.behave({ status: 503 });
  expect(await sendSome()).toEqual(each(503));
  await capture.behave('reset');
  expect(await sendSome()).toEqual(each('ECONNRESET'));
  await capture.behave('refuse connections');
  expect(await sendSome()).toEqual(each('ECONNREFUSED'));
  await capture.behave('refuse connections');
  await capture.behave('acknowledge');
  expect(await sendSome()).toEqual(each(204));

  await capture.behave('hang');
  const giveUp = new AbortController();
  const hanging = sendSome(giveUp.signal);
  await expect.poll(async () => (await capture.health()).received).toBe(80);
  giveUp.abort();
  await hanging;

  const statuses = (await started.facts()).map((fact) => fact[5]);
  const counted = Object.fromEntries(
    [204, 503, 0].map((status) => [status, statuses.filter((s) => s === status).length]),
  );
  expect(counted).toEqual({ 204: 20, 503: 20, 0: 40 });
});

test('a hanging attempt does not delay refusing connections', async () => {
  await using started = await startTestCapture();
  const { capture } = started;
  await capture.behave('hang');
  const sending = send(capture.urlOf('amber'), notification()).catch((error: unknown) => error);
  await expect.poll(async () => (await capture.health()).received).toBe(1);
  await capture.behave('refuse connections');
  expect(await sending).toBeInstanceOf(Error);
  expect(await started.facts()).toMatchObject([
    ['a', expect.any(Number), 'amber', expect.any(String), expect.any(String), 0],
  ]);
});

test('closing immediately loses no line', async () => {
  await using folder = await temporaryFolder();
  await using kept = keptConnections(16);
  const options = { companies: ['amber'], refuseEvery: 0, refuseTimes: 0, failingReceivers: [], sampleEvery: 0 };
  const capture = await startLoadCapture({ folder: folder.path, processes: 2, ...options });
  const sent = Array.from({ length: 500 }, notification);
  await Promise.all(sent.map((payload) => send(capture.urlOf('amber'), payload, { dispatcher: kept.agent })));
  await capture[Symbol.asyncDispose]();
  const arrivals = await factsIn(capture.journals);
  expect(arrivals.map((fact) => fact[4]).toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
});

test('unreadable requests are counted over all processes, and samples are judged', async () => {
  await using started = await startTestCapture({ sampleEvery: 1 });
  const { capture } = started;
  for (let attempt = 0; attempt < 5; attempt++) {
    await send(capture.urlOf('amber'), notification(), { headers: { 'content-type': 'text/plain' } });
    await send(capture.urlOf('birch'), 'no JSON');
    await send(new URL('/in/nobody', capture.urlOf('amber')).href, notification());
  }
  expect(await capture.health()).toMatchObject({ received: 5, unreadable: 10 });
  const violations = (await started.facts()).flatMap((fact) => (fact[0] === 'p' ? fact[2] : []));
  expect(violations.filter(([rule, , , actual]) => rule === 'PAS-15' && actual === 'text/plain').length).toBe(5);
});

test('the next question reports a process that ended unexpectedly, once', async () => {
  const { capture, ...started } = await startTestCapture();
  const [worker] = Object.values(cluster.workers ?? {});
  worker?.process.kill('SIGKILL');
  await expect.poll(() => capture.health().then(() => 'well', String)).toContain('ended unexpectedly, SIGKILL');
  await expect(capture.behave({ status: 503 })).rejects.toThrow('ended unexpectedly');
  await started[Symbol.asyncDispose]();
});

test('closing reports a process that ended unexpectedly if nothing did before', async () => {
  const started = await startTestCapture({ processes: 1 });
  const [worker] = Object.values(cluster.workers ?? {});
  const exited = new Promise((resolve) => worker?.once('exit', resolve));
  worker?.process.kill('SIGKILL');
  await exited;
  await expect(started[Symbol.asyncDispose]()).rejects.toThrow('ended unexpectedly');
});

test('a process ignores the SIGINT of its terminal', async () => {
  await using started = await startTestCapture({ processes: 1 });
  const [worker] = Object.values(cluster.workers ?? {});
  worker?.process.kill('SIGINT');
  expect(await send(started.capture.urlOf('amber'), notification())).toBe(204);
  expect(await started.facts()).toHaveLength(1);
});

test('the processes end when their parent is killed', async () => {
  await using folder = await temporaryFolder();
  const script = `
    import { startLoadCapture } from ${JSON.stringify(new URL('start-load-capture.ts', import.meta.url))};
    const options = { companies: ['amber'], refuseEvery: 0, refuseTimes: 0, failingReceivers: [], sampleEvery: 0 };
    await startLoadCapture({ folder: ${JSON.stringify(folder.path)}, processes: 2, ...options });
    process.kill(process.pid, 'SIGKILL');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killed = once(child, 'exit');
  // the pipe is at its end when the last process that holds it is
  expect(await text(child.stdout)).toBe('');
  expect(await killed).toEqual([null, 'SIGKILL']);
});

test('a port in use, a missing address and a count of 0 processes are errors', async () => {
  await using started = await startTestCapture({ processes: 1 });
  const port = Number(new URL(started.capture.urlOf('amber')).port);
  await expect(startTestCapture({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await using foreign = await serving(() => {});
  await expect(startTestCapture({ port: foreign.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await started.capture.behave('refuse connections');
  await using _ = await listeningAt(port);
  await expect(started.capture.behave('acknowledge')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(startTestCapture({ host: '0.0.0.0' })).rejects.toThrow('give publicUrl');
  await expect(startTestCapture({ publicUrl: 'hooks.example.com' })).rejects.toThrow('publicUrl is no URL');
  await expect(startTestCapture({ processes: 0 })).rejects.toThrow('processes');
});

test('each company has its own path, below the public URL if there is one', async () => {
  await using started = await startTestCapture({ processes: 1, publicUrl: 'https://hooks.example.com/x/' });
  const [amber, birch] = ['amber', 'birch'].map((company) => started.capture.urlOf(company));
  expect(amber).toMatch(/^https:\/\/hooks\.example\.com\/x\/in\/[\w-]{43}$/);
  expect(birch).not.toBe(amber);
  expect(() => started.capture.urlOf('cedar')).toThrow('no company of this capture: cedar');
});
