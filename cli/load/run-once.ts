import { join } from 'node:path';
import type { LoadResult } from '../../core/load-result.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { folderStamp } from '../../fixtures/folder-stamp.ts';
import { newRunId } from '../../fixtures/run/start-run.ts';
import { decideGate } from '../../load/gate/decide.ts';
import type { Compared } from '../../load/gate/judge-measures.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import { writeLoadFiles } from '../../load/report/write-load-files.ts';
import { type LoadTestOptions, runLoadTest } from '../../load/run/run-load-test.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Target } from '../target.ts';

export interface RunOnceOptions
  extends Pick<LoadTestOptions, 'request' | 'source' | 'drill' | 'failingReceivers' | 'signal' | 'onProgress'> {
  target: Target;
  /** Folder that gets a subfolder for each run. */
  out: string;
  /** Generated, unless external generators have started with one. */
  runId?: string;
}

export interface LoadRun {
  result: LoadResult;
  folder: string;
  /** Judges the run by a comparison with others, and writes its files again. */
  compareAs(compared: Compared): LoadResult;
}

/** Runs one load test, judges it and writes its files. */
export const runOnce = async ({
  target,
  out,
  runId = newRunId(),
  ...rest
}: RunOnceOptions): Promise<LoadRun & { troubles: string[] }> => {
  const { profile, secrets, isEmbedded } = target;
  const folder = join(out, `load-${folderStamp(new Date().toISOString())}-${runId}`);
  const loadTest = await runLoadTest({
    ...rest,
    profile,
    secrets,
    isEmbedded,
    runId,
    folder,
    version: manifest.version,
  });
  const { figures } = loadTest;
  const objectives = judgeObjectives(figures, profile.load.objectives);
  const write = (compared?: Compared): LoadResult =>
    writeLoadFiles(
      {
        ...figures,
        objectives,
        gate: decideGate({ result: figures, objectives, ...omitUndefined({ compared }) }),
      },
      { folder, secrets: loadTest.secrets },
    );
  const result = write();
  return { result, folder, troubles: await loadTest.cleanUp(), compareAs: write };
};
