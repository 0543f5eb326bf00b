import { appendFile, readFile } from 'node:fs/promises';
import { geometricMean } from 'simple-statistics';
import { z } from 'zod';
import type { LoadResult } from '../../core/load-result.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { describeMachine, measuresOf } from './judge-measures.ts';
import { changePointsIn } from './statistics/change-points.ts';

const historyEntry = z.strictObject({
  date: z.iso.datetime(),
  /** Of the target. */
  version: z.string(),
  configuration: z.string(),
  machine: z.string(),
  measures: z.record(z.string(), z.number().positive()),
});

export type HistoryEntry = z.output<typeof historyEntry>;

export const entryOf = (result: LoadResult, version: string): HistoryEntry => {
  const { startedAt, configuration, machine } = result.run;
  return {
    date: startedAt,
    version,
    configuration,
    machine: describeMachine(machine),
    measures: measuresOf(result),
  };
};

/** Adds a run to a history, which is a file with one JSON object a line. */
export const appendHistory = (file: string, entry: HistoryEntry): Promise<void> =>
  appendFile(file, `${JSON.stringify(entry)}\n`);

/** Reads a history, oldest run first. Rejects with an `Error` that names an invalid line. */
export const readHistory = async (file: string): Promise<HistoryEntry[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { success, data } = historyEntry.safeParse(parsedJson(line));
    if (!success) throw new Error(`${file}:${index + 1} is not a run of a load history. Remove the line.`);
    return [data];
  });
};

/** A change of a measure's level. */
interface LevelChange {
  measure: string;
  /** The first run after it. */
  entry: HistoryEntry;
  /** Level after the change over that before it; above 1 is worse. */
  ratio: number;
  pValue: number;
}

const fixedSeed = 1;

const changesOf = (measure: string, entries: readonly HistoryEntry[]): LevelChange[] => {
  const runs = entries.flatMap((entry) => {
    const value = entry.measures[measure];
    return value === undefined ? [] : [{ entry, value }];
  });
  const values = runs.map(({ value }) => value);
  const points = changePointsIn(values.map(Math.log), { seed: fixedSeed });
  return points.flatMap(({ at, pValue }, index) => {
    const run = runs[at];
    if (run === undefined) return [];
    const before = values.slice(points[index - 1]?.at ?? 0, at);
    const after = values.slice(at, points[index + 1]?.at ?? values.length);
    return [{ measure, entry: run.entry, ratio: geometricMean(after) / geometricMean(before), pValue }];
  });
};

/**
 * Where measures changed their level, such as by a slow increase that no single release shows. Only runs with the
 * configuration and machine of the last one count, and eight of them are needed.
 */
export const levelChanges = (history: readonly HistoryEntry[]): LevelChange[] => {
  const last = history.at(-1);
  if (last === undefined) return [];
  const entries = history.filter(
    ({ configuration, machine }) => configuration === last.configuration && machine === last.machine,
  );
  return Object.keys(last.measures).flatMap((measure) => changesOf(measure, entries));
};
