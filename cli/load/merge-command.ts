import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderStamp } from '../../fixtures/folder-stamp.ts';
import { mergeRuns } from '../../load/cluster/merge.ts';
import { decideGate } from '../../load/gate/decide.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import { writeLoadFiles } from '../../load/report/write-load-files.ts';
import { concludeLoad, reportLoadErrors } from './conclude-load.ts';

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
    // runs write no secret
    const result = writeLoadFiles({ ...figures, objectives, gate }, { folder, secrets: [] });
    return concludeLoad(result, folder, { json: options.json ?? false, isGate: options.gate ?? false });
  });
