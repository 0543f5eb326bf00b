import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { readEarlierParts } from './earlier-parts.ts';
import { type Beginning, type LogEntry, openSessionLog } from './session-log.ts';

const { startedAt = '', capabilities, timeScale, receiverMs, names } = emptyRecord();
const beginning: Beginning = {
  kind: 'begun',
  partner: { name: 'Shop', version: '1' },
  observes: false,
  seed: 's',
  startedAt,
  capabilities,
  timeScale,
  receiverMs,
  names,
};

const call = (number: number, atMs: number): LogEntry => ({
  kind: 'call',
  call: { number, atMs, tookMs: 1, method: 'GET', path: '/x', headers: {}, body: '', answer: { lost: 'reset' } },
});

const action = (toMs: number): LogEntry => ({
  kind: 'action',
  action: { number: 1, scenario: 'order', action: 'create-order', parameters: {}, fromMs: 1, toMs, outcome: 'done' },
});

const logOf = async (...entries: LogEntry[]) => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'session.jsonl');
  {
    using log = openSessionLog(file);
    for (const entry of entries) log.note(entry);
  }
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
};

test('the entries are read back, and the last one of each number counts', async () => {
  await using log = await logOf(
    beginning,
    { kind: 'scenario', name: 'order', state: 'begun', atMs: 1 },
    action(2),
    call(1, 1),
    action(9),
    { kind: 'idle', atMs: 8 },
    { kind: 'idle', atMs: 9 },
    { kind: 'scenario', name: 'order', state: 'played', atMs: 9 },
    { kind: 'ended', atMs: 9 },
  );
  const { beginning: read, records, played } = readEarlierParts(log.file);
  expect(read).toEqual(beginning);
  expect([...played]).toEqual(['order']);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ startedAt, idleMs: 9, actions: [{ toMs: 9 }], calls: [{ number: 1 }] });
  expect(records[0]).not.toHaveProperty('judgedUntilMs');
});

test('only its owner may read it', async () => {
  await using log = await logOf(beginning);
  expect((await stat(log.file)).mode & 0o077).toBe(0);
});

test('a scenario that a kill interrupted is in the record and is not judged', async () => {
  await using log = await logOf(
    beginning,
    { kind: 'scenario', name: 'order', state: 'begun', atMs: 1 },
    { kind: 'idle', atMs: 3 },
    { kind: 'scenario', name: 'order', state: 'played', atMs: 3 },
    { kind: 'scenario', name: 'cart', state: 'begun', atMs: 5 },
    call(1, 6),
    { kind: 'idle', atMs: 7 },
  );
  // a line that a kill cut off
  await appendFile(log.file, '{"kind":"call","call":{"num');
  const { records, played } = readEarlierParts(log.file);
  expect(records[0]).toMatchObject({ judgedUntilMs: 5, idleMs: 3, calls: [{ number: 1 }] });
  expect([...played]).toEqual(['order']);
  {
    using next = openSessionLog(log.file);
    next.note(beginning);
    next.note(call(2, 1));
  }
  expect(readEarlierParts(log.file).records.map(({ calls }) => calls.map(({ number }) => number))).toEqual([[1], [2]]);
});

test('each part of a session has its own record', async () => {
  await using log = await logOf(beginning, call(1, 1), { ...beginning, seed: 's' }, call(2, 1));
  expect(readEarlierParts(log.file).records.map(({ calls }) => calls.map(({ number }) => number))).toEqual([[1], [2]]);
});

test.for<[what: string, change: (text: string) => string | undefined, message: RegExp]>([
  ['a file that is no log', () => 'hello\nworld\n', /:1 is no entry of a session/],
  ['a line that was edited', (text) => text.replace('"number":1', '"number":"one"'), /:2 is no entry of a session/],
  ['an empty file', () => '', /contains no session/],
])('%s is reported', async ([, change, message]) => {
  await using log = await logOf(beginning, call(1, 1), call(2, 2));
  await writeFile(log.file, change(await readFile(log.file, 'utf8')) ?? '');
  expect(() => readEarlierParts(log.file)).toThrow(message);
});

test('a file that is not there is reported', () => {
  expect(() => readEarlierParts('/nowhere/session.jsonl')).toThrow(/there is no session to resume/);
});
