import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { resultVersion } from '../../core/result.ts';
import { type RunHead, type RunSummary, runHeadSchema, runSummarySchema } from './run-summary.ts';

/**
 * Why a file is left out of a history. `unreadable`: damaged, cut off or invalid. `unfinished`: the run has not ended,
 * or was killed.
 */
export const whyLeftOut = ['no result', 'other version', 'unreadable', 'unfinished'] as const;
export type WhyLeftOut = (typeof whyLeftOut)[number];

/** A larger file is not a result: the largest runs use a tenth of it. */
const maxBytes = 256 * 1024 * 1024;

const versioned = z.object({ schema: z.number() });

const contentOf = (file: string): unknown => {
  if (statSync(file).size > maxBytes) throw new Error('too large');
  return JSON.parse(readFileSync(file, 'utf8'));
};

/** Reads the summary of a result, or says why there is none. Never throws. */
const readSummary = (file: string): RunSummary | WhyLeftOut => {
  try {
    const content = contentOf(file);
    const { data } = versioned.safeParse(content);
    if (data === undefined) return 'no result';
    if (data.schema !== resultVersion) return 'other version';
    return runSummarySchema.safeParse(content).data ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
};

const headBytes = 64 * 1024;
/** The key after the head in a result that Selo wrote. Inside a string, its quotes would be escaped. */
const afterHead = ',"counts":';

const beginningOf = (file: string): string => {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
};

/**
 * The head of a result, without reading the megabytes after it. Undefined if the file has another layout or is not a
 * result. Throws if the file cannot be opened.
 */
export const readHead = (file: string): RunHead | undefined => {
  const beginning = beginningOf(file);
  const end = beginning.indexOf(afterHead);
  if (end === -1) return undefined;
  try {
    return runHeadSchema.safeParse(JSON.parse(`${beginning.slice(0, end)}}`)).data;
  } catch {
    return undefined;
  }
};

/** Deep enough for an unpacked artifact of a job: `<job>/reports/out/<run>`. */
const maxDepth = 4;

/**
 * The JSON files in a folder and below it. Links are not followed. An unreadable folder is returned itself, so that
 * reading it reports the reason.
 */
const jsonFilesIn = (folder: string, depth = 0): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return depth < maxDepth && entry.name !== 'node_modules' ? jsonFilesIn(path, depth + 1) : [];
      return entry.isFile() && entry.name.endsWith('.json') ? [path] : [];
    });
  } catch {
    return [folder];
  }
};

interface Candidate {
  file: string;
  head: RunHead;
}

/** The runs in a folder, without their verdicts. */
export interface RunFolder {
  /** Latest first. */
  candidates: readonly Candidate[];
  leftOut: readonly WhyLeftOut[];
}

const byStart = (a: RunHead, b: RunHead): number => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt);

/** A run may be in several files, such as `latest.json`. */
const keyOf = ({ run: { id, startedAt }, target }: RunHead): string => JSON.stringify([id, startedAt, target.name]);

/** Finds the runs in a folder and below it. Never throws: unreadable files are left out. */
export const listRuns = (folder: string): RunFolder => {
  const leftOut: WhyLeftOut[] = [];
  const candidates = jsonFilesIn(folder).flatMap((file): Candidate[] => {
    const head = headOf(file);
    if (typeof head !== 'string') return [{ file, head }];
    leftOut.push(head);
    return [];
  });
  return { candidates: candidates.toSorted((a, b) => byStart(b.head, a.head)), leftOut };
};

const headOf = (file: string): RunHead | WhyLeftOut => {
  try {
    const head = readHead(file) ?? readSummary(file);
    if (typeof head === 'string') return head;
    const { schema, suite, run, target } = head;
    if (run.unfinished) return 'unfinished';
    return { schema, suite, run, target };
  } catch {
    return 'unreadable';
  }
};

/** The targets of the runs with the number of runs, the target of the latest run first. */
export const targetsOf = ({ candidates }: RunFolder): Map<string, number> => {
  const runs = new Map(candidates.map(({ head }) => [keyOf(head), head.target.name]));
  return new Map([...Map.groupBy(runs.values(), (name) => name)].map(([name, all]) => [name, all.length]));
};

export interface WantedRuns {
  /** Name of the target. */
  target: string;
  /** ISO 8601: only runs that started before. */
  before?: string;
  /** The maximum number of runs, the latest ones. */
  last: number;
}

/** The runs of one target. */
export interface History {
  /** Oldest first. */
  runs: RunSummary[];
  /** Number of files that were left out, by reason. */
  leftOut: { why: WhyLeftOut; files: number }[];
}

/** Reads the summaries of the latest runs of a target, one file at a time. Never throws. */
export const readHistory = ({ candidates, leftOut }: RunFolder, { target, before, last }: WantedRuns): History => {
  const found = new Map<string, RunSummary>();
  const reasons = [...leftOut];
  for (const { file, head } of candidates) {
    if (found.size === last) break;
    const isWanted =
      head.target.name === target && (before === undefined || Date.parse(head.run.startedAt) < Date.parse(before));
    if (!isWanted || found.has(keyOf(head))) continue;
    const summary = readSummary(file);
    if (typeof summary === 'string') reasons.push(summary);
    // a key that occurs twice may have two values
    else if (keyOf(summary) !== keyOf(head)) reasons.push('unreadable');
    else found.set(keyOf(summary), summary);
  }
  return {
    runs: [...found.values()].toSorted(byStart),
    leftOut: whyLeftOut
      .map((why) => ({ why, files: reasons.filter((reason) => reason === why).length }))
      .filter(({ files }) => files > 0),
  };
};

/** How many runs the report of one run shows, including itself. */
const usualRuns = 20;

/** The last runs of the same target before a run, oldest first, from a folder and those below it. Never throws. */
export const earlierRuns = (folder: string, { target, run }: Pick<RunHead, 'target' | 'run'>): RunSummary[] =>
  readHistory(listRuns(folder), { target: target.name, before: run.startedAt, last: usualRuns - 1 }).runs;
