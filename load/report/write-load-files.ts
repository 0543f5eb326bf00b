import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { canaryFor } from '../../reports/kit/canary.ts';
import { loadJunit } from './junit.ts';
import { loadPage } from './page.ts';

export const loadResultFile = 'result.json';
/** In the folder above: a copy of the last load run's result. */
const latestLoadFile = 'latest-load.json';
const pageFile = 'report.html';
const junitFile = 'junit.xml';

interface WriteOptions {
  /** Folder of the run; the folder above it gets a copy of the result. */
  folder: string;
  /** All that must not reach a file. */
  secrets: readonly Secret[];
}

/**
 * Writes the files of a load run, none with a secret in it, and returns the result as it was written. Throws when a file
 * cannot be written.
 */
export const writeLoadFiles = (result: LoadResult, { folder, secrets }: WriteOptions): LoadResult => {
  const sweep = canaryFor(secrets);
  const { clean, replaced } = sweep(JSON.stringify(result));
  const written = replaced === 0 ? result : loadResultSchema.parse(JSON.parse(clean));
  writeFileSync(join(folder, loadResultFile), `${clean}\n`);
  writeFileSync(join(folder, pageFile), sweep(loadPage(written)).clean);
  writeFileSync(join(folder, junitFile), sweep(loadJunit(written)).clean);
  copyFileSync(join(folder, loadResultFile), join(folder, '..', latestLoadFile));
  return written;
};
