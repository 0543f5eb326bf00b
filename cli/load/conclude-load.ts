import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadResult } from '../../core/load-result.ts';
import { folderStamp } from '../../fixtures/folder-stamp.ts';
import { mergeRuns } from '../../load/cluster/merge.ts';
import { decideGate } from '../../load/gate/decide.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import { loadReport } from '../../load/report/console-report.ts';
import { writeLoadFiles } from '../../load/report/write-load-files.ts';
import { LoadError } from '../../load/run/load-error.ts';
import { paintFor, printableLines } from '../../reports/kit/printable.ts';
import { exitCodes } from '../exit-codes.ts';
import { relativePath } from '../paths.ts';

export interface MergeOptions {
  gate?: true;
  out: string;
  json?: boolean;
}

/** Judges the folders of several runs as one. Resolves with the exit code. */
export const merge = (folders: readonly string[], options: MergeOptions): Promise<number> =>
  reportLoadErrors(async () => {
    const { figures, objectives: required } = await mergeRuns(folders);
    const objectives = judgeObjectives(figures, required);
    const folder = join(resolve(options.out), `load-${folderStamp(new Date().toISOString())}-merged`);
    mkdirSync(folder, { recursive: true });
    const gate = decideGate({ result: figures, objectives });
    // the files of runs contain no secrets
    const result = writeLoadFiles({ ...figures, objectives, gate }, { folder, secrets: [] });
    return concludeLoad(result, folder, { json: options.json ?? false, isGate: options.gate ?? false });
  });

const codeOf: Record<LoadResult['gate']['verdict'], number> = {
  pass: exitCodes.holds,
  fail: exitCodes.failed,
  invalid: exitCodes.unjudgeable,
  inconclusive: exitCodes.inconclusive,
};

/** Without the gate, a completed run is a success. */
const codeWithoutGate = ({ run }: LoadResult): number =>
  run.ended === 'complete' ? exitCodes.holds : exitCodes.unjudgeable;

/** Prints the report or the JSON document, and returns the exit code. */
export const concludeLoad = (
  result: LoadResult,
  folder: string,
  { json, isGate }: { json: boolean; isGate: boolean },
): number => {
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    process.stdout.write(`${loadReport(result, relativePath(folder), paintFor(process.stdout)).join('\n')}\n`);
  }
  return isGate ? codeOf[result.gate.verdict] : codeWithoutGate(result);
};

/** Prints a `LoadError`, and returns the exit code for a target that could not be judged. */
export const reportLoadErrors = async (act: () => Promise<number>): Promise<number> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    process.stderr.write(`${printableLines(error.message)}\n`);
    return exitCodes.unjudgeable;
  }
};
