import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, resultSchema } from '../core/result.ts';
import { isFault } from '../core/verdict.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { digestOf, fileDigest } from './digests.ts';
import { hurlFileOf, regressionFileOf, regressionOf, requestsFileOf } from './failures/repeat/commands.ts';
import { hurlScript } from './failures/repeat/hurl-script.ts';
import { requestsScript } from './failures/repeat/requests-script.ts';
import { junitOf } from './formats/junit.ts';
import type { RunSummary } from './history/run-summary.ts';
import { canaryFor } from './kit/canary.ts';
import { runPage } from './run-page/page.ts';
import { verdictsFile } from './unfinished-result.ts';

/** Writes a file atomically: readers and killed runs leave either the old or the new text. */
export const writeWhole = (file: string, text: string): void => {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
};

/** Copies a file atomically, as a hard link if possible. */
const linkWhole = (from: string, to: string): void => {
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

/** The result of a run. Until the run has ended, it is the result as it was at the start. */
export const resultFile = 'result.json';
const junitFile = 'junit.xml';
/** The run as a page for people. */
export const pageFile = 'report.html';
/** The files that every ended run has in its folder. */
export const runFileNames: readonly string[] = [resultFile, junitFile, pageFile];
/** Name of the last run's result, in the folder above the runs. */
export const latestFile = 'latest.json';

/** Searches a file that the run appended to, and writes it again if it contains a secret. Returns how many it found. */
const sweepFile = (file: string, sweep: ReturnType<typeof canaryFor>): number => {
  if (!existsSync(file)) return 0;
  // by lines, because the whole file may be long
  const lines = readFileSync(file, 'utf8').split('\n').map(sweep);
  const found = lines.reduce((sum, { replaced }) => sum + replaced, 0);
  if (found > 0) writeWhole(file, lines.map(({ clean }) => clean).join('\n'));
  return found;
};

interface WriteOptions {
  /** Secrets that must not reach a file. */
  secrets: readonly Secret[];
  /** Folder of the run. The folder above it also gets the result. */
  folder: string;
  /** Files in the folder that the run appended to, one JSON value a line. */
  grown: readonly string[];
  /** Compressed files in the folder that the run appended to after redaction. */
  packed?: readonly string[];
  /** Earlier runs of the same target, oldest first: the page shows what changed since. */
  earlier?: readonly RunSummary[];
}

/** Writes the result of a run that begins, without secrets. If the run is killed, its logs complete this result. */
export const writeBegun = (begun: Result, { secrets, folder }: Pick<WriteOptions, 'secrets' | 'folder'>): void => {
  const unfinished: Result = { ...begun, run: { ...begun.run, unfinished: true } };
  writeWhole(join(folder, resultFile), `${canaryFor(secrets)(JSON.stringify(unfinished)).clean}\n`);
};

/** Writes the files of a run without secrets, and returns the written result. */
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
