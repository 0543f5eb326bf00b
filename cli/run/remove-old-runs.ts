import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetLogFile } from '../../fixtures/containers/target-log.ts';
import { failureFilesOf } from '../../reports/failures/repeat.ts';
import { readHead } from '../../reports/history/read-head.ts';
import type { RunHead } from '../../reports/history/run-summary.ts';
import { verdictsFile } from '../../reports/verdict-log.ts';
import { runFileNames } from '../../reports/write-files.ts';
import { evidenceFileNames } from '../../suites/session/evidence-folder.ts';

/** Folder of a run, below the folder that the runs are in. */
export const runName = /^[\da-f]{8}$/;
/** In the folder of a run that was killed: what `selo clean` removed after it. */
export const cleanedFile = 'cleaned.json';
/** In the folder of a run: what `selo clean` removed of the records that have no key. */
export const removalsFile = 'removals.ndjson';
const ownFiles = new Set([
  ...runFileNames,
  ...evidenceFileNames,
  verdictsFile,
  cleanedFile,
  removalsFile,
  targetLogFile,
]);

const isOfFailure = (name: string): boolean => {
  const [rule] = /^[a-z]+-\d+(?=\.)/i.exec(name) ?? [];
  return rule !== undefined && failureFilesOf({ rule: rule.toUpperCase() }).includes(name);
};

/** Whether a folder holds nothing but what a run leaves: files of other origin are not ours to remove. */
const holdsOnlyOurs = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).every(
    (entry) => entry.isFile() && (ownFiles.has(entry.name) || isOfFailure(entry.name)),
  );

/** A run in a folder of runs, that left nothing but its own files there. */
interface StoredRun {
  id: string;
  startedAt: string;
  /** `killed`: it did not end by itself, or is still under way, and nobody has cleaned up after it. */
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

/** The runs of a folder. Throws where the folder cannot be read. */
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
 * Removes the oldest runs of a folder, so that this many stay, the run itself among them. Removes only folders of runs that
 * have ended, started before this one, and hold no other files. Never throws: what cannot be removed stays.
 */
export const removeOldRuns = (out: string, current: Pick<RunHead['run'], 'id' | 'startedAt'>, kept: number): void => {
  try {
    const before = runsIn(out)
      .filter(({ id, state }) => state !== 'killed' && id !== current.id)
      .filter(beganBefore(Date.parse(current.startedAt)))
      .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
    for (const run of before.slice(kept - 1)) removeRun(out, run);
  } catch {
    // the result is written, and a folder that stays does no harm
  }
};

/** Removes runs that began before an instant and have ended. Returns the ids of those, and of the killed ones that stay. */
export const removeRunsBefore = (out: string, instant: Date): { removed: string[]; killed: string[] } => {
  const old = runsIn(out).filter(beganBefore(instant.getTime()));
  const [killed, ended] = [
    old.filter(({ state }) => state === 'killed'),
    old.filter(({ state }) => state !== 'killed'),
  ];
  for (const run of ended) removeRun(out, run);
  return { removed: ended.map(({ id }) => id), killed: killed.map(({ id }) => id) };
};
