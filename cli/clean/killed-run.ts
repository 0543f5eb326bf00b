import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { evidenceRedaction } from '../../fixtures/redaction/redaction.ts';
import { readHead } from '../../reports/history/read-history.ts';
import { resultFile } from '../../reports/write-files.ts';
import { CliError } from '../cli-error.ts';
import { relativePath } from '../relative-path.ts';
import { readResult } from '../report/read-result.ts';
import { runName, runsIn } from '../run/remove-old-runs.ts';
import { defaultProfile } from '../target.ts';

/** A run whose target is to be cleaned. */
export interface RunToClean {
  runId: string;
  folder: string;
  profile: Profile;
  secrets: Secret[];
  /** Addresses at which the run received notifications; empty if it had not stored them yet. */
  mailboxes: NonNullable<Result['setUp']>['mailboxes'];
}

/** A run that left nothing, because its target ended with it. */
export interface EndedTarget {
  runId: string;
  targetEnded: string;
}

const requireRun = (folder: string): void => {
  if (runName.test(basename(resolve(folder))) && existsSync(folder)) return;
  const killed = existsSync(folder) ? runsIn(folder).filter(({ state }) => state === 'killed') : [];
  const found = killed.map(({ id }) => `\n  npx selo clean ${relativePath(join(folder, id))}`).join('');
  throw new CliError(
    found === ''
      ? `${folder} is not the folder of a run, and no run in it was killed: name the folder of a run.`
      : `${folder} is not the folder of a run. Clean the runs in it that did not end:${found}`,
  );
};

const optionIn = (options: readonly string[], name: string): string | undefined => {
  const at = options.indexOf(name);
  return at === -1 ? undefined : options[at + 1];
};

/**
 * Reads the folder of a run and the profile of its target. Throws `CliError` if there is no run or the profile is of
 * another target, and `ProfileError` if the profile cannot be used.
 */
export const readRunToClean = async (folder: string, named: string | undefined): Promise<RunToClean | EndedTarget> => {
  requireRun(folder);
  const runId = basename(resolve(folder));
  const file = join(folder, resultFile);
  const result = existsSync(file) ? readResult(folder) : undefined;
  const options = result?.target.options ?? [];
  if (result?.target.name === 'embedded platform' && options.length === 0 && named === undefined) {
    return { runId, targetEnded: 'the embedded platform ended with its run, and all its records with it' };
  }
  const profileFile = named ?? optionIn(options, '--profile') ?? defaultProfile;
  if (!existsSync(profileFile)) {
    throw new CliError(`${profileFile} is not there: name the profile of the run's target with --profile.`);
  }
  const baseUrl = named === undefined ? optionIn(options, '--base-url') : undefined;
  const { profile, secrets } = await loadProfile(profileFile, omitUndefined({ baseUrl }));
  if (profile.target) {
    return { runId, targetEnded: 'the profile has its target started for each run, so its records ended with it' };
  }
  const judged = result?.target;
  if (judged && evidenceRedaction(secrets)(profile.baseUrl) !== judged.baseUrl) {
    throw new CliError(
      `Run ${runId} judged ${judged.baseUrl}, and ${profileFile} describes ${profile.baseUrl}: name the profile of the run's target with --profile.`,
    );
  }
  // a run that ended has restored its registrations
  const isKilled = result !== undefined && readHead(file)?.run.unfinished === true;
  return { runId, folder, profile, secrets, mailboxes: (isKilled ? result.setUp?.mailboxes : undefined) ?? {} };
};
