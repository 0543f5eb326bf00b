import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type LoadResult, loadResultSchema, loadResultVersion } from '../../core/load-result.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { loadResultFile } from '../../load/report/write-load-files.ts';
import { CliError } from '../cli-error.ts';

const versioned = z.object({ schema: z.string() });

const readResult = (file: string): LoadResult => {
  const content = readJson(file, (message) => new CliError(message));
  const { data: { schema } = {} } = versioned.safeParse(content);
  if (schema?.startsWith('selo-load/') && schema !== loadResultVersion) {
    throw new CliError(
      `${file} is a load result of the schema ${schema}, and this version of Selo reads ${loadResultVersion}. Run the baseline again.`,
    );
  }
  const parsed = loadResultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CliError(`${file} is not the result of a load run. Name the result.json of a run of "npx selo load".`);
};

/** The results at a path: a file, the folder of a run, or a folder of run folders. */
const resultsAt = (path: string): LoadResult[] => {
  if (!existsSync(path)) throw new CliError(`--gate ${path}: the file or folder does not exist. Name a stored result.`);
  if (statSync(path).isFile()) return [readResult(path)];
  const own = join(path, loadResultFile);
  if (existsSync(own)) return [readResult(own)];
  const runs = readdirSync(path)
    .map((name) => join(path, name, loadResultFile))
    .filter(existsSync);
  if (runs.length === 0) {
    throw new CliError(`--gate ${path}: the folder contains no ${loadResultFile}. Name the folder of a load run.`);
  }
  return runs.map(readResult);
};

/** The results of a baseline. Throws `CliError` for a path without one. */
export const storedResults = (paths: readonly string[]): LoadResult[] => paths.flatMap(resultsAt);
