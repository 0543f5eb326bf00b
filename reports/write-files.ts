import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, resultSchema } from '../core/result.ts';
import { isFault } from '../core/verdict.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { digestOf, fileDigest } from './document-digest.ts';
import { hurlFileOf, regressionFileOf, regressionOf, requestsFileOf } from './failures/repeat/commands.ts';
import { hurlScript } from './failures/repeat/hurl-script.ts';
import { requestsScript } from './failures/repeat/requests-script.ts';
import { junitOf } from './formats/junit.ts';
import type { RunSummary } from './history/run-summary.ts';
import { canaryFor } from './kit/canary.ts';
import { linkWhole, writeWhole } from './kit/write-whole.ts';
import { runPage } from './run-page/page.ts';
import { verdictsFile } from './verdict-log.ts';

/** Holds the result of a run. Until the run has ended, it is the result as it was at the start. */
export const resultFile = 'result.json';
const junitFile = 'junit.xml';
/** The run as a page for people. */
export const pageFile = 'report.html';
/** What every run that has ended leaves in its folder. */
export const runFileNames: readonly string[] = [resultFile, junitFile, pageFile];
/** In the folder above: the last run's result. */
export const latestFile = 'latest.json';

/** Searches a file that grew during the run, and writes it again when it holds a secret. */
const sweepFile = (file: string, sweep: ReturnType<typeof canaryFor>): number => {
  if (!existsSync(file)) return 0;
  // by lines, because the whole file may be long
  const lines = readFileSync(file, 'utf8').split('\n').map(sweep);
  const found = lines.reduce((sum, { replaced }) => sum + replaced, 0);
  if (found > 0) writeWhole(file, lines.map(({ clean }) => clean).join('\n'));
  return found;
};

interface WriteOptions {
  /** All that must not reach a file. */
  secrets: readonly Secret[];
  /** Folder of the run. The folder above it also gets the result. */
  folder: string;
  /** Files of the folder that grew during the run, a JSON value a line. */
  grown: readonly string[];
  /** Compressed files of the folder that grew without any secret in them. */
  packed?: readonly string[];
  /** Of the same target, oldest first: the page says what changed since. */
  earlier?: readonly RunSummary[];
}

/** Leaves the result of a run that begins, none with a secret in it: if the run is killed, its logs complete it. */
export const writeBegun = (begun: Result, { secrets, folder }: Pick<WriteOptions, 'secrets' | 'folder'>): void => {
  const unfinished: Result = { ...begun, run: { ...begun.run, unfinished: true } };
  writeWhole(join(folder, resultFile), `${canaryFor(secrets)(JSON.stringify(unfinished)).clean}\n`);
};

/** Writes the files of a run, none with a secret in it, and returns the result as it was written. */
export const writeFiles = (
  result: Result,
  { secrets, folder, grown, packed = [], earlier = [] }: WriteOptions,
): Result => {
  const sweep = canaryFor(secrets);
  const inGrown = grown.reduce((sum, name) => sum + sweepFile(join(folder, name), sweep), 0);
  const swept = sweep(JSON.stringify(result));
  const replaced = inGrown + swept.replaced;
  const clean = replaced === 0 ? result : { ...resultSchema.parse(JSON.parse(swept.clean)), secretsReplaced: replaced };
  const files = Object.fromEntries(
    [...packed, ...grown]
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => [name, fileDigest(join(folder, name))]),
  );
  const described = { ...clean, files };
  const written = { ...described, digest: digestOf(described) };
  const json = `${JSON.stringify(written)}\n`;
  writeWhole(join(folder, resultFile), json);
  rmSync(join(folder, verdictsFile), { force: true });
  writeWhole(join(folder, junitFile), sweep(junitOf(written)).clean);
  writeWhole(join(folder, pageFile), sweep(runPage(written, earlier)).clean);
  for (const verdict of written.verdicts) {
    if (!isFault(verdict) || verdict.exchanges.length === 0) continue;
    writeWhole(join(folder, requestsFileOf(verdict)), sweep(requestsScript(written, verdict)).clean);
    writeWhole(join(folder, hurlFileOf(verdict)), sweep(hurlScript(written, verdict)).clean);
    const regression = regressionOf(written, verdict);
    if (regression !== undefined) writeWhole(join(folder, regressionFileOf(verdict)), sweep(regression).clean);
  }
  linkWhole(join(folder, resultFile), join(folder, '..', latestFile));
  return written;
};
