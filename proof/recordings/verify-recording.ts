import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DialectName, dialects } from '../../embedded/dialect.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { evidenceBeside } from '../../replay/evidence-files.ts';
import { verifyRun } from '../../replay/verify-run.ts';
import { buildResult } from '../../reports/build-result.ts';
import { resultSchema } from '../../reports/result.ts';
import { writeFiles } from '../../reports/write-files.ts';
import { type Chance, seededChance } from '../../simulation/chance.ts';
import { type SimulationOptions, simulate } from '../../simulation/simulated-run.ts';
import { drawStorm } from '../../simulation/storm.ts';
import { openEvidenceFolder, runFiles } from '../../suites/session/evidence-folder.ts';
import { everyDefect } from '../every-defect.ts';

export interface RecordingResult {
  seed: number;
  /** What did not come out as it was stored, a line each. */
  problems: string[];
  verdicts: number;
  judgedAgain: number;
}

/** Enough of each property to have its cases stored. */
const casesOfEachLaw = 2;
const shortestSecret = 8;
const longestSecret = 200;

const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name);

/** A secret of any length: how long it is must not show in what is stored. */
const drawSecret = (chance: Chance): string => {
  const length = shortestSecret + Math.floor(chance.random() * (longestSecret - shortestSecret));
  return chance.randomBytes(length).toString('base64url').slice(0, length);
};

/** One target in three conforms, one has a defect, and one stands behind a troubled network. */
const drawTarget = (chance: Chance): Pick<SimulationOptions, 'platform' | 'network' | 'clockSkewMs'> => {
  const names = Object.keys(dialects).filter(isDialect);
  const dialect = names[Math.floor(chance.random() * names.length)] ?? 'plain';
  const accessKey = drawSecret(chance);
  const tokens = Object.fromEntries(['main', 'second', 'third'].map((company) => [company, drawSecret(chance)]));
  const kind = Math.floor(chance.random() * 3);
  if (kind === 0) return { platform: { dialect, accessKey, tokens } };
  if (kind === 1) return { platform: { dialect, accessKey, tokens }, ...drawStorm(chance.of('storm')) };
  const defect = everyDefect[Math.floor(chance.random() * everyDefect.length)];
  // defects are written in the names of the plain dialect
  return { platform: { accessKey, tokens, ...defect?.options } };
};

/** Stores a run as `selo run` does, and checks that every verdict comes out of its recording as it was stored. */
export const verifyRecording = async (seed: number): Promise<RecordingResult> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-recording-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const chance = seededChance(`recording ${seed}`);
  const companies = 1 + Math.floor(chance.random() * 6);
  const { result, secrets } = await simulate(
    {
      seed,
      depth: chance.random() < 0.2 ? 'full' : 'quick',
      ...drawTarget(chance),
      folder,
      evidence: openEvidenceFolder,
      profile: (profile) => ({
        ...profile,
        companies: profile.companies.slice(0, companies),
        limits: { ...profile.limits, search: { cases: casesOfEachLaw } },
      }),
    },
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
  writeFiles(result, { secrets, folder, grown: Object.values(runFiles) });
  const file = join(folder, 'result.json');
  const stored = resultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const { problems, whole, inPart } = await verifyRun(stored, evidenceBeside(file, stored));
  return { seed, problems, verdicts: stored.verdicts.length, judgedAgain: whole + inPart };
};
