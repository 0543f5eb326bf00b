import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetLogFile } from '../../fixtures/containers/target-log.ts';
import { failureFilesOf } from '../../reports/failures/repeat/commands.ts';
import { readHead } from '../../reports/history/read-history.ts';
import type { RunHead } from '../../reports/history/run-summary.ts';
import { verdictsFile } from '../../reports/unfinished-result.ts';
import { runFileNames } from '../../reports/write-files.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';

/** Name of a run folder. */
export const runName = /^[\da-f]{8}$/;
/** Written by `selo clean` when nothing is left to remove. */
export const cleanedFile = 'cleaned.json';
/** Written by `selo clean`: the removed records that have no key. */
export const removalsFile = 'removals.ndjson';
const ownFiles = new Set([
  ...runFileNames,
  ...Object.values(runFiles),
  verdictsFile,
  cleanedFile,
  removalsFile,
  targetLogFile,
]);

const isOfFailure = (name: string): boolean => {
  const [rule] = /^[a-z]+-\d+(?=\.)/i.exec(name) ?? [];
  return rule !== undefined && failureFilesOf({ rule: rule.toUpperCase() }).includes(name);
};

/** Whether a folder contains only files of a run. Folders with other files are never removed. */
const holdsOnlyOurs = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).every(
    (entry) => entry.isFile() && (ownFiles.has(entry.name) || isOfFailure(entry.name)),
  );

/** A run folder that contains only files of the run. */
interface StoredRun {
  id: string;
  startedAt: string;
  /** `killed`: the run is still in progress or was killed, and `selo clean` has not finished it. */
  state: 'ended' | 'killed';
}

const storedRunIn = (out: string, name: string): StoredRun | undefined => {
  const folder = join(out, name);
  try {
    const run: RunHead['run'] | undefined = readHead(join(folder, 'result.json'))?.run;
    if (run?.id !== name || !holdsOnlyOurs(folder)) return undefined;
    const isOver = !run.unfinished || existsSync(join(folder, cleanedFile));
    return { id: name, startedAt: run.startedAt, state: isOver ? 'ended' : 'killed' };
  } catch {
    return undefined;
  }
};

/** The runs in a folder. Throws if the folder cannot be read. */
export const runsIn = (out: string): StoredRun[] =>
  readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && runName.test(entry.name))
    .flatMap(({ name }) => storedRunIn(out, name) ?? []);

const beganBefore =
  (instant: number) =>
  ({ startedAt }: StoredRun): boolean =>
    Date.parse(startedAt) < instant;

const removeRun = (out: string, { id }: StoredRun): void => rmSync(join(out, id), { recursive: true, force: true });

/**
 * Keeps the newest runs of a folder, including the current one. Removes only runs that have ended, started before it
 * and contain no other files. Never throws.
 */
export const removeOldRuns = (out: string, current: Pick<RunHead['run'], 'id' | 'startedAt'>, kept: number): void => {
  try {
    const before = runsIn(out)
      .filter(({ id, state }) => state !== 'killed' && id !== current.id)
      .filter(beganBefore(Date.parse(current.startedAt)))
      .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
    for (const run of before.slice(kept - 1)) removeRun(out, run);
  } catch {
    // a leftover folder does no harm
  }
};

/** Removes ended runs that started before an instant. Returns their ids, and those of killed runs, which stay. */
export const removeRunsBefore = (out: string, instant: Date): { removed: string[]; killed: string[] } => {
  const old = runsIn(out).filter(beganBefore(instant.getTime()));
  const [killed, ended] = [
    old.filter(({ state }) => state === 'killed'),
    old.filter(({ state }) => state !== 'killed'),
  ];
  for (const run of ended) removeRun(out, run);
  return { removed: ended.map(({ id }) => id), killed: killed.map(({ id }) => id) };
};
