import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { openArrivalJournal } from './arrival-journal.ts';

test('flushing and closing write all lines in their order', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'arrivals.jsonl');
  const journal = openArrivalJournal(file);
  journal.add('1\n');
  journal.add('2\n');
  expect(journal.unwritten()).toBe(4);
  await journal.flush();
  expect(await readFile(file, 'utf8')).toBe('1\n2\n');
  expect(journal.unwritten()).toBe(0);
  journal.add('3\n');
  const flushed = journal.flush();
  journal.add('4\n');
  await flushed;
  await journal.close();
  expect(await readFile(file, 'utf8')).toBe('1\n2\n3\n4\n');
});

test('a line is written soon without a flush', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'arrivals.jsonl');
  const journal = openArrivalJournal(file);
  journal.add('1\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('1\n');
  await journal.close();
});
