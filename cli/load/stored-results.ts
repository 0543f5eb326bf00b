import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { loadResultFile } from '../../load/report/write-load-files.ts';
import { CliError } from '../cli-error.ts';

const readResult = (file: string): LoadResult => {
  const parsed = loadResultSchema.safeParse(readJson(file, (message) => new CliError(message)));
  if (parsed.success) return parsed.data;
  throw new CliError(`${file} is not the result of a load run of this version: run the baseline again.`);
};

/** The results that a path names: a result's file, the folder of one run, or a folder of several runs' folders. */
const resultsAt = (path: string): LoadResult[] => {
  if (!existsSync(path)) throw new CliError(`--gate ${path}: there is no such file or folder.`);
  if (statSync(path).isFile()) return [readResult(path)];
  const own = join(path, loadResultFile);
  if (existsSync(own)) return [readResult(own)];
  const runs = readdirSync(path)
    .map((name) => join(path, name, loadResultFile))
    .filter(existsSync);
  if (runs.length === 0) throw new CliError(`--gate ${path}: no run in there left a ${loadResultFile}.`);
  return runs.map(readResult);
};

/** The results of a baseline. Throws `CliError` on a path without one. */
export const storedResults = (paths: readonly string[]): LoadResult[] => paths.flatMap(resultsAt);
