import { listRuns, readHistory } from './read-history.ts';
import type { RunHead, RunSummary } from './run-summary.ts';

/** How many runs a report of one run looks back on, itself among them. */
const usualRuns = 20;

/** The last runs of the same target that were started before a run, oldest first, from a folder and those below. Never throws. */
export const earlierRuns = (folder: string, { target, run }: Pick<RunHead, 'target' | 'run'>): RunSummary[] =>
  readHistory(listRuns(folder), { target: target.name, before: run.startedAt, last: usualRuns - 1 }).runs;
