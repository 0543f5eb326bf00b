import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../../core/load-result.ts';
import type { CpuShare } from '../../k6/cpu-watch.ts';
import { dashboardFile, type LoadPlan, planFile, summaryFile } from '../../plan.ts';
import { level, warmUp } from '../../shapes.ts';
import { type Iterations, sumOfIterations } from './iterations.ts';
import { type K6Run, type K6RunOptions, runK6 } from './run-k6.ts';
import { judgeStep, withEnd } from './steps.ts';

/** At most this many rates are tried. */
export const searchSteps = 8;
/** A search begins at this share of the highest rate: a target that stands little is not hurt much. */
const firstShare = 1 / 4;
/** The limits of the range are near enough when one is this many times the other. */
const nearEnough = 1.1;

/** Three digits: k6 begins journeys to the sixtieth of one a second. */
const rounded = (rate: number): number => Number(rate.toPrecision(3));

/**
 * The rate that a search tries next: twice the last until one is too high, then the middle between the highest that the
 * target stood and the lowest that it did not. Undefined where the two are near enough, where the highest rate is stood,
 * and where a step was too short to decide, since a further one would be too.
 */
export const nextRate = (steps: readonly Pick<Step, 'rate' | 'stable'>[], most: number): number | undefined => {
  const last = steps.at(-1);
  if (last === undefined) return rounded(Math.min(most, Math.max(1, most * firstShare)));
  if (steps.length >= searchSteps) return undefined;
  const fell = Math.min(...steps.filter(({ stable }) => stable === false).map(({ rate }) => rate));
  if (fell === Number.POSITIVE_INFINITY) return last.rate >= most ? undefined : Math.min(most, rounded(2 * last.rate));
  const stood = Math.max(
    0,
    ...steps.filter(({ stable, rate }) => stable === true && rate < fell).map(({ rate }) => rate),
  );
  if (fell <= nearEnough * stood) return undefined;
  const next = rounded((stood + fell) / 2);
  return next < 1 || steps.some(({ rate }) => rate === next) ? undefined : next;
};

export interface SearchOptions extends Omit<K6RunOptions, 'main' | 'drill' | 'isLive'> {
  /** For what each step writes. */
  folder: string;
  drainSeconds: number;
}

const lookEveryMs = 200;

const numbered = (file: string, number: number): string => file.replace(/(\.\w+)$/, `-${number}$1`);

/** What k6 ran a step, of several. */
const together = (ends: readonly K6Run[], iterations: readonly Iterations[], steps: Step[]): K6Run => {
  const shares = ends.flatMap(({ k6 }) => (k6.cpuShare === null ? [] : [k6.cpuShare]));
  const cpuBetween: CpuShare = (fromMs, toMs) =>
    ends.map(({ k6 }) => k6.cpuBetween(fromMs, toMs)).find((share) => share !== null) ?? null;
  return {
    k6: {
      code: ends.at(-1)?.k6.code,
      errors: ends.flatMap(({ k6 }) => k6.errors),
      cpuShare: shares.length === 0 ? null : Math.max(...shares),
      cpuBetween,
    },
    broken: ends.at(-1)?.broken,
    iterations: sumOfIterations(iterations),
    steps,
    drills: [],
  };
};

/**
 * Tries one rate after the other, each with a k6 of its own, until it is known well enough between which rates the target
 * ceases to keep up. Each step begins when the one before has ended and its notifications have come.
 */
export const search = async (options: SearchOptions): Promise<K6Run> => {
  const { profile, request, plan, prepared, signal, folder, drainSeconds, onLook } = options;
  const { traffic, ledger } = prepared.record;
  const steps: Step[] = [];
  const { warmUpSeconds } = profile.load;
  const seconds = request.seconds / searchSteps;

  const drain = async (): Promise<void> => {
    const untilMs = Date.now() + drainSeconds * 1000;
    const isOpen = (): boolean => ledger.progress().delivered < ledger.progress().due;
    while (isOpen() && Date.now() < untilMs && !signal.aborted) {
      await delay(lookEveryMs);
      await prepared.capture?.health();
      await prepared.journals.read();
      onLook();
    }
  };

  const ends: K6Run[] = [];
  const iterations: Iterations[] = [];
  let firstMs: number | undefined;
  for (let rate = nextRate(steps, request.rate); rate !== undefined; rate = nextRate(steps, request.rate)) {
    const number = ends.length + 1;
    const isWarmed = number === 1 && warmUpSeconds > 0;
    const main = {
      name: `search${number}`,
      startSeconds: isWarmed ? warmUpSeconds : 0,
      segments: [level(rate, seconds)],
    };
    const warming = { name: warmUp, startSeconds: 0, segments: [level(rate, warmUpSeconds)] };
    const stepPlan: LoadPlan = {
      ...plan,
      // phones of its own for each step
      seed: plan.seed + traffic.journeys,
      scenarios: isWarmed ? [warming, main] : [main],
      summaryFile: join(folder, numbered(summaryFile, number)),
    };
    const file = join(folder, numbered(planFile, number));
    writeFileSync(file, JSON.stringify(stepPlan, null, 2));
    const k6Run = await runK6({
      ...options,
      plan: stepPlan,
      main,
      drill: undefined,
      isLive: false,
      k6: {
        ...options.k6,
        dashboardFile: join(folder, numbered(dashboardFile, number)),
        environment: { ...options.k6.environment, SELO_LOAD_PLAN: file },
      },
    });
    ends.push(k6Run);
    if (k6Run.iterations !== undefined) iterations.push(k6Run.iterations);
    const beganMs = traffic.beganMs(main.name);
    if (beganMs === undefined) break;
    firstMs ??= beganMs;
    const from = (beganMs - firstMs) / 1000;
    const step = judgeStep(
      { rate, from, to: from + seconds },
      {
        ...{ traffic, ledger, beganMs: firstMs, objectives: profile.load.objectives },
        generator: { users: plan.users, cpuBetween: k6Run.k6.cpuBetween },
        ...(k6Run.iterations && { dropped: k6Run.iterations.dropped }),
      },
    );
    steps.push(k6Run.iterations === undefined ? step : withEnd(step, k6Run.iterations));
    if (k6Run.broken !== undefined) break;
    await drain();
  }
  return together(ends, iterations, steps);
};
