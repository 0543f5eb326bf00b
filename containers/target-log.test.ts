import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { redactionOf } from '../fixtures/redaction.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { createTargetLog } from './target-log.ts';

const redact = redactionOf([{ env: 'TOKEN', value: 'the-secret-token' }]);

test('what came before the log is kept, and what comes after, is written line by line without secrets', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'made', 'target.log');
  const log = createTargetLog();
  const stream = new PassThrough();
  log.follow(stream, '');
  stream.write('starts with the-secret-');
  stream.write('token\nis r');
  log.keep(file, redact);
  stream.end('eady\nand ends');
  await log.ended();
  expect(readFileSync(file, 'utf8')).toBe('starts with «TOKEN»\nis ready\nand ends\n');
});

test('lines of several containers are distinguished, and everyone who waits for a line gets whole lines', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'target.log');
  const log = createTargetLog();
  const [platform, database] = [new PassThrough(), new PassThrough()];
  const reported: string[] = [];
  log.follow(platform, 'platform', (text) => reported.push(text));
  log.follow(database, 'database');
  database.end('one\n\ntwo\n');
  platform.end('ready\n');
  await log.ended();
  log.keep(file, redact);
  expect(readFileSync(file, 'utf8').split('\n').toSorted()).toEqual([
    '',
    '',
    'database | one',
    'database | two',
    'platform | ready',
  ]);
  expect(reported).toEqual(['ready\n']);
});

test('its last lines are reported as a terminal can show them', async () => {
  const log = createTargetLog();
  const stream = new PassThrough();
  log.follow(stream, '');
  stream.end(`${Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')}\n\u001b[31mred\u001b[0m\n`);
  await log.ended();
  expect(log.tail().split('\n').slice(-2)).toEqual(['  line 39', '  red']);
  expect(log.tail()).not.toContain('line 20');
});

test('of a log that is not kept for long only the end is held, and that is reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'target.log');
  const log = createTargetLog();
  const stream = new PassThrough();
  log.follow(stream, '');
  for (let count = 0; count < 60; count += 1) stream.write(`${count} ${'x'.repeat(100_000)}\n`);
  stream.end();
  await log.ended();
  log.keep(file, redact);
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('(what came before is not kept)\n')).toBe(true);
  expect(text).toContain('\n59 x');
  expect(text).not.toContain('\n1 x');
});
