import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file at once: whoever reads it, and a run that is killed, sees what was there before or all of the text. */
export const writeWhole = (file: string, text: string): void => {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
};
