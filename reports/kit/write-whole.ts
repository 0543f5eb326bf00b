import { copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file atomically: readers and killed runs leave either the old or the new text. */
export const writeWhole = (file: string, text: string): void => {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
};

/** Copies a file atomically, as a hard link if possible. */
export const linkWhole = (from: string, to: string): void => {
  const part = `${to}.${process.pid}.part`;
  rmSync(part, { force: true });
  try {
    linkSync(from, part);
  } catch {
    copyFileSync(from, part);
  }
  renameSync(part, to);
  // renaming a link to another link of the same file does nothing
  rmSync(part, { force: true });
};
