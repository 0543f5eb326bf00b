import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProfile } from '../containers/open-profile.ts';
import type { CleanUpReport, Depth } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { describeObstacle, examineEssentials } from '../doctor/essentials.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { type LoadedProfile, loadProfile, readProfile } from '../fixtures/profile/load-profile.ts';
import type { ProfileInput } from '../fixtures/profile/schema.ts';
import { evidenceRedaction } from '../fixtures/redaction.ts';
import { cleanUp } from '../fixtures/run/clean-up.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import type { LoadJourney } from '../load/own-journey.ts';
import { ruleJudges } from '../properties/rule-judges.ts';
import { type ListedRule, listedRules } from '../reports/listed-rules.ts';
import { runFiles } from '../suites/session/evidence-folder.ts';
import { openSession } from '../suites/session/session.ts';

export type { CleanUpReport, ListedRule, LoadJourney, ProfileInput, Verdict };

/** Every rule and property, and what every exchange is held against, in the order of the catalogue. */
export const rules: readonly ListedRule[] = listedRules;

/** A profile as it is given, so that an editor completes and checks its keys: `export default defineConfig({ … })`. */
export const defineConfig = (profile: ProfileInput): ProfileInput => profile;

export interface CheckOptions {
  /** `full` waits for the whole retry schedule; `quick`, when left out, says `unverified` of what takes that long. */
  depth?: Depth;
  /** Repeats the draws of the properties; drawn when left out. */
  seed?: number;
}

/** What judging the rules against one target takes. */
export interface CheckContext extends AsyncDisposable {
  /** Repeats the draws of the properties. */
  seed: number;
  /** What could not be set up, in words; the rules that need it say so too. */
  troubles: readonly string[];
  /**
   * Judges one rule, on data of its own; a fault is confirmed on fresh data before it is reported. Any number may be judged
   * at the same time. A property waits for the rules that were asked for before it. What every exchange is held against is
   * judged on those so far; where nothing was asked for, every rule is tried first. Never rejects for what the target does.
   *
   * @throws `RangeError` when there is no rule of this id; `Error` when the context is closed.
   */
  judge(rule: Pick<ListedRule, 'id'>): Promise<Verdict>;
  /**
   * Removes what was created, restores the registrations that were taken over, and says what had to stay: coupons,
   * which the API has no way to delete. To be called when all judging has ended; disposing does the same.
   */
  close(): Promise<CleanUpReport>;
}

const largestSeed = 2 ** 31;

const openTarget = async (written: string | ProfileInput | undefined): Promise<LoadedProfile & AsyncDisposable> => {
  if (written === undefined) return startEmbedded();
  return openProfile(typeof written === 'string' ? await loadProfile(written) : readProfile(written, 'The profile'));
};

/** Production is always refused: judging creates, changes and deletes records. */
const requireJudgeable = async ({ profile, secrets }: LoadedProfile): Promise<void> => {
  if (profile.production) throw new Error(`"${profile.name}" is marked as production: judge a test environment.`);
  const obstacle = await examineEssentials(profile);
  if (obstacle) throw new Error(evidenceRedaction(secrets)(describeObstacle(profile, obstacle)));
};

/**
 * Opens a target for judging: asks it whether it can be judged, and takes over the registrations that the profile allows.
 *
 * @param written the file of a profile, or what one says; the embedded platform when left out. Secrets are read from the
 * environment, by the names that the profile gives.
 * @throws `ProfileError` with everything that is wrong with the profile; `Error` when the target is marked as production
 * or does not answer as one that can be judged.
 */
export const checkContext = async (
  written?: string | ProfileInput,
  { depth = 'quick', seed = randomInt(largestSeed) }: CheckOptions = {},
): Promise<CheckContext> => {
  const resources = new AsyncDisposableStack();
  try {
    const target = resources.use(await openTarget(written));
    await requireJudgeable(target);
    const folder = await mkdtemp(join(tmpdir(), 'selo-check-'));
    resources.defer(() => rm(folder, { recursive: true }));
    const { profile, secrets } = target;
    const run = resources.use(await startRun({ profile, secrets, depth, seed, isShared: true, folder }));
    const { handle, troubles } = run;
    const session = resources.use(await openSession(handle));
    const judges = ruleJudges(session);
    let closing: Promise<CleanUpReport> | undefined;
    const end = async (): Promise<CleanUpReport> => {
      try {
        return await cleanUp(handle, join(folder, runFiles.journal));
      } finally {
        await resources.disposeAsync();
      }
    };
    const close = (): Promise<CleanUpReport> => {
      closing ??= end();
      return closing;
    };
    return {
      seed,
      troubles,
      async judge({ id }) {
        if (closing !== undefined) throw new Error(`${id} cannot be judged: the context is closed.`);
        const judge = judges.get(id);
        if (!judge) throw new RangeError(`There is no rule ${id}: "rules" has them all.`);
        return judge();
      },
      close,
      async [Symbol.asyncDispose]() {
        await close();
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
