import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../../fixtures/processes/cache-folder.ts';
import { childEnvironment } from '../../fixtures/processes/child-environment.ts';
import { executableSuffix, onPath } from '../../fixtures/processes/on-path.ts';
import { runCommand } from '../../fixtures/processes/run-command.ts';
import { K6Error } from './k6-error.ts';
import { isInRange, k6Range } from './k6-versions.ts';

export interface K6 {
  path: string;
  version: string;
}

export interface Places {
  /** @default process.env */
  environment?: NodeJS.ProcessEnv | undefined;
  /** The cache. */
  folder?: string | undefined;
}

/** A k6 and its source, or why one was passed over. */
type Sighting = { k6: K6; source: 'SELO_K6' | 'PATH' | 'the cache' } | { trouble: string };

const timeoutMs = 20_000;

/** The version that an executable reports. The npm package `k6` is a placeholder and reports none. */
export const versionOf = async (path: string): Promise<string | undefined> => {
  const { isDone, stdout } = await runCommand({ command: path, args: ['version'], env: childEnvironment(), timeoutMs });
  return isDone ? /^k6\S* v?(\d+\.\d+\.\d+[^\s,]*)/.exec(stdout)?.[1] : undefined;
};

export const cachedPath = (folder: string, version: string): string => join(folder, `k6-${version}${executableSuffix}`);

const cachedIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^k6-\d+\.\d+\.\d+(\.exe)?$/.test(name))
        .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
        .map((name) => join(folder, name))
    : [];

/** The k6 of `SELO_K6`. Throws `K6Error` if it cannot be used, since another one would be a surprise. */
const named = async (path: string): Promise<K6> => {
  const version = await versionOf(path);
  if (version !== undefined && isInRange(version)) return { path, version };
  const is = existsSync(path) ? 'is no k6 that runs here' : 'is not there';
  throw new K6Error(
    `SELO_K6 names ${path}, which ${version === undefined ? is : `is k6 ${version}`}. Set SELO_K6 to the path of a k6 ${k6Range}, or unset it.`,
  );
};

/** Looks for k6 on this machine: `SELO_K6`, then `PATH`, then the cache. */
export async function* lookForK6({
  environment = process.env,
  folder = cacheFolder(environment),
}: Places): AsyncGenerator<Sighting> {
  const { SELO_K6 = '' } = environment;
  if (SELO_K6 !== '') yield { k6: await named(resolve(SELO_K6)), source: 'SELO_K6' };
  for (const path of onPath(environment, 'k6')) {
    const version = await versionOf(path);
    if (version === undefined) continue;
    if (isInRange(version)) yield { k6: { path, version }, source: 'PATH' };
    else yield { trouble: `${path} on PATH is k6 ${version}; load runs need k6 ${k6Range}` };
  }
  for (const path of cachedIn(folder)) {
    const version = await versionOf(path);
    if (version !== undefined && isInRange(version)) yield { k6: { path, version }, source: 'the cache' };
  }
}
