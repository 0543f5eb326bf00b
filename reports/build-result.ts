import { omitUndefined } from '../core/omit-undefined.ts';
import { type CleanUpReport, type Result, resultVersion } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { profileAsJson } from '../fixtures/profile/profile-as-json.ts';
import { evidenceRedaction, redactDeep } from '../fixtures/redaction/redaction.ts';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import { concludeRun, judgeWaivers, tallyOf } from './conclude.ts';
import { rulesDigest } from './digests.ts';
import { blameProfile } from './failures/profile-blame.ts';
import proven from './proven.json' with { type: 'json' };

/** The outcome of a run, before it is a document. */
export interface RunOutcome {
  handle: RunHandle;
  /** Of every selected rule, in the order of the catalogue. */
  verdicts: readonly Verdict[];
  startedAt: Date;
  endedAt: Date;
  isInterrupted: boolean;
  requests: number;
  troubles: readonly string[];
  faults: readonly string[];
  residue?: CleanUpReport;
  /** The options that named the target. */
  targetOptions: readonly string[];
  suiteVersion: string;
  /** Left out if nothing is required. */
  requirements?: NonNullable<Result['requirements']>;
}

const setUpOf = ({
  profile,
  mailboxes,
  unregistered,
  refusedRegistration,
  secrets,
}: RunHandle): NonNullable<Result['setUp']> =>
  redactDeep(
    {
      profile: JSON.parse(profileAsJson(profile)),
      mailboxes,
      unregistered,
      ...omitUndefined({ refusedRegistration }),
    },
    evidenceRedaction(secrets),
  );

/**
 * Builds the result document of a run: counts the figures, judges the waivers and redacts what the session has not
 * redacted.
 */
export const buildResult = (outcome: RunOutcome): Result => {
  const { handle, startedAt, endedAt, isInterrupted, requests, targetOptions, suiteVersion } = outcome;
  const { profile, runId, seed, depth, path, secrets } = handle;
  const setUp = setUpOf(handle);
  const { verdicts, profileFaults } = blameProfile(setUp, outcome.verdicts);
  const { troubles, faults, residue } = redactDeep(
    { troubles: [...outcome.troubles], faults: [...outcome.faults], residue: outcome.residue },
    evidenceRedaction(secrets),
  );
  const result: Result = {
    schema: resultVersion,
    suite: { version: suiteVersion, rules: rulesDigest(), proven },
    run: {
      id: runId,
      seed,
      depth,
      ...omitUndefined({ path }),
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      interrupted: isInterrupted,
      requests,
    },
    target: {
      name: profile.name,
      baseUrl: evidenceRedaction(secrets)(profile.baseUrl),
      options: [...targetOptions],
      timeScale: profile.timeScale,
      secrets: secrets.map(({ env }) => env),
    },
    ...tallyOf(verdicts),
    ...omitUndefined({ requirements: outcome.requirements }),
    verdicts,
    waivers: judgeWaivers(profile.waivers, verdicts, startedAt.toISOString().slice(0, 10)),
    troubles,
    faults,
    ...omitUndefined({ residue }),
    secretsReplaced: 0,
    profileFaults,
    setUp,
  };
  return { ...result, concluded: concludeRun(result) };
};
