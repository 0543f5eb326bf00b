import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { type FollowedFile, followFile } from './journals.ts';

const linesOf = async (file: FollowedFile): Promise<string[]> => {
  const lines: string[] = [];
  await file.read((line) => lines.push(line));
  return lines;
};

test('a file need not exist when reading begins', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'journal');
  await using file = followFile(path);
  expect(await linesOf(file)).toEqual([]);
  await writeFile(path, 'one\ntwo\n');
  expect(await linesOf(file)).toEqual(['one', 'two']);
  expect(await linesOf(file)).toEqual([]);
});

test('a line is returned once, when it is complete', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'journal');
  await writeFile(path, 'o');
  await using file = followFile(path);
  expect(await linesOf(file)).toEqual([]);
  await appendFile(path, 'ne\n\ntw');
  expect(await linesOf(file)).toEqual(['one', '']);
  await appendFile(path, 'o');
  expect(await linesOf(file)).toEqual([]);
  await appendFile(path, '\nthree\n');
  expect(await linesOf(file)).toEqual(['two', 'three']);
});

test('a character may be written in parts', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'journal');
  await using file = followFile(path);
  const bytes = Buffer.from('ação €\n');
  for (const byte of bytes.subarray(0, -1)) {
    await appendFile(path, Buffer.of(byte));
    expect(await linesOf(file)).toEqual([]);
  }
  await appendFile(path, '\n');
  expect(await linesOf(file)).toEqual(['ação €']);
});

test('lines and characters may cross the borders of chunks', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'journal');
  // three bytes a character: borders at powers of two fall into one
  const lines = Array.from({ length: 400 }, (_, index) => `${index}${'€'.repeat(1 + ((index * 7919) % 9000))}`);
  const longest = '€'.repeat(1024 * 1024);
  await writeFile(path, `${lines.join('\n')}\n${longest}\n${lines.join('\n')}\nunfinished`);
  await using file = followFile(path);
  const read = await linesOf(file);
  expect(read.length).toBe(801);
  expect([read.slice(0, 400), read[400] === longest, read.slice(401)]).toEqual([lines, true, lines]);
});

test('a path that cannot be read is an error', async () => {
  await using folder = await temporaryFolder();
  await using file = followFile(folder.path);
  await expect(linesOf(file)).rejects.toThrow('EISDIR');
});
