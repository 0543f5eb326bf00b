import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts texts into a folder, by the names of their files, in place of all that was in it. */
export const writeFolder = (folder: string, files: ReadonlyMap<string, string>): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
};
