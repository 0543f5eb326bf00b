import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, resultSchema } from '../../core/result.ts';
import { causeOf, isFault } from '../../core/verdict.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { latestFile } from '../../reports/write-files.ts';
import { CliError } from '../cli-error.ts';

/** Reads the last run's result from the folder above the runs. Throws `CliError` when there is none to use. */
export const loadLastResult = (folder: string): Result => {
  const file = join(folder, latestFile);
  if (!existsSync(file)) {
    throw new CliError(`--rerun-failed needs an earlier run, and ${file} is not there: run without it first.`);
  }
  const content = readJson(file, (said) => new CliError(`${said}: run without --rerun-failed.`));
  const parsed = resultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CliError(`${file} is not the result of a run of this version: run without --rerun-failed.`);
};

/** The rules that did not hold, or that the target gave no answer for. */
export const failedRulesOf = ({ verdicts }: Result): string[] =>
  verdicts
    .filter((verdict) => isFault(verdict) || verdict.outcome === 'error' || causeOf(verdict) === 'unavailable')
    .map(({ rule }) => rule);
