import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { writeWhole } from './write-whole.ts';

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
