import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../reports/test-samples.ts';
import { runSelo } from './run/selo-process.ts';

test('a rule that fails now is reported, and the exit code says so', async () => {
  await using folder = await temporaryFolder();
  const [good, bad, unjudged] = ['good.json', 'bad.json', 'unjudged.json'].map((name) => join(folder.path, name));
  if (!(good && bad && unjudged)) throw new Error('there are three files');
  await writeFile(good, JSON.stringify(sampleResult([sampleVerdict()])));
  await writeFile(bad, JSON.stringify(sampleResult([sampleFailure()])));
  const cause = { outcome: 'unverified', cause: 'not-declared', reason: 'declare products' } as const;
  await writeFile(unjudged, JSON.stringify(sampleResult([sampleVerdict(cause)])));

  const worse = await runSelo(['diff', good, bad]);
  expect([worse.code, worse.stdout]).toEqual([1, expect.stringContaining('✗ PAG-2')]);
  const better = await runSelo(['diff', bad, good, '--json']);
  expect([better.code, JSON.parse(better.stdout)]).toEqual([
    0,
    expect.objectContaining({ changes: [expect.objectContaining({ rule: 'PAG-2', kind: 'fixed' })] }),
  ]);
  expect((await runSelo(['diff', good, unjudged])).code).toBe(0);
  expect((await runSelo(['diff', good, unjudged, '--strict'])).code).toBe(1);
  const none = await runSelo(['diff', good, join(folder.path, 'none.json')]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('is not there')]);
});
