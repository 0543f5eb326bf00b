import { randomInt } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { compareRounds, type Round, roundsWanted } from '../../load/gate/compare-pairs.ts';
import { compareStored } from '../../load/gate/compare-stored.ts';
import type { ScriptName } from '../../load/journeys.ts';
import { provideK6 } from '../../load/k6/provide-k6.ts';
import type { LoadResult } from '../../load/result.ts';
import type { DrillKind } from '../../load/run/drills.ts';
import { companiesUnderLoad } from '../../load/run/prepare-plan.ts';
import { type ShapeName, usualLoads } from '../../load/shapes.ts';
import { loadReport } from '../../reports/load/console-report.ts';
import { paintFor } from '../../reports/paint.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../run/conclude.ts';
import { listenForInterrupt } from '../run/interrupt.ts';
import { openTarget, type Target } from '../target.ts';
import { allowedRate } from './allowed-target.ts';
import { openLoadTarget } from './open-load-target.ts';
import { type LoadRun, type RunOnceOptions, runOnce } from './run-once.ts';
import { showLoadProgress } from './show-progress.ts';
import { storedResults } from './stored-results.ts';

export interface LoadCommandOptions {
  profile?: string;
  baseUrl?: string;
  shape: ShapeName;
  rate?: number;
  duration?: number;
  seed?: number;
  jitter?: boolean;
  drill?: DrillKind;
  drillAfter: number;
  drillSeconds: number;
  dead?: string[];
  gate?: string[] | true;
  runs?: number;
  against?: string;
  rounds: number;
  tolerate: number;
  k6Out?: string[];
  out: string;
  json?: boolean;
  quiet?: boolean;
}

/** Runs that a comparison with a stored baseline of five takes. */
const runsToCompare = 5;
const largestSeed = 2 ** 31 - 1;

const codeOf: Record<LoadResult['gate']['verdict'], number> = {
  pass: exitCodes.holds,
  fail: exitCodes.failed,
  invalid: exitCodes.unjudgeable,
  inconclusive: exitCodes.inconclusive,
};

const requireKnownDead = (dead: readonly string[], { profile }: Target): void => {
  const names = companiesUnderLoad(profile).map(({ name }) => name);
  const unknown = dead.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new CliError(`--dead ${unknown}: load is sent for ${names.join(', ')}.`);
  }
  if (dead.length === names.length) throw new CliError('--dead names every company: nothing would be delivered.');
};

/** Baseline, its control and candidate in random order, so that what changes with time meets each alike. */
const shuffledRoles = (): (keyof Round)[] => {
  const roles: (keyof Round)[] = ['baseline', 'control', 'candidate'];
  for (let left = roles.length - 1; left > 0; left -= 1) {
    const chosen = randomInt(left + 1);
    const [one, other] = [roles[left], roles[chosen]];
    if (one !== undefined && other !== undefined) [roles[left], roles[chosen]] = [other, one];
  }
  return roles;
};

/** A run that must not be compared: it failed by itself, or cannot be believed. */
const isDecided = ({ gate }: LoadResult): boolean => gate.verdict !== 'pass';

/** Drives load against the target. Resolves with the exit code; throws `CliError`, `LoadError` and `K6Error`. */
export const load = async (script: ScriptName, options: LoadCommandOptions): Promise<number> => {
  const { shape, json = false, quiet = false, dead = [], drill: drillKind } = options;
  const say = (text: string): void => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };
  await using target = await openLoadTarget(options);
  const most = allowedRate(target.profile);
  const usual = usualLoads[shape];
  const rate = options.rate ?? Math.min(usual.rate, most);
  if (rate > most) {
    throw new CliError(`--rate ${rate}: the profile "${target.profile.name}" allows at most ${most} a second.`);
  }
  requireKnownDead(dead, target);
  const stored = Array.isArray(options.gate) ? storedResults(options.gate) : [];
  const k6 = await provideK6({ say });

  const seconds = options.duration ?? usual.seconds;
  const seed = options.seed ?? randomInt(largestSeed);
  say(
    `k6 ${k6.version} · ${script}, ${shape}: up to ${rate} journeys a second for ${seconds} s against ${target.profile.name} (${target.profile.baseUrl})`,
  );
  using progress = quiet ? undefined : showLoadProgress(process.stderr);
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('\nInterrupted: counting what was sent. Again to quit at once.\n');
  });
  const common: Omit<RunOnceOptions, 'target'> = {
    k6,
    out: resolve(options.out),
    request: { script, shape, rate, seconds, seed, jitter: options.jitter ?? false },
    outputs: options.k6Out ?? [],
    dead,
    signal: interrupt.signal,
    onProgress: (told) => progress?.told(told),
    ...(drillKind === undefined
      ? {}
      : { drill: { kind: drillKind, afterSeconds: options.drillAfter, seconds: options.drillSeconds } }),
  };
  const once = async (against: Target): Promise<LoadRun> => {
    const run = await runOnce({ ...common, target: against });
    for (const trouble of run.troubles) process.stderr.write(`${trouble}\n`);
    return run;
  };

  /** Rounds against a baseline that is at hand, until the comparison has settled. */
  const inRounds = async (profile: string): Promise<LoadRun> => {
    await using baseline = await openTarget({ profile });
    allowedRate(baseline.profile);
    const rounds: Round<LoadResult>[] = [];
    let last: LoadRun | undefined;
    for (let wanted = roundsWanted(undefined); rounds.length < Math.min(wanted, options.rounds); ) {
      const round: Partial<Round<LoadResult>> = {};
      for (const role of shuffledRoles()) {
        say(`round ${rounds.length + 1}: ${role}`);
        const run = await once(role === 'candidate' ? target : baseline);
        round[role] = run.result;
        if (role === 'candidate') last = run;
        if (interrupt.signal.aborted || (role === 'candidate' && isDecided(run.result))) return run;
      }
      const { baseline: one, control, candidate } = round;
      if (one && control && candidate) rounds.push({ baseline: one, control, candidate });
      if (rounds.length === wanted) {
        const compared = compareRounds(rounds, { baseline: profile, tolerated: options.tolerate });
        if ('comparison' in compared) wanted = roundsWanted(compared.comparison);
      }
    }
    if (last === undefined) throw new CliError('--rounds: at least one is needed.');
    const result = last.compareAs(compareRounds(rounds, { baseline: profile, tolerated: options.tolerate }));
    return { ...last, result };
  };

  /** As many runs as a comparison with the stored ones takes, or just one. */
  const againstStored = async (): Promise<LoadRun> => {
    const wanted = options.runs ?? (stored.length > 0 ? runsToCompare : 1);
    const results: LoadResult[] = [];
    let last = await once(target);
    results.push(last.result);
    while (results.length < wanted && !isDecided(last.result) && !interrupt.signal.aborted) {
      say(`run ${results.length + 1} of ${wanted}`);
      last = await once(target);
      results.push(last.result);
    }
    if (stored.length === 0 || isDecided(last.result)) return last;
    const baseline = Array.isArray(options.gate) ? options.gate.join(', ') : '';
    const result = last.compareAs(compareStored(stored, results, { baseline, tolerated: options.tolerate }));
    return { ...last, result };
  };

  const { result, folder } = await (options.against === undefined ? againstStored() : inRounds(options.against));
  progress?.[Symbol.dispose]();
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    const fromHere = relative('', folder);
    const shown = fromHere.startsWith('..') ? folder : fromHere;
    process.stdout.write(`${loadReport(result, shown, paintFor(process.stdout)).join('\n')}\n`);
  }
  if (interrupt.signal.aborted) return exitCodes.interrupted;
  return options.gate === undefined && options.against === undefined
    ? codeWithoutGate(result)
    : codeOf[result.gate.verdict];
};

/** Without the gate a run that came to its end is a success, whatever it found. */
const codeWithoutGate = ({ run }: LoadResult): number =>
  run.ended === 'complete' ? exitCodes.holds : exitCodes.unjudgeable;
