import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, resultSchema } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { buildResult } from '../../reports/build-result.ts';
import { evidenceBeside } from '../../reports/replay/recorded-run.ts';
import { verifyRun } from '../../reports/replay/verify-run.ts';
import { writeFiles } from '../../reports/write-files.ts';
import { seededChance } from '../../simulation/chance.ts';
import { type SimulationOptions, simulate } from '../../simulation/simulated-run.ts';
import { openEvidenceFolder, runFiles } from '../../suites/session/evidence-folder.ts';
import type { Session } from '../../suites/session/session.ts';
import { drawRun } from './draw-run.ts';

export interface RecordingResult {
  seed: number;
  /** What did not come out as it was stored, line by line. */
  problems: string[];
  verdicts: number;
  judgedAgain: number;
}

/** The result document of a run that ends now. */
export const resultOf = (
  { handle, exchanges, time }: Session,
  verdicts: readonly Verdict[],
  startedAt: Date = time.date(),
): Result =>
  buildResult({
    handle,
    verdicts,
    startedAt,
    endedAt: time.date(),
    isInterrupted: false,
    requests: exchanges.length,
    troubles: [],
    faults: [],
    targetOptions: [],
    suiteVersion: '0.0.0',
  });

/** Writes the result of a run as `selo run` does, and tests that each recording gives the stored verdict again. */
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

export interface StoredRun {
  verdicts: Verdict[];
  /** The profile of the run. */
  profile: Profile;
  recording: RecordingResult;
}

/** Judges a simulated target by all rules, stores the run, and verifies it. */
export const judgeStored = async (target: Omit<SimulationOptions, 'folder' | 'evidence'>): Promise<StoredRun> => {
  await using resources = new AsyncDisposableStack();
  const { path: folder } = resources.use(await mkdtempDisposable(join(tmpdir(), 'selo-recording-')));
  const { verdicts, profile, ...recorded } = await simulate(
    { ...target, folder, evidence: openEvidenceFolder },
    async (session) => {
      const { handle } = session;
      const startedAt = session.time.date();
      const judged = await judgeSelected(session, () => true);
      const result = resultOf(session, judged, startedAt);
      return { verdicts: judged, profile: handle.profile, secrets: handle.secrets, result };
    },
  );
  return { verdicts, profile, recording: await verifyStored(target.seed, folder, recorded) };
};

export const verifyRecording = async (seed: number): Promise<RecordingResult> => {
  const { recording } = await judgeStored({ seed, ...drawRun(seededChance(`recording ${seed}`)) });
  return recording;
};
