import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../fixtures/listening.ts';
import { untilReady } from './until-ready.ts';

const running = { inspect: async () => ({ State: { Running: true, ExitCode: 0 } }) };
const { signal } = new AbortController();

/** A server whose answers have these statuses, the last one again and again. */
const answering = (...statuses: number[]) =>
  listen(
    createServer((_, response) => {
      const [status = 200] = statuses.length > 1 ? statuses.splice(0, 1) : statuses;
      response.writeHead(status).end();
    }),
  );

const awaited = (port: number, waitFor: object, hasLogLine = () => true) => ({
  container: running,
  url: `http://127.0.0.1:${port}/`,
  waitFor: { seconds: 300, ...waitFor },
  hasLogLine,
  signal,
});

test('any answer will do, and one below 400 where a path is named', async () => {
  await using server = await answering(404);
  expect(await untilReady(awaited(server.port, {}))).toBe(undefined);
  await using starting = await answering(503, 503, 200);
  expect(await untilReady(awaited(starting.port, { path: '/' }))).toBe(undefined);
});

test('what is not ready in time is reported by what is missing', async () => {
  await using server = await answering(503);
  const { port } = server;
  expect(await untilReady(awaited(port, { path: '/', seconds: 0.01 }))).toMatch(/within 0\.01 s.*answered with 503/);
  const silent = awaited(port, { log: 'ready', seconds: 0.01 }, () => false);
  expect(await untilReady(silent)).toMatch(/no line of its log has "ready"/);
});

test('a container that has ended is not waited for', async () => {
  const ended = { inspect: async () => ({ State: { Running: false, ExitCode: 7 } }) };
  expect(await untilReady({ ...awaited(1, {}), container: ended })).toMatch(/exit code 7/);
});

test('anyone who waits may be interrupted', async () => {
  const reason = new Error('interrupted');
  await expect(untilReady({ ...awaited(1, {}), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
