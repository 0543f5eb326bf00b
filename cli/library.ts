import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUpReport, Depth } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { openProfile } from '../fixtures/containers/open-profile.ts';
import { type LoadedProfile, loadProfile, readProfile } from '../fixtures/profile/load-profile.ts';
import type { ProfileInput } from '../fixtures/profile/schema.ts';
import { evidenceRedaction } from '../fixtures/redaction/redaction.ts';
import { cleanUp } from '../fixtures/run/clean-up.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import type { LoadJourney } from '../load/own-journey.ts';
import { startEmbedded } from '../platform/embedded/start-embedded.ts';
import { ruleJudges } from '../properties/rule-judges.ts';
import { type ListedRule, listedRules } from '../reports/listed-rules.ts';
import { runFiles } from '../suites/session/evidence-folder.ts';
import { openSession } from '../suites/session/session.ts';
import { describeObstacle, examineEssentials } from './doctor/essentials.ts';

export type { CleanUpReport, ListedRule, LoadJourney, ProfileInput, Verdict };

/**
 * Every rule, property and passive rule, in the order of the catalogue.
 *
 * @example
 * import { rules } from 'selo';
 *
 * const ofPages = rules.filter(({ section, depth }) => section === 'pagination' && depth === 'quick');
 * console.log(ofPages.map(({ id, text }) => `${id} ${text}`));
 */
export const rules: readonly ListedRule[] = listedRules;

/**
 * Returns the given profile. An editor then completes and checks its keys.
 *
 * @example
 * import { defineConfig } from 'selo';
 *
 * export default defineConfig({
 *   name: 'staging',
 *   baseUrl: 'https://staging.example.com/integration',
 *   accessHeader: { name: 'x-access-key', value: { env: 'SELO_ACCESS_KEY' } },
 *   companies: [{ name: 'main', token: { env: 'SELO_TOKEN' } }],
 *   writes: true,
 * });
 */
export const defineConfig = (profile: ProfileInput): ProfileInput => profile;

/** How `checkContext` tests the rules. */
export interface CheckOptions {
  /**
   * `full` waits for the whole retry schedule, which takes minutes. At `quick`, rules that take that long are `unverified`.
   *
   * @default 'quick'
   */
  depth?: Depth;
  /**
   * Seed of the generated data and cases, an integer from 0 to 2,147,483,647. The same seed repeats them.
   *
   * @default a random seed
   */
  seed?: number;
}

/** An open target. Its rules can be tested one by one, or several at the same time. */
export interface CheckContext extends AsyncDisposable {
  /** Seed of the generated data and cases. Pass it to `checkContext` to repeat them. */
  seed: number;
  /** What could not be set up, one sentence each. The rules that need it are `unverified` with the same reason. */
  troubles: readonly string[];
  /**
   * Tests one rule, on its own data. A failure is confirmed on fresh data before it is reported. Several rules can be tested
   * at the same time. A property waits for the rules that were requested before it. A passive rule looks at the exchanges
   * so far; if there are none, every other rule is tested first. The promise never rejects because of the target.
   *
   * @throws `RangeError` if no rule has this id; `Error` if the context is closed.
   */
  judge(rule: Pick<ListedRule, 'id'>): Promise<Verdict>;
  /**
   * Deletes the created records and restores the webhook registrations. The report lists what is left, such as coupons,
   * which the API cannot delete. Call it after the last rule; `await using` does the same.
   */
  close(): Promise<CleanUpReport>;
}

const maxSeed = 2 ** 31;

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
 * Opens a target: checks that it answers, and registers the webhooks that the profile allows.
 *
 * @param written the path of a profile, or a profile. Without it, the embedded platform is the target. Secrets are read from
 * the environment variables that the profile names.
 * @throws `ProfileError` with all that is wrong with the profile; `Error` if the target is marked as production or cannot
 * be tested.
 *
 * @example
 * import { checkContext } from 'selo';
 *
 * await using context = await checkContext('selo.config.ts', { depth: 'quick', seed: 1 });
 * const verdict = await context.judge({ id: 'PAG-2' });
 * console.log(verdict.outcome, verdict.outcome === 'fail' ? verdict.violation : undefined);
 */
export const checkContext = async (
  written?: string | ProfileInput,
  { depth = 'quick', seed = randomInt(maxSeed) }: CheckOptions = {},
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
