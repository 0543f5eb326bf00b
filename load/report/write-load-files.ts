import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { canaryFor } from '../../reports/kit/canary.ts';
import { loadJunit } from './junit.ts';
import { loadPage } from './page.ts';

export const loadResultFile = 'result.json';
/** In the folder above: a copy of the last result. */
const latestLoadFile = 'latest-load.json';
const pageFile = 'report.html';
const junitFile = 'junit.xml';

interface WriteOptions {
  folder: string;
  secrets: readonly Secret[];
}

/** Writes the files of a load run without secrets. Returns the result as written. Throws if a file cannot be written. */
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
