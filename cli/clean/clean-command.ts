import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted } from '../../core/counted.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import { Unavailable } from '../../fixtures/client/unavailable.ts';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { evidenceRedaction, redactionOf } from '../../fixtures/redaction/redaction.ts';
import { cleanUp } from '../../fixtures/run/clean-up.ts';
import { claimedUntil, type ReturnedCompany, returnCompanies } from '../../fixtures/run/return-companies.ts';
import { describeResidue } from '../../reports/failures/verdict-in-words.ts';
import { readHead } from '../../reports/history/read-history.ts';
import { type Paint, paintFor } from '../../reports/kit/printable.ts';
import { resultFile } from '../../reports/write-files.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { relativePath } from '../paths.ts';
import { readResult } from '../report/read-result.ts';
import { cleanedFile, removalsFile, removeRunsBefore, runName, runsIn } from '../run/remove-old-runs.ts';
import { defaultProfile } from '../target.ts';

/** A run whose target is to be cleaned. */
interface RunToClean {
  runId: string;
  folder: string;
  profile: Profile;
  secrets: Secret[];
  /** Addresses at which the run received notifications; empty if it had not stored them yet. */
  mailboxes: NonNullable<Result['setUp']>['mailboxes'];
}

/** A run that left nothing, because its target ended with it. */
interface EndedTarget {
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
const readRunToClean = async (folder: string, named: string | undefined): Promise<RunToClean | EndedTarget> => {
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

export interface CleanOptions {
  profile?: string;
  now?: boolean;
  /** Days. */
  olderThan?: number;
  json?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

const removeOld = (folder: string, days: number, json: boolean): number => {
  if (!existsSync(folder)) throw new CliError(`${folder} is not there: name the folder that the runs are in.`);
  const { removed, killed } = removeRunsBefore(folder, new Date(Date.now() - days * dayMs));
  if (json) {
    process.stdout.write(`${JSON.stringify({ removed, killed })}\n`);
  } else {
    process.stdout.write(`${[`${counted(removed.length, 'run folder')} removed`, ...removed].join('\n  ')}\n`);
    for (const id of killed) {
      process.stdout.write(
        `${id} was killed, so its folder stays: first remove what it left with "npx selo clean ${relativePath(join(folder, id))}"\n`,
      );
    }
  }
  return killed.length > 0 ? exitCodes.failed : exitCodes.holds;
};

const describeReturned = ({ company, registration, claim }: ReturnedCompany, paint: Paint): string[] => {
  const said = (what: string, state: string | { why: string }): string =>
    typeof state === 'string'
      ? `${what} of ${company}: ${state}`
      : paint('yellow', `${what} of ${company}: left as it is: ${state.why}`);
  return [
    ...(registration === undefined ? [] : [said('webhook registration', registration)]),
    ...(claim === undefined ? [] : [said('claim', claim)]),
    ...(claim === 'freed' ? ['  its coupon SELO-CLAIM stays: the API has no way to delete a coupon'] : []),
  ];
};

const cleanTarget = async (run: RunToClean, { now = false, json = false }: CleanOptions): Promise<number> => {
  const { runId, folder, profile, secrets } = run;
  const redact = redactionOf(secrets);
  const until = now ? undefined : await claimedUntil(run);
  if (until) {
    process.stderr.write(
      `Run ${runId} may still be under way: it holds a company of ${profile.name} until ${until.toISOString().slice(11, 19)} UTC. Wait until then, or add --now if it was killed.\n`,
    );
    return exitCodes.unjudgeable;
  }
  const handle = { ...run, seed: 0, depth: 'quick', unregistered: {} } as const;
  // the journal stays as it is, because the result contains its digest
  const records = await cleanUp(handle, join(folder, runFiles.journal), join(folder, removalsFile));
  const { companies, isSomethingLeft } = await returnCompanies(run);
  const written = redact(JSON.stringify({ run: runId, target: profile.name, records, companies }));
  // the API cannot delete coupons
  const isCleaned = !isSomethingLeft && records.left.every(({ kind }) => kind === 'coupon');
  if (isCleaned) writeFileSync(join(folder, cleanedFile), `${written}\n`);
  const paint = paintFor(process.stdout);
  const lines = [
    `run ${runId} at ${profile.name}`,
    ...describeResidue(records, paint),
    ...companies.flatMap((each) => describeReturned(each, paint)),
  ];
  process.stdout.write(json ? `${written}\n` : `${redact(lines.join('\n'))}\n`);
  return isCleaned ? exitCodes.holds : exitCodes.failed;
};

/**
 * Removes what a killed run left on its target, or old run folders. Resolves with the exit code; throws `CliError` and
 * `ProfileError` on wrong usage.
 */
export const clean = async (folder: string, options: CleanOptions): Promise<number> => {
  const { profile, olderThan, json = false } = options;
  if (olderThan !== undefined) return removeOld(folder, olderThan, json);
  const run = await readRunToClean(folder, profile);
  if ('targetEnded' in run) {
    const { runId, targetEnded } = run;
    writeFileSync(join(folder, cleanedFile), `${JSON.stringify({ run: runId, targetEnded })}\n`);
    process.stdout.write(json ? `${JSON.stringify(run)}\n` : `run ${runId}: nothing to remove: ${targetEnded}\n`);
    return exitCodes.holds;
  }
  try {
    return await cleanTarget(run, options);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    process.stderr.write(
      `${run.profile.baseUrl} gives no answer: ${error.message}. Look at it with "npx selo doctor", then clean again.\n`,
    );
    return exitCodes.unjudgeable;
  }
};
