import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Depth, type Result, resultSchema } from '../../core/result.ts';
import { causeOf, isFault, type Verdict } from '../../core/verdict.ts';
import { targetLogFile } from '../../fixtures/containers/target-log.ts';
import type { LoadedProfile } from '../../fixtures/profile/load-profile.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { newRunId } from '../../fixtures/run/start-run.ts';
import { type Conclusion, concludeRun } from '../../reports/conclude.ts';
import { consoleReport, urgentReport } from '../../reports/formats/console-report.ts';
import { compareWithLast, describeSince } from '../../reports/history/run-history.ts';
import { type Paint, paintFor, printableLines } from '../../reports/kit/printable.ts';
import { isProperty, type ListedRule } from '../../reports/listed-rules.ts';
import { latestFile, pageFile } from '../../reports/write-files.ts';
import { CliError, orCliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { relativePath } from '../paths.ts';
import { showProgress } from '../progress.ts';
import { openTarget, type Target } from '../target.ts';
import { describeIntent } from './intent.ts';
import { removeOldRuns } from './remove-old-runs.ts';
import { describeRepeated, failureOf } from './repeat-failure.ts';
import { requirementsOn } from './requirements.ts';
import { type FinishedRun, runRules } from './run-rules.ts';
import { ruleNamed, rulesNamed, selectRules, sentBy } from './select-rules.ts';

/** Reads the result of the last run. Throws `CliError` if there is none. */
const loadLastResult = (folder: string): Result => {
  const file = join(folder, latestFile);
  if (!existsSync(file)) {
    throw new CliError(`--rerun-failed needs an earlier run, and ${file} is not there: run without it first.`);
  }
  const content = readJson(file, (said) => new CliError(`${said}: run without --rerun-failed.`));
  const parsed = resultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CliError(`${file} is not the result of a run of this version: run without --rerun-failed.`);
};

/** The rules that failed, or that the target gave no answer for. */
const failedRulesOf = ({ verdicts }: Result): string[] =>
  verdicts
    .filter((verdict) => isFault(verdict) || verdict.outcome === 'error' || causeOf(verdict) === 'unavailable')
    .map(({ rule }) => rule);

export interface RunCommandOptions {
  profile?: string;
  baseUrl?: string;
  section?: string[];
  group?: string[];
  rule?: string[];
  depth?: Depth;
  seed?: number;
  path?: string;
  strict?: boolean;
  require?: string[];
  minCoverage?: number;
  rerunFailed?: boolean;
  repeat?: boolean;
  out: string;
  keep: number;
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

const maxSeed = 2 ** 31;
/** With fewer rules, starting another process takes longer than the run. */
const forkedFrom = 50;

/** The selected rules that failed in the last run, with its seed. */
const failedLastTime = (chosen: readonly ListedRule[], name: string, out: string) => {
  const last = loadLastResult(out);
  if (last.target.name !== name) {
    throw new CliError(
      `--rerun-failed: the last run in ${out} judged "${last.target.name}", not "${name}": run without it first.`,
    );
  }
  const failed = failedRulesOf(last);
  const selected = chosen.filter(({ id }) => failed.includes(id));
  if (selected.length === 0) {
    throw new CliError(`--rerun-failed: nothing of this selection failed in the last run (${last.run.id}).`);
  }
  return { selected, seed: last.run.seed, path: last.run.path };
};

const refuseProduction = ({ name, baseUrl, production }: Profile): void => {
  if (!production) return;
  throw new CliError(
    `The profile "${name}" marks ${baseUrl} as production, and a run creates, changes and deletes records: judge a test environment.`,
  );
};

const requireKnownWaivers = ({ name, waivers }: Profile): void =>
  orCliError(`waivers of the profile "${name}"`, () => {
    for (const { rule } of waivers) ruleNamed(rule);
  });

const requireOneRule = ({ rule = [] }: RunCommandOptions): void => {
  if (rule.length !== 1) throw new CliError('--repeat repeats the failure of one rule: name that rule with --rule.');
};

const requireOneDraw = ({ path, seed }: RunCommandOptions, chosen: readonly ListedRule[]): void => {
  if (path === undefined) return;
  const [property] = chosen;
  if (chosen.length !== 1 || !property || !isProperty(property)) {
    throw new CliError(
      `--path ${path} repeats a drawn case of one property: name that property, and nothing else, with --rule ("npx selo rules" lists them).`,
    );
  }
  if (seed === undefined) {
    throw new CliError(`--path ${path} leads to a case among the draws of one seed: name it with --seed.`);
  }
};

/** Takes over webhook registrations only if a selected rule needs them. */
const withNeededWebhooks = (selected: readonly ListedRule[], profile: Profile): Profile => {
  if (sentBy(selected).some(({ needs }) => needs.includes('webhooks'))) return profile;
  return { ...profile, companies: profile.companies.map(({ webhook: _, ...company }) => company) };
};

const describeConclusion = ({ kind, message }: Conclusion, paint: Paint): string => {
  if (kind === 'partial') return paint('yellow', message);
  return paint(kind === 'holds' ? 'green' : 'red', message);
};

/** Prints the report of a run or its result document, and returns the exit code. */
const printRun = (
  { result, folder, earlier }: FinishedRun,
  { strict = false, json = false, quiet = false, verbose }: RunCommandOptions,
  { repetition, hasLog }: { repetition: string | undefined; hasLog: boolean },
): number => {
  const conclusion = concludeRun(result, { strict });
  const exitCode = exitCodes[conclusion.kind];
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    if (!quiet) process.stderr.write(`${describeConclusion(conclusion, paintFor(process.stderr))}\n`);
    return exitCode;
  }
  const paint = paintFor(process.stdout);
  const since = compareWithLast(earlier, result);
  const isLogUseful = hasLog && exitCode !== exitCodes.holds;
  const report = quiet
    ? urgentReport(result, paint)
    : [
        ...consoleReport(result, relativePath(folder), paint, verbose),
        ...(since ? [describeSince(since)] : []),
        ...(repetition === undefined ? [] : [repetition]),
        `page: ${relativePath(join(folder, pageFile))}`,
        ...(isLogUseful ? [`log of the target: ${relativePath(join(folder, targetLogFile))}`] : []),
      ];
  process.stdout.write(`${[...report, describeConclusion(conclusion, paint)].join('\n')}\n`);
  return exitCode;
};

/** What to test and how, by the options, the profile and earlier runs. Throws `CliError` if they do not fit together. */
const planRun = (options: RunCommandOptions, chosen: readonly ListedRule[], { profile, isEmbedded }: Target) => {
  const out = resolve(options.out);
  refuseProduction(profile);
  requireKnownWaivers(profile);
  const last = options.rerunFailed ? failedLastTime(chosen, profile.name, out) : undefined;
  const [only] = chosen;
  const repeated = options.repeat && only ? failureOf(only, profile.name, out) : undefined;
  const selected = repeated?.selected ?? last?.selected ?? chosen;
  const seed = options.seed ?? repeated?.seed ?? last?.seed ?? randomInt(maxSeed);
  return {
    repeated,
    selected,
    requirements: requirementsOn(options, profile, selected),
    seed,
    // with another seed, the path would lead to another case
    path: options.path ?? repeated?.path ?? (seed === last?.seed ? last.path : undefined),
    depth: options.depth ?? repeated?.depth ?? (isEmbedded ? 'full' : 'quick'),
    profile: withNeededWebhooks(selected, profile),
  } as const;
};

/**
 * Runs the rules and prints the report. Resolves with the exit code; throws `CliError` and `ProfileError` on wrong
 * usage, and what `openTarget` throws.
 */
export const run = async (
  options: RunCommandOptions,
  /** The embedded platform, if it is already starting. */
  embedded?: Promise<LoadedProfile & AsyncDisposable>,
): Promise<number> => {
  const { quiet = false } = options;
  const out = resolve(options.out);
  const chosen = selectRules({ sections: options.section, groups: options.group, rules: options.rule });
  // report an unknown name before a target is started
  for (const name of options.require ?? []) rulesNamed(name);
  requireOneDraw(options, chosen);
  if (options.repeat) requireOneRule(options);
  const say = (text: string): void => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };
  let stopProgress = (): void => {};
  using interrupt = listenForInterrupt(() => {
    stopProgress();
    process.stderr.write('Interrupted: cleaning up, then a partial report. Press Ctrl-C again to quit now.\n');
  });
  const { signal } = interrupt;
  const runId = newRunId();
  await using opened = await openTarget(options, {
    signal,
    say,
    folder: join(out, runId),
    forks: chosen.length >= forkedFrom,
    embedded,
  });
  const { repeated, selected, profile, ...plan } = planRun(options, chosen, opened);
  const target = { ...opened, profile };
  say(
    describeIntent(selected, { profile, ...omitUndefined(plan) }, opened.isEmbedded, paintFor(process.stderr)).join(
      '\n',
    ),
  );
  using progress = quiet ? undefined : showProgress(selected, process.stderr);
  stopProgress = () => progress?.[Symbol.dispose]();
  const onVerdict = (verdict: Verdict): void => progress?.judged(verdict);
  const outcome = await runRules({ ...plan, target, selected, runId, out, signal, onVerdict });
  stopProgress();

  if ('obstacle' in outcome) {
    process.stderr.write(`${printableLines(outcome.obstacle)}\n`);
    return signal.aborted ? exitCodes.interrupted : exitCodes.unjudgeable;
  }
  removeOldRuns(out, outcome.result.run, options.keep);
  return printRun(outcome, options, {
    repetition: repeated && describeRepeated(repeated, outcome.result),
    hasLog: opened.started !== undefined,
  });
};
