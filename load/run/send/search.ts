import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../../core/load-result.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { type CpuShare, highestShare } from '../../k6/cpu-watch.ts';
import { dashboardFile, type LoadPlan, planFile, summaryFile } from '../../plan.ts';
import { level, warmUp } from '../../shapes.ts';
import { readEveryMs } from '../record/journals.ts';
import { type K6Run, type K6RunOptions, runK6 } from './run-k6.ts';
import { judgeStep, sumOfIterations, withEnd } from './steps.ts';

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

const numbered = (file: string, number: number): string => file.replace(/(\.\w+)$/, `-${number}$1`);

/** Runs one step with its own k6. Only the first step has a warm-up. */
const runStep = async (
  options: SearchOptions,
  { number, rate, seconds }: { number: number; rate: number; seconds: number },
): Promise<{ scenario: string; k6Run: K6Run }> => {
  const { plan, profile, prepared, folder, k6 } = options;
  const startSeconds = number === 1 ? profile.load.warmUpSeconds : 0;
  const main = { name: `search${number}`, startSeconds, segments: [level(rate, seconds)] };
  const warming = { name: warmUp, startSeconds: 0, segments: [level(rate, startSeconds)] };
  const stepPlan: LoadPlan = {
    ...plan,
    // other phones in each step
    seed: plan.seed + prepared.record.traffic.journeys,
    scenarios: startSeconds > 0 ? [warming, main] : [main],
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
      ...k6,
      dashboardFile: join(folder, numbered(dashboardFile, number)),
      environment: { ...k6.environment, SELO_LOAD_PLAN: file },
    },
  });
  return { scenario: main.name, k6Run };
};

/** Waits until the notifications of a step have arrived. */
const drain = async ({ prepared, signal, drainSeconds, onLook }: SearchOptions): Promise<void> => {
  const { ledger } = prepared.record;
  const untilMs = Date.now() + drainSeconds * 1000;
  const isOpen = (): boolean => ledger.progress().delivered < ledger.progress().due;
  while (isOpen() && Date.now() < untilMs && !signal.aborted) {
    await delay(readEveryMs);
    await prepared.capture?.health();
    await prepared.journals.read();
    onLook();
  }
};

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
 * Tries rates, each with its own k6, until the range is narrow enough in which the target no longer keeps up. A step begins
 * when the notifications of the one before have arrived.
 */
export const search = async (options: SearchOptions): Promise<K6Run> => {
  const { profile, request, plan, prepared } = options;
  const { traffic, ledger } = prepared.record;
  const { objectives } = profile.load;
  const seconds = request.seconds / searchSteps;
  const steps: Step[] = [];
  const ends: K6Run[] = [];
  let firstMs: number | undefined;
  for (let rate = nextRate(steps, request.rate); rate !== undefined; rate = nextRate(steps, request.rate)) {
    const { scenario, k6Run } = await runStep(options, { number: ends.length + 1, rate, seconds });
    ends.push(k6Run);
    const beganMs = traffic.beganMs(scenario);
    if (beganMs === undefined) break;
    firstMs ??= beganMs;
    const { k6, iterations, earlyEnd } = k6Run;
    const from = (beganMs - firstMs) / 1000;
    const generator = { users: plan.users, cpuBetween: k6.cpuBetween };
    const step = judgeStep(
      { rate, from, to: from + seconds },
      { traffic, ledger, beganMs: firstMs, objectives, generator, ...omitUndefined({ dropped: iterations?.dropped }) },
    );
    steps.push(iterations === undefined ? step : withEnd(step, iterations));
    if (earlyEnd !== undefined) break;
    await drain(options);
  }
  return together(ends, steps);
};
