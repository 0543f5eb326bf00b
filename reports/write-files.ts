import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secret } from '../fixtures/profile/secret.ts';
import { canaryFor } from './canary.ts';
import { regressionFileOf, regressionOf, requestsFileOf } from './describe-search.ts';
import { junitOf } from './junit.ts';
import { requestsScript } from './requests-script.ts';
import { type Result, resultSchema } from './result.ts';

const resultFile = 'result.json';
const junitFile = 'junit.xml';
/** In the folder above: a copy of the last run's result. */
export const latestFile = 'latest.json';

/** Searches a file that grew during the run, and writes it again when it holds a secret. */
const sweepFile = (file: string, sweep: ReturnType<typeof canaryFor>): number => {
  if (!existsSync(file)) return 0;
  const { clean, replaced } = sweep(readFileSync(file, 'utf8'));
  if (replaced > 0) writeFileSync(file, clean);
  return replaced;
};

interface WriteOptions {
  /** All that must not reach a file. */
  secrets: readonly Secret[];
  /** Folder of the run; the folder above it gets a copy of the result. */
  folder: string;
  /** Files of the folder that grew during the run, a JSON value a line. */
  grown: readonly string[];
}

/** Writes the files of a run, none with a secret in it, and returns the result as it was written. */
export const writeFiles = (result: Result, { secrets, folder, grown }: WriteOptions): Result => {
  const sweep = canaryFor(secrets);
  const inGrown = grown.reduce((sum, name) => sum + sweepFile(join(folder, name), sweep), 0);
  const swept = sweep(JSON.stringify(result));
  const replaced = inGrown + swept.replaced;
  const written =
    replaced === 0 ? result : { ...resultSchema.parse(JSON.parse(swept.clean)), secretsReplaced: replaced };
  writeFileSync(join(folder, resultFile), `${replaced === 0 ? swept.clean : JSON.stringify(written)}\n`);
  writeFileSync(join(folder, junitFile), sweep(junitOf(written)).clean);
  for (const verdict of written.verdicts) {
    if (!verdict.search?.counterexample || verdict.exchanges.length === 0) continue;
    writeFileSync(join(folder, requestsFileOf(verdict)), sweep(requestsScript(written, verdict)).clean);
    const regression = regressionOf(written, verdict);
    if (regression !== undefined) writeFileSync(join(folder, regressionFileOf(verdict)), sweep(regression).clean);
  }
  copyFileSync(join(folder, resultFile), join(folder, '..', latestFile));
  return written;
};
