import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWithFiles } from '../test-folder-with-files.ts';
import { readRecord, writeRecord } from './result-record.ts';

test('the next command reads the record of a command', async () => {
  await using folder = await folderWithFiles({});
  const file = join(folder.path, 'record.json');
  const results = [
    {
      title: 'unit tests',
      tally: { passed: 2, failed: 1, skipped: 3 },
      problems: ['a.test.ts: a: no'],
      skipped: ['3 tests: x'],
    },
  ];
  writeRecord(file, results);
  expect(readRecord(file)).toEqual(results);
});

test.for([undefined, '', '{', '[{}]'])('a record with the content %j counts as one failed step', async (content) => {
  await using folder = await folderWithFiles({});
  const file = join(folder.path, 'record.json');
  if (content !== undefined) writeFileSync(file, content);
  expect(readRecord(file)).toMatchObject([
    { title: 'the command before', tally: { passed: 0, failed: 1, skipped: 0 }, problems: [expect.any(String)] },
  ]);
});
