import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface FolderWithFiles extends AsyncDisposable {
  path: string;
}

/** Writes files, by relative path, into a new temporary folder. */
export async function folderWithFiles(files: Record<string, string>): Promise<FolderWithFiles> {
  const path = await mkdtemp(join(tmpdir(), 'selo-test-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
