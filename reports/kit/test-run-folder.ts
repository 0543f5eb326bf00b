import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

/** A temporary folder of runs with the folder of one run. */
export const runFolder = async (): Promise<AsyncDisposable & { out: string; folder: string }> => {
  const { path: out } = await temporaryFolder();
  const folder = join(out, 'run-1');
  await mkdir(folder);
  return { out, folder, [Symbol.asyncDispose]: () => rm(out, { recursive: true }) };
};

/** The texts of all files below a folder. */
export const textsBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
};
