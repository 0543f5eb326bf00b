import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

/** The folder of a run within the one that holds all runs, for as long as a test lasts. */
export const runFolder = async (): Promise<AsyncDisposable & { out: string; folder: string }> => {
  const { path: out } = await temporaryFolder();
  const folder = join(out, 'run-1');
  await mkdir(folder);
  return { out, folder, [Symbol.asyncDispose]: () => rm(out, { recursive: true }) };
};

/** What each file holds that is in a folder or below it. */
export const textsBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
};
