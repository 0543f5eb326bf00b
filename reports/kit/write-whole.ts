import { copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file at once: anyone who reads it, and a run that is killed, sees what was there before or all of the text. */
export const writeWhole = (file: string, text: string): void => {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
};

/** Makes the content of one file that of another in the same way, without a copy where the file system can share it. */
export const linkWhole = (from: string, to: string): void => {
  const part = `${to}.${process.pid}.part`;
  rmSync(part, { force: true });
  try {
    linkSync(from, part);
  } catch {
    copyFileSync(from, part);
  }
  renameSync(part, to);
  // renaming one name of a file to another name of it does nothing
  rmSync(part, { force: true });
};
