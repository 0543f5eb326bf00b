import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shuffle } from 'simple-statistics';
import { z } from 'zod';
import { counted } from '../../core/counted.ts';
import { type LoadResult, loadResultSchema, loadResultVersion } from '../../core/load-result.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { compareRounds, type Round, roundsWanted } from '../../load/gate/compare-pairs.ts';
import { compareStored } from '../../load/gate/compare-stored.ts';
import { appendHistory, entryOf, levelChanges, readHistory } from '../../load/gate/history.ts';
import { minValues } from '../../load/gate/statistics/change-points.ts';
import { loadResultFile } from '../../load/report/write-load-files.ts';
import { CliError } from '../cli-error.ts';
import type { LoadRun } from './run-once.ts';

interface Runner {
  say: (text: string) => void;
  /** Runs the candidate once. */
  candidate: () => Promise<LoadRun>;
  signal: AbortSignal;
  /** The largest acceptable ratio for the worse. */
  maxRegression: number;
}

/** Number of runs to compare with a stored baseline of five. */
const runsToCompare = 5;

/** A run that is invalid, for example on a busy machine, is repeated. */
const triesForValidRun = 3;

const untilValid = async ({ say, signal }: Runner, run: () => Promise<LoadRun>): Promise<LoadRun> => {
  for (let tried = 1; ; tried += 1) {
    const done = await run();
    if (done.result.gate.verdict !== 'invalid' || tried === triesForValidRun || signal.aborted) return done;
    const reason = done.result.gate.reasons.find(({ outcome }) => outcome === 'fail')?.text ?? 'it is invalid';
    say(`again: ${reason}`);
  }
};

/** Whether a run must not be compared, because it failed or is invalid. */
const isDecided = ({ gate }: LoadResult): boolean => gate.verdict !== 'pass';

const roles: (keyof Round)[] = ['baseline', 'control', 'candidate'];

/** Compares candidate and baseline in rounds, until the comparison is settled or there were `maxRounds`. */
export const inRounds = async (
  runner: Runner,
  { name, run, maxRounds }: { name: string; run: () => Promise<LoadRun>; maxRounds: number },
): Promise<LoadRun> => {
  const { say, candidate, signal, maxRegression } = runner;
  const rounds: Round<LoadResult>[] = [];
  for (let wanted = Math.min(roundsWanted(undefined), maxRounds); ; ) {
    const round: Partial<Round<LoadResult>> = {};
    let last: LoadRun | undefined;
    // in random order, so that changes over time affect all three alike
    const shuffled: typeof roles = shuffle(roles);
    for (const role of shuffled) {
      say(`round ${rounds.length + 1} of ${wanted}: ${role}`);
      const done = await untilValid(runner, role === 'candidate' ? candidate : run);
      round[role] = done.result;
      if (role === 'candidate') last = done;
      if (signal.aborted || (role === 'candidate' && isDecided(done.result))) return done;
    }
    const { baseline, control, candidate: own } = round;
    if (!(baseline && control && own && last)) throw new Error('a round has three roles');
    rounds.push({ baseline, control, candidate: own });
    if (rounds.length < wanted) continue;
    const compared = compareRounds(rounds, { baseline: name, maxRegression });
    if ('comparison' in compared) wanted = Math.min(roundsWanted(compared.comparison), maxRounds);
    if (rounds.length >= wanted) return { ...last, result: last.compareAs(compared) };
  }
};

/** Runs the candidate as often as the comparison with stored runs needs, or once without any. */
export const againstStored = async (
  runner: Runner,
  { name, stored, runs }: { name: string; stored: readonly LoadResult[]; runs: number | undefined },
): Promise<LoadRun> => {
  const { say, candidate, signal, maxRegression } = runner;
  const wanted = runs ?? (stored.length > 0 ? runsToCompare : 1);
  const again = (): Promise<LoadRun> => (wanted > 1 ? untilValid(runner, candidate) : candidate());
  const results: LoadResult[] = [];
  let last = await again();
  results.push(last.result);
  while (results.length < wanted && !isDecided(last.result) && !signal.aborted) {
    say(`run ${results.length + 1} of ${wanted}`);
    last = await again();
    results.push(last.result);
  }
  if (stored.length === 0 || isDecided(last.result)) return last;
  return { ...last, result: last.compareAs(compareStored(stored, results, { baseline: name, maxRegression })) };
};

const versioned = z.object({ schema: z.string() });

const readResult = (file: string): LoadResult => {
  const content = readJson(file, (message) => new CliError(message));
  const { data: { schema } = {} } = versioned.safeParse(content);
  if (schema?.startsWith('selo-load/') && schema !== loadResultVersion) {
    throw new CliError(
      `${file} is a load result of the schema ${schema}, and this version of Selo reads ${loadResultVersion}. Run the baseline again.`,
    );
  }
  const parsed = loadResultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CliError(`${file} is not the result of a load run. Name the result.json of a run of "npx selo load".`);
};

/** The results at a path: a file, the folder of a run, or a folder of run folders. */
const resultsAt = (path: string): LoadResult[] => {
  if (!existsSync(path)) throw new CliError(`--gate ${path}: the file or folder does not exist. Name a stored result.`);
  if (statSync(path).isFile()) return [readResult(path)];
  const own = join(path, loadResultFile);
  if (existsSync(own)) return [readResult(own)];
  const runs = readdirSync(path)
    .map((name) => join(path, name, loadResultFile))
    .filter(existsSync);
  if (runs.length === 0) {
    throw new CliError(`--gate ${path}: the folder contains no ${loadResultFile}. Name the folder of a load run.`);
  }
  return runs.map(readResult);
};

/** The results of a baseline. Throws `CliError` for a path without one. */
export const storedResults = (paths: readonly string[]): LoadResult[] => paths.flatMap(resultsAt);

/** One line for each run, for all releases that were tested into the same folder. */
const historyFile = 'load-history.jsonl';

/**
 * Adds a valid run to the history, and returns in words which measures have changed their level over the releases. This
 * also shows slow changes that no single comparison sees.
 */
export const levelsSince = async (result: LoadResult, release: string, out: string): Promise<string[]> => {
  const file = join(out, historyFile);
  if (result.gate.verdict === 'invalid')
    return [`${release} is not added to ${historyFile}: its results are not reliable`];
  await appendHistory(file, entryOf(result, release));
  const history = await readHistory(file);
  const changes = levelChanges(history);
  const held = `${counted(history.length, 'run')} in ${historyFile}`;
  if (history.length < minValues) return [`${held}: a change of level shows from ${minValues} on`];
  if (changes.length === 0) return [`${held}: no measure has changed its level`];
  return changes.map(
    ({ measure, entry, ratio, pValue }) =>
      `since ${entry.version} (${entry.date.slice(0, 10)}) ${measure} is ${ratio.toFixed(2)} times what it was before (p = ${pValue.toFixed(3)})`,
  );
};
