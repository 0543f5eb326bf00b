import { statSync } from 'node:fs';
import { CliError } from '../cli-error.ts';

/** Throws `CliError` if the path is not a folder. */
export const requireFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CliError(`${folder} is no folder: name the one that holds the results of runs, such as reports/out.`);
};
