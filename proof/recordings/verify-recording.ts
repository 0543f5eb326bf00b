import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, resultSchema } from '../../core/result.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { buildResult } from '../../reports/build-result.ts';
import { evidenceBeside } from '../../reports/replay/evidence-files.ts';
import { verifyRun } from '../../reports/replay/verify-run.ts';
import { writeFiles } from '../../reports/write-files.ts';
import { seededChance } from '../../simulation/chance.ts';
import { simulate } from '../../simulation/simulated-run.ts';
import { openEvidenceFolder, runFiles } from '../../suites/session/evidence-folder.ts';
import { drawRun } from './draw-run.ts';

export interface RecordingResult {
  seed: number;
  /** What did not come out as it was stored, a line each. */
  problems: string[];
  verdicts: number;
  judgedAgain: number;
}

/** Writes the result of a run as `selo run` does, and checks that every verdict comes out of its recording as it was stored. */
export const verifyStored = async (
  seed: number,
  folder: string,
  { result, secrets }: { result: Result; secrets: readonly Secret[] },
): Promise<RecordingResult> => {
  writeFiles(result, { secrets, folder, grown: [runFiles.cases, runFiles.journal], packed: [runFiles.exchanges] });
  const file = join(folder, 'result.json');
  const stored = resultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const { problems, whole, inPart } = await verifyRun(stored, evidenceBeside(file, stored));
  return { seed, problems, verdicts: stored.verdicts.length, judgedAgain: whole + inPart };
};

/** Stores a simulated run, and checks that every verdict comes out of its recording as it was stored. */
export const verifyRecording = async (seed: number): Promise<RecordingResult> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-recording-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const chance = seededChance(`recording ${seed}`);
  const recorded = await simulate(
    { seed, ...drawRun(chance), folder, evidence: openEvidenceFolder },
    async ({ session }) => {
      const startedAt = session.time.date();
      const verdicts = await judgeSelected(session, () => true);
      const { handle } = session;
      return {
        secrets: handle.secrets,
        result: buildResult({
          ...{ handle, verdicts, startedAt, endedAt: session.time.date(), isInterrupted: false },
          ...{ requests: session.exchanges.length, troubles: [], faults: [], targetOptions: [], suiteVersion: '0.0.0' },
        }),
      };
    },
  );
  return await verifyStored(seed, folder, recorded);
};
