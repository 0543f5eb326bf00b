import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { sampleLoadResult } from '../../load/report/test-load-result.ts';
import { storedResults } from './stored-results.ts';

test('a result is read by its file and by its folder', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  const result = sampleLoadResult();
  await writeFile(file, JSON.stringify(result));
  expect(storedResults([file, folder.path])).toEqual([result, result]);
});

test.each([
  ['of an earlier version', '{"schema":"selo-load/5"}', /schema selo-load\/5, .* reads selo-load\/6\. Run .* again/],
  ['of a conformance run', '{"schema":9}', /is not the result of a load run/],
  ['that breaks its schema', '{"schema":"selo-load/6"}', /is not the result of a load run/],
])('a result %s is refused, with what to do', async (_, content, message) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  await writeFile(file, content);
  expect(() => storedResults([file])).toThrow(message);
});
