import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultSchema } from './result.ts';
import { sampleExchange, sampleFailure, sampleResult } from './sample-result.ts';
import { writeFiles } from './write-files.ts';

const secret = { env: 'TOKEN', value: 'very-secret-token' };

const runFolder = async (): Promise<AsyncDisposable & { out: string; folder: string }> => {
  const out = await mkdtemp(join(tmpdir(), 'selo-files-'));
  const folder = join(out, 'run-1');
  await mkdir(folder);
  return { out, folder, [Symbol.asyncDispose]: () => rm(out, { recursive: true }) };
};

test('the result that is written can be read again as what it was, and is the latest', async () => {
  await using run = await runFolder();
  const result = sampleResult([sampleFailure()]);
  writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  for (const file of [join(run.folder, 'result.json'), join(run.out, 'latest.json')]) {
    expect(resultSchema.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(result);
  }
});

test('a secret that slipped through reaches no file, and the hits are counted and told', async () => {
  await using run = await runFolder();
  await writeFile(join(run.folder, 'exchanges.ndjson'), `{"text":"ok"}\n{"text":"${secret.value}"}\n`);
  const leaking = sampleFailure({ exchanges: [sampleExchange({}, { text: `{"echo":"${btoa(secret.value)}"}` })] });
  const result = sampleResult([leaking], { faults: [`could not use ${secret.value}`] });
  const written = writeFiles(result, { secrets: [secret], folder: run.folder, grown: ['exchanges.ndjson', 'none'] });
  expect(written.secretsReplaced).toBe(3);
  for (const file of await readdir(run.out, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(join(file.parentPath, file.name), 'utf8');
    expect(text).not.toContain(secret.value);
    expect(text).not.toContain(btoa(secret.value).replace(/=+$/, ''));
  }
  expect(await readFile(join(run.folder, 'exchanges.ndjson'), 'utf8')).toBe('{"text":"ok"}\n{"text":"«TOKEN»"}\n');
});
