import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Depth } from '../core/result.ts';
import { causeOf, reasonOf, stabilityOf, type Verdict, violationOf } from '../core/verdict.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import { type EmbeddedOptions, type EmbeddedTarget, startEmbedded } from '../platform/embedded/start-embedded.ts';
import { judgeSelected } from '../properties/rule-judges.ts';
import { passive } from '../suites/passive/rules.ts';
import { openSession } from '../suites/session/session.ts';

/** Ids of the rules that test every exchange and delivery of a run. */
export const passiveIds: ReadonlySet<string> = new Set(passive.map(({ id }) => id));

/** Draws two cases of each property: all runs of a proof together draw many. */
export const withFewCases = (profile: Profile): Profile => ({
  ...profile,
  limits: { ...profile.limits, search: { cases: 2 } },
});

/** Whether a verdict on a legal target is wrong: a failure, or an error of our own. */
export const isFalsePositive = ({ outcome }: Verdict): boolean => outcome !== 'pass' && outcome !== 'unverified';

type Selects = (rule: { id: string; depth?: 'full' }) => boolean;

/** Judges the selected rules at the same time. */
export const judgeTarget = async (
  { profile, secrets }: Pick<EmbeddedTarget, 'profile' | 'secrets'>,
  isSelected: Selects,
  { depth, seed = 1 }: { depth: Depth; seed?: number },
): Promise<Verdict[]> => {
  await using resources = new AsyncDisposableStack();
  const { path: folder } = resources.use(await mkdtempDisposable(join(tmpdir(), 'selo-proof-')));
  const run = resources.use(await startRun({ profile, secrets, depth, seed, folder }));
  const session = resources.use(await openSession(run.handle));
  return await judgeSelected(session, isSelected);
};

/** Long, because a busy machine looks like a receiver that does not answer. */
const timeouts = { floorMs: 1500, slackMs: 2000 };

/** Judges an embedded platform over real connections, by the profile that `describe` makes of the platform's own. */
export const judgeOverConnections = async (
  { choices, ...options }: EmbeddedOptions,
  describe: (profile: Profile) => Profile | Promise<Profile>,
  isSelected: Selects,
  run: { depth: Depth; seed: number },
): Promise<Verdict[]> => {
  const webhooks = { ...choices?.webhooks, timeoutFloorMs: timeouts.floorMs };
  await using target = await startEmbedded({ ...options, choices: { ...choices, webhooks } });
  const { tolerances } = target.profile;
  const profile = await describe({ ...target.profile, tolerances: { ...tolerances, slackMs: timeouts.slackMs } });
  const secrets = [profile.accessHeader.value, ...profile.companies.map(({ token }) => token)];
  return await judgeTarget({ profile, secrets }, isSelected, run);
};

export const describeVerdict = (verdict: Verdict): string => {
  const [violation, stability] = [violationOf(verdict), stabilityOf(verdict)];
  return [
    verdict.rule,
    verdict.outcome,
    causeOf(verdict),
    reasonOf(verdict),
    violation && `${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`,
    stability && `${stability.kind} ${stability.failed}/${stability.of}`,
  ]
    .filter(Boolean)
    .join(' · ');
};
