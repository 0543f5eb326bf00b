import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetLogFile } from '../../containers/target-log.ts';
import { readHead } from '../../reports/history/read-head.ts';
import type { RunHead } from '../../reports/history/run-summary.ts';
import { runFileNames } from '../../reports/write-files.ts';
import { evidenceFileNames } from '../../suites/session/evidence-folder.ts';

const runName = /^[\da-f]{8}$/;
/** Requests and regressions of a property that does not hold. */
const ofProperty = /^(?:LAW-\d+\.sh|law-\d+\.suite\.ts)$/;
const ownFiles = new Set([...runFileNames, ...evidenceFileNames, targetLogFile]);

/** Whether a folder holds nothing but what a run leaves: files of other origin are not ours to remove. */
const holdsOnlyOurs = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).every(
    (entry) => entry.isFile() && (ownFiles.has(entry.name) || ofProperty.test(entry.name)),
  );

/** The run in a folder; undefined unless it has ended. */
const endedRunIn = (out: string, name: string): RunHead['run'] | undefined => {
  try {
    const run = readHead(join(out, name, 'result.json'))?.run;
    return run?.id === name && !run.unfinished && holdsOnlyOurs(join(out, name)) ? run : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Removes the oldest runs of a folder, so that so many stay, the run itself among them. Removes only folders of runs that
 * have ended, started before this one, and hold no other files. Never throws: what cannot be removed stays.
 */
export const removeOldRuns = (out: string, current: Pick<RunHead['run'], 'id' | 'startedAt'>, kept: number): void => {
  try {
    const before = readdirSync(out, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && runName.test(entry.name) && entry.name !== current.id)
      .flatMap(({ name }) => endedRunIn(out, name) ?? [])
      .filter(({ startedAt }) => Date.parse(startedAt) < Date.parse(current.startedAt))
      .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
    for (const { id } of before.slice(kept - 1)) rmSync(join(out, id), { recursive: true, force: true });
  } catch {
    // the result is written, and a folder that stays does no harm
  }
};
