import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { journeysFile, summaryFile } from '../../plan.ts';
import type { Prepared } from '../prepare/prepare.ts';
import { iterationsIn, sumOfIterations } from './iterations.ts';
import type { K6Run } from './run-k6.ts';

/** k6 processes that others start, each with its own folder. */
export interface Generators {
  /** Contains their folders. */
  folder: string;
  count: number;
}

interface FollowOptions {
  generators: Generators;
  prepared: Pick<Prepared, 'journals' | 'record'>;
  /** Limit for the first journey, and from then until all have ended. */
  limitSeconds: number;
  signal: AbortSignal;
  onLook: () => void;
}

const lookEveryMs = 500;

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
    : [];

/**
 * Reads what generators elsewhere write until each has written its summary. The run is aborted if one does not begin or
 * end in time.
 */
export const followRemoteGenerators = async (options: FollowOptions): Promise<K6Run> => {
  const { generators, prepared, limitSeconds, signal, onLook } = options;
  const { journals, record } = prepared;
  const sinceMs = Date.now();
  const summaries = (): string[] =>
    foldersIn(generators.folder)
      .map((folder) => join(folder, summaryFile))
      .filter(existsSync);
  const look = async (): Promise<void> => {
    for (const folder of foldersIn(generators.folder)) journals.follow(join(folder, journeysFile));
    await journals.read();
    onLook();
  };

  let earlyEnd: K6Run['earlyEnd'];
  while (earlyEnd === undefined && summaries().length < generators.count) {
    await delay(lookEveryMs);
    await look();
    if (summaries().length >= generators.count) break;
    if (signal.aborted) {
      earlyEnd = { ended: 'interrupted', endedBy: 'interrupted by the user' };
    } else if (Date.now() > (record.traffic.startedMs ?? sinceMs) + limitSeconds * 1000) {
      const ended = summaries().map((file) => basename(join(file, '..')));
      earlyEnd = {
        ended: 'aborted',
        endedBy: `${ended.length} of ${generators.count} generators had ended after ${limitSeconds} s${ended.length > 0 ? ` (${ended.join(', ')})` : ''}`,
      };
    }
  }
  await look();
  return {
    k6: { code: undefined, errors: [], cpuShare: null, cpuBetween: () => null },
    earlyEnd,
    steps: [],
    drills: [],
    iterations: sumOfIterations(summaries().map((file) => iterationsIn(readFileSync(file, 'utf8')))),
  };
};
