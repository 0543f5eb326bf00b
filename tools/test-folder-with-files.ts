import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../fixtures/test-folder.ts';

export type FolderWithFiles = Awaited<ReturnType<typeof temporaryFolder>>;

/** Writes files, by relative path, into a new temporary folder. */
export const folderWithFiles = async (files: Record<string, string>): Promise<FolderWithFiles> => {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return folder;
};
