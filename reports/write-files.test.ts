import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { resultSchema } from '../core/result.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { runFolder, textsBelow } from './kit/test-run-folder.ts';
import { sampleExchange, sampleFailedProperty, sampleFailure, sampleResult, sampleVerdict } from './test-samples.ts';
import { writeBegun, writeFiles, writeWhole } from './write-files.ts';

const secret = { env: 'TOKEN', value: 'very-secret-token' };

test('the result that is written can be read again as what it was, and is the latest', async () => {
  await using run = await runFolder();
  const result = sampleResult([sampleFailure(), sampleFailedProperty()]);
  const written = writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  expect(written).toMatchObject(result);
  for (const file of [join(run.folder, 'result.json'), join(run.out, 'latest.json')]) {
    expect(resultSchema.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(written);
  }
});

test('a run that begins leaves a result that says so; the one of its end takes its place, and that of its verdicts', async () => {
  await using run = await runFolder();
  const result = sampleResult([], { faults: [secret.value] });
  writeBegun(result, { secrets: [secret], folder: run.folder });
  const begun = resultSchema.parse(JSON.parse(await readFile(join(run.folder, 'result.json'), 'utf8')));
  expect(begun).toEqual({ ...result, run: { ...result.run, unfinished: true }, faults: ['«TOKEN»'] });
  expect(await readdir(run.out, { recursive: true })).toEqual(['run-1', 'run-1/result.json']);
  await writeFile(join(run.folder, 'verdicts.ndjson'), '');
  const { run: ended } = writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  expect(ended.unfinished).toBe(undefined);
  expect((await readdir(run.folder)).toSorted()).toEqual(['junit.xml', 'report.html', 'result.json']);
});

test('a secret that slipped through reaches no file, and the hits are counted and reported', async () => {
  await using run = await runFolder();
  await writeFile(join(run.folder, 'exchanges.ndjson'), `{"text":"ok"}\n{"text":"${secret.value}"}\n`);
  const leaking = sampleFailure({ exchanges: [sampleExchange({}, { text: `{"echo":"${btoa(secret.value)}"}` })] });
  const propertyLeaking = sampleFailedProperty({ exchanges: [sampleExchange({ body: `${secret.value}, quoted '` })] });
  const result = sampleResult([leaking, propertyLeaking], { faults: [`could not use ${secret.value}`] });
  const written = writeFiles(result, { secrets: [secret], folder: run.folder, grown: ['exchanges.ndjson', 'none'] });
  expect(written.secretsReplaced).toBe(4);
  const page = await readFile(join(run.folder, 'report.html'), 'utf8');
  const blocks = [...page.matchAll(/id="block-\d+">([^<]+)/g)].map(([, block = '']) => Buffer.from(block, 'base64'));
  expect(blocks.length).toBeGreaterThan(0);
  const evidence = blocks.map((block) => gunzipSync(block).toString());
  for (const text of [...(await textsBelow(run.out)), ...evidence]) {
    expect(text).not.toContain(secret.value);
    expect(text).not.toContain(btoa(secret.value).replace(/=+$/, ''));
  }
  expect(await readFile(join(run.folder, 'exchanges.ndjson'), 'utf8')).toBe('{"text":"ok"}\n{"text":"«TOKEN»"}\n');
});

test('every fault leaves its requests as a script; what holds leaves none', async () => {
  await using run = await runFolder();
  const held = sampleVerdict({ rule: 'LAW-1', search: { seed: 42, cases: 25, planned: 25 } });
  const result = sampleResult([held, sampleFailure(), sampleFailedProperty()]);
  writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  expect((await readdir(run.folder)).toSorted()).toEqual([
    'LAW-3.hurl',
    'LAW-3.sh',
    'PAG-2.hurl',
    'PAG-2.sh',
    'junit.xml',
    'report.html',
    'result.json',
  ]);
});

test('a file is replaced at once: who has it open reads on in what was there before', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  writeFileSync(file, 'before');
  const reader = openSync(file, 'r');
  writeWhole(file, 'after');
  expect(readFileSync(reader, 'utf8')).toBe('before');
  closeSync(reader);
  expect(readFileSync(file, 'utf8')).toBe('after');
  expect(readdirSync(folder.path)).toEqual(['result.json']);
});
