import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultSchema } from './result.ts';
import { sampleBrokenLaw, sampleExchange, sampleFailure, sampleResult, sampleVerdict } from './sample-result.ts';
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
  const result = sampleResult([sampleFailure(), sampleBrokenLaw()]);
  writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  for (const file of [join(run.folder, 'result.json'), join(run.out, 'latest.json')]) {
    expect(resultSchema.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(result);
  }
});

test('a secret that slipped through reaches no file, and the hits are counted and told', async () => {
  await using run = await runFolder();
  await writeFile(join(run.folder, 'exchanges.ndjson'), `{"text":"ok"}\n{"text":"${secret.value}"}\n`);
  const leaking = sampleFailure({ exchanges: [sampleExchange({}, { text: `{"echo":"${btoa(secret.value)}"}` })] });
  const lawLeaking = sampleBrokenLaw({ exchanges: [sampleExchange({ body: `${secret.value}, quoted '` })] });
  const result = sampleResult([leaking, lawLeaking], { faults: [`could not use ${secret.value}`] });
  const written = writeFiles(result, { secrets: [secret], folder: run.folder, grown: ['exchanges.ndjson', 'none'] });
  expect(written.secretsReplaced).toBe(4);
  for (const file of await readdir(run.out, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(join(file.parentPath, file.name), 'utf8');
    expect(text).not.toContain(secret.value);
    expect(text).not.toContain(btoa(secret.value).replace(/=+$/, ''));
  }
  expect(await readFile(join(run.folder, 'exchanges.ndjson'), 'utf8')).toBe('{"text":"ok"}\n{"text":"«TOKEN»"}\n');
});

test('a broken law leaves its requests as a script; nothing else does', async () => {
  await using run = await runFolder();
  const held = sampleVerdict({ rule: 'LAW-1', search: { seed: 42, cases: 25, planned: 25 } });
  const result = sampleResult([held, sampleFailure(), sampleBrokenLaw()]);
  writeFiles(result, { secrets: [secret], folder: run.folder, grown: [] });
  expect((await readdir(run.folder)).toSorted()).toEqual(['LAW-3.sh', 'junit.xml', 'result.json']);
});
