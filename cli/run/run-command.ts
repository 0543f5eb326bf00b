import { randomInt } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { describePlan } from '../../fixtures/run/plan.ts';
import { consoleReport, urgentReport } from '../../reports/console-report.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { type Paint, paintFor } from '../../reports/paint.ts';
import { printable, printableLines } from '../../reports/printable.ts';
import { CliError } from '../cli-error.ts';
import { openTarget } from '../target.ts';
import { type Conclusion, conclude, exitCodes } from './conclude.ts';
import { listenForInterrupt } from './interrupt.ts';
import { failedRulesOf, loadLastResult } from './last-result.ts';
import { showProgress } from './progress.ts';
import { runRules } from './run-rules.ts';
import { ruleNamed, selectRules } from './select-rules.ts';

export interface RunCommandOptions {
  profile?: string;
  baseUrl?: string;
  section?: string[];
  rule?: string[];
  depth?: 'quick' | 'full';
  seed?: number;
  strict?: boolean;
  rerunFailed?: boolean;
  out: string;
  json?: boolean;
  quiet?: boolean;
}

const largestSeed = 2 ** 31;

/** What is left of a selection when only the failed rules of the last run count, and the seed they failed with. */
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
  return { selected, seed: last.run.seed };
};

const refuseProduction = ({ name, baseUrl, production }: Profile): void => {
  if (!production) return;
  throw new CliError(
    `The profile "${name}" marks ${baseUrl} as production, and a run creates, changes and deletes records: judge a test environment.`,
  );
};

const requireKnownWaivers = ({ name, waivers }: Profile): void => {
  for (const { rule } of waivers) {
    try {
      ruleNamed(rule);
    } catch (error) {
      if (error instanceof CliError) throw new CliError(`waivers of the profile "${name}": ${error.message}`);
      throw error;
    }
  }
};

/** A registration is taken over only when a selected rule receives something by it. */
const takingOverFor = (selected: readonly ListedRule[], profile: Profile): Profile => {
  if (selected.some(({ needs }) => needs.includes('webhooks'))) return profile;
  return { ...profile, companies: profile.companies.map(({ webhook: _, ...company }) => company) };
};

/** As counted on the embedded platform; a rule that fails is tried three times. */
const requestsPerRule = 6;

/** What stands before the first request: what is judged, with which seed, and what it does to the target. */
const describeIntent = (rules: number, profile: Profile, depth: string, seed: number, paint: Paint): string =>
  [
    paint(
      'bold',
      `Judging ${rules} rules on ${printable(profile.name)} at ${profile.baseUrl}, ${depth} depth, seed ${seed}`,
    ),
    ...describePlan(profile).map((line) => `  ${printable(line)}`),
    `  sends about ${Math.ceil((rules * requestsPerRule) / 10) * 10} requests in all`,
    '',
  ].join('\n');

/** A path as a reader here would type it. */
const shortest = (path: string): string => {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
};

const tell = (conclusion: Conclusion, paint: Paint): string =>
  paint(conclusion.code === exitCodes.holds ? 'green' : 'red', conclusion.told);

/** Runs the rules and reports. Resolves with the exit code; throws `CliError` and `ProfileError` on wrong usage. */
export const run = async (options: RunCommandOptions): Promise<number> => {
  const { strict = false, json = false, quiet = false } = options;
  const out = resolve(options.out);
  const chosen = selectRules({ sections: options.section, rules: options.rule });
  await using opened = await openTarget(options);
  refuseProduction(opened.profile);
  requireKnownWaivers(opened.profile);
  const { selected, seed: lastSeed } = options.rerunFailed
    ? failedLastTime(chosen, opened.profile.name, out)
    : { selected: chosen, seed: undefined };
  const seed = options.seed ?? lastSeed ?? randomInt(largestSeed);
  const depth = options.depth ?? (opened.isEmbedded ? 'full' : 'quick');
  const target = { ...opened, profile: takingOverFor(selected, opened.profile) };
  const say = (text: string): void => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };

  say(describeIntent(selected.length, target.profile, depth, seed, paintFor(process.stderr)));
  using progress = quiet ? undefined : showProgress(selected, process.stderr);
  using interrupt = listenForInterrupt(() => {
    progress?.[Symbol.dispose]();
    process.stderr.write('Interrupted: removing what was created, then a partial report. Again to quit at once.\n');
  });
  const { signal } = interrupt;
  const outcome = await runRules({
    target,
    selected,
    depth,
    seed,
    out,
    signal,
    onVerdict: (verdict) => progress?.judged(verdict),
  });
  progress?.[Symbol.dispose]();

  if ('obstacle' in outcome) {
    process.stderr.write(`${printableLines(outcome.obstacle)}\n`);
    return signal.aborted ? exitCodes.interrupted : exitCodes.unjudgeable;
  }
  const { result, folder } = outcome;
  const conclusion = conclude(result, { strict });
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    say(tell(conclusion, paintFor(process.stderr)));
  } else {
    const paint = paintFor(process.stdout);
    const report = quiet ? urgentReport(result, paint) : consoleReport(result, shortest(folder), paint);
    process.stdout.write(`${[...report, tell(conclusion, paint)].join('\n')}\n`);
  }
  return conclusion.code;
};
