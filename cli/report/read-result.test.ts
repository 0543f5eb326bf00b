import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../core/result.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { sampleResult, sampleVerdict } from '../../reports/test-samples.ts';
import { readResult } from './read-result.ts';

const notReached = sampleVerdict({ outcome: 'unverified', cause: 'not-reached', reason: 'interrupted' });

/** The folder of a run with a result, and the log of a verdict that passed. */
const runWith = async (changes: Partial<Result['run']>): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  const result = sampleResult([notReached]);
  writeFileSync(join(folder.path, 'result.json'), JSON.stringify({ ...result, run: { ...result.run, ...changes } }));
  writeFileSync(join(folder.path, 'verdicts.ndjson'), `${JSON.stringify(sampleVerdict())}\n`);
  return folder;
};

test('a result is read by its path and by that of its folder', async () => {
  await using folder = await runWith({});
  expect(readResult(folder.path)).toEqual(readResult(join(folder.path, 'result.json')));
  expect(readResult(folder.path).run.id).toBe(sampleResult().run.id);
});

test('one of a run that was killed is completed by what lies beside it', async () => {
  await using folder = await runWith({ interrupted: true, unfinished: true });
  const { run, counts, troubles } = readResult(folder.path);
  expect(counts.pass).toBe(1);
  expect(run.unfinished).toBe(undefined);
  expect(troubles).toHaveLength(1);
});

test('one of a run that ended is as it was written, whatever lies beside it', async () => {
  await using folder = await runWith({ interrupted: true });
  expect(readResult(folder.path)).toMatchObject({ counts: { pass: 0, unverified: 1 }, troubles: [] });
});

test('a folder without a result is refused', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'empty'));
  expect(() => readResult(join(folder.path, 'empty'))).toThrow(/empty\/result\.json is not there/);
});
