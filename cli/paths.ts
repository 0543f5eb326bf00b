import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CliError } from './cli-error.ts';

/** A path relative to the current folder, if it is inside. */
export const relativePath = (path: string): string => {
  const shorter = relative('', path);
  return shorter.startsWith('..') ? path : shorter;
};

/** The result or certificate in a folder; any other path as it is. */
export const resolveResultFile = (path: string): string =>
  [join(path, 'result.json'), join(path, 'certificate.json')].find((file) => existsSync(file)) ?? path;

/** Throws `CliError` if the path is not a folder. */
export const requireFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CliError(`${folder} is no folder: name the one that holds the results of runs, such as reports/out.`);
};
