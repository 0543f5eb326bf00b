import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a command that runs this CommonJS code. Resolves with its path. */
export const writeExecutable = async (folder: string, name: string, code: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `#!${process.execPath}\n${code}\n`);
  await chmod(path, 0o755);
  return path;
};
