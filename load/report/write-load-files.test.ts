import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadResultSchema } from '../../core/load-result.ts';
import { runFolder, textsBelow } from '../../reports/kit/test-run-folder.ts';
import { sampleFailingLoadResult, sampleLoadResult } from './test-load-result.ts';
import { writeLoadFiles } from './write-load-files.ts';

const secret = { env: 'TOKEN', value: 'very-secret-token' };

test('the written result can be read again, and is also the latest', async () => {
  await using run = await runFolder();
  const result = sampleFailingLoadResult();
  expect(writeLoadFiles(result, { folder: run.folder, secrets: [secret] })).toEqual(result);
  for (const file of [join(run.folder, 'result.json'), join(run.out, 'latest-load.json')]) {
    expect(loadResultSchema.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(result);
  }
  expect((await readdir(run.folder)).toSorted()).toEqual(['junit.xml', 'report.html', 'result.json']);
});

test('a leaked secret reaches no file, and the returned result is clean', async () => {
  await using run = await runFolder();
  const result = sampleLoadResult();
  const leaking = {
    ...result,
    target: { ...result.target, baseUrl: `https://partners.example/?key=${secret.value}` },
    gate: { ...result.gate, message: `pass, with ${btoa(secret.value)}` },
  };
  const written = writeLoadFiles(leaking, { folder: run.folder, secrets: [secret] });
  expect(written.target.baseUrl).toBe('https://partners.example/?key=«TOKEN»');
  for (const text of await textsBelow(run.out)) {
    expect(text).not.toContain(secret.value);
    expect(text).not.toContain(btoa(secret.value).replace(/=+$/, ''));
  }
});
