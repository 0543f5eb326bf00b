import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../../core/load-result.ts';
import { type CpuShare, highestShare } from '../../k6/cpu-watch.ts';
import { dashboardFile, type LoadPlan, planFile, summaryFile } from '../../plan.ts';
import { level, warmUp } from '../../shapes.ts';
import { sumOfIterations } from './iterations.ts';
import { type K6Run, type K6RunOptions, runK6 } from './run-k6.ts';
import { judgeStep, withEnd } from './steps.ts';

/** The most rates that a search tries. */
export const searchSteps = 8;
/** A search begins at this share of the highest rate, so that it does not overload a weak target much. */
const firstShare = 1 / 4;
/** A search ends when the lowest unstable rate is at most this many times the highest stable one. */
const nearEnough = 1.1;

const rounded = (rate: number): number => Number(rate.toPrecision(3));

/**
 * The next rate of a search: twice the last until one is unstable, then the middle between the highest stable and the
 * lowest unstable rate. Undefined if the two are near enough or the highest rate is stable. Also undefined after a step
 * that was too short to decide, since the next one would be too short as well.
 */
export const nextRate = (steps: readonly Pick<Step, 'rate' | 'stable'>[], most: number): number | undefined => {
  const last = steps.at(-1);
  if (last === undefined) return rounded(Math.min(most, Math.max(1, most * firstShare)));
  if (steps.length >= searchSteps) return undefined;
  const unstable = Math.min(...steps.filter(({ stable }) => stable === false).map(({ rate }) => rate));
  if (unstable === Number.POSITIVE_INFINITY) {
    return last.rate >= most ? undefined : Math.min(most, rounded(2 * last.rate));
  }
  const stable = Math.max(
    0,
    ...steps.filter((step) => step.stable === true && step.rate < unstable).map(({ rate }) => rate),
  );
  if (unstable <= nearEnough * stable) return undefined;
  const next = rounded((stable + unstable) / 2);
  return next < 1 || steps.some(({ rate }) => rate === next) ? undefined : next;
};

interface SearchOptions extends Omit<K6RunOptions, 'main' | 'drill' | 'isLive'> {
  folder: string;
  drainSeconds: number;
}

const lookEveryMs = 200;

const numbered = (file: string, number: number): string => file.replace(/(\.\w+)$/, `-${number}$1`);

/** One run from the runs of all steps. */
const together = (ends: readonly K6Run[], steps: Step[]): K6Run => {
  const cpuBetween: CpuShare = (fromMs, toMs) =>
    ends.map(({ k6 }) => k6.cpuBetween(fromMs, toMs)).find((share) => share !== null) ?? null;
  return {
    k6: {
      code: ends.at(-1)?.k6.code,
      errors: ends.flatMap(({ k6 }) => k6.errors),
      cpuShare: highestShare(ends.map(({ k6 }) => k6.cpuShare)),
      cpuBetween,
    },
    earlyEnd: ends.at(-1)?.earlyEnd,
    iterations: sumOfIterations(ends.flatMap(({ iterations }) => iterations ?? [])),
    steps,
    drills: [],
  };
};

/**
 * Tries rates, each with its own k6, until the range is narrow enough in which the target stops to keep up. A step begins
 * when the notifications of the one before have arrived.
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
      // other phones in each step
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
    const beganMs = traffic.beganMs(main.name);
    if (beganMs === undefined) break;
    firstMs ??= beganMs;
    const from = (beganMs - firstMs) / 1000;
    const step = judgeStep(
      { rate, from, to: from + seconds },
      {
        traffic,
        ledger,
        beganMs: firstMs,
        objectives: profile.load.objectives,
        generator: { users: plan.users, cpuBetween: k6Run.k6.cpuBetween },
        ...(k6Run.iterations && { dropped: k6Run.iterations.dropped }),
      },
    );
    steps.push(k6Run.iterations === undefined ? step : withEnd(step, k6Run.iterations));
    if (k6Run.earlyEnd !== undefined) break;
    await drain();
  }
  return together(ends, steps);
};
