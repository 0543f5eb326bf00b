import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { drillOf } from '../../../core/load-kinds.ts';
import type { Step } from '../../../core/load-result.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { LoadSettings } from '../../../fixtures/profile/schema.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import type { CpuShare } from '../../k6/cpu-watch.ts';
import { serveLivePage } from '../../k6/live-page.ts';
import { type K6End, type K6Options, startK6 } from '../../k6/start-k6.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import type { LoadPlan } from '../../plan.ts';
import { type ScenarioPlan, secondsOf } from '../../shapes.ts';
import type { Prepared } from '../prepare/prepare.ts';
import type { LoadRequest, PlannedDrill } from '../prepare/prepare-plan.ts';
import type { RunRecord } from '../record/run-record.ts';
import { watchForCollapse } from './collapse.ts';
import { drill, hookEnvironment } from './drills.ts';
import { type Iterations, iterationsIn } from './iterations.ts';
import { isJudgeable, judgeStep, stepsIn } from './steps.ts';

export interface K6RunOptions {
  profile: Profile;
  request: LoadRequest;
  plan: LoadPlan;
  /** The scenario that is measured. */
  main: ScenarioPlan;
  prepared: Pick<Prepared, 'capture' | 'journals' | 'journalFile' | 'record'>;
  k6: Omit<K6Options, 'journalFile'>;
  drill: PlannedDrill | undefined;
  /** Whether the page of k6 is served during the load. */
  isLive: boolean;
  signal: AbortSignal;
  onLook: () => void;
}

interface EarlyEnd {
  ended: 'aborted' | 'interrupted';
  /** Why, in words. */
  endedBy: string;
  /** The target no longer responded. */
  hung?: true;
}

/** What a run of k6 left. */
export interface K6Run {
  k6: K6End;
  earlyEnd: EarlyEnd | undefined;
  /** What k6 counted; undefined if it left no summary. */
  iterations: Iterations | undefined;
  /** The steps that were judged. */
  steps: Step[];
  drills: DrillRun[];
}

const lookEveryMs = 200;
/** Even a slow target responds within this share of the timeout. */
const silentShare = 0.5;
const minSilenceMs = 5_000;
/** At a low rate, this many journeys must be due before silence is a hang. */
const arrivalsInSilence = 20;
/** Limit for k6 to end after its last journey. */
const graceSeconds = 60;

/** How long no journey may end before the target hangs. */
const maxSilenceMs = ({ scenarios, timeoutSeconds }: LoadPlan): number => {
  const rates = scenarios.flatMap(({ segments }) => segments.map(({ from, to }) => (from + to) / 2));
  return Math.max(minSilenceMs, silentShare * timeoutSeconds * 1000, (arrivalsInSilence * 1000) / Math.min(...rates));
};

interface StepJudgeOptions {
  plan: Pick<LoadPlan, 'users' | 'timeoutSeconds'>;
  record: Pick<RunRecord, 'traffic' | 'ledger'>;
  objectives: LoadSettings['objectives'];
  cpuBetween: CpuShare;
}

/** Returns a function that judges the next step of a breakpoint run if that step is over. After k6 ended, all is known. */
export const createStepJudge = (
  segments: ScenarioPlan['segments'],
  { plan, record, objectives, cpuBetween }: StepJudgeOptions,
): ((beganMs: number, hasEnded: boolean) => Step | undefined) => {
  const { traffic, ledger } = record;
  const generator = { users: plan.users, cpuBetween };
  const planned = stepsIn(segments);
  return (beganMs, hasEnded) => {
    const [next] = planned;
    if (next === undefined) return undefined;
    const sinceEndMs = Date.now() - beganMs - next.to * 1000;
    if (sinceEndMs < (hasEnded ? 0 : lookEveryMs)) return undefined;
    const step = judgeStep(next, { traffic, ledger, beganMs, objectives, generator });
    const { longestMs } = traffic.occupancy;
    if (!hasEnded && !isJudgeable(step, sinceEndMs, { ...plan, longestMs })) return undefined;
    planned.shift();
    return step;
  };
};

/** Runs k6 to its end, or stops it early, and reads the journals during the run. */
export const runK6 = async (options: K6RunOptions): Promise<K6Run> => {
  const { profile, plan, main, prepared, signal, onLook, drill: plannedDrill } = options;
  const { capture, journals, journalFile } = prepared;
  const { traffic, ledger } = prepared.record;
  const sendingSeconds = main.startSeconds + secondsOf(main.segments);
  const steps: Step[] = [];
  const drills: DrillRun[] = [];
  const beginnings = traffic.beginnings;
  const live = options.isLive ? await serveLivePage() : undefined;
  const running = await startK6({ ...options.k6, ...(live && { livePort: live.k6Port }), journalFile });
  const drilling = new AbortController();
  let earlyEnd: EarlyEnd | undefined;
  const endLoad = (): void => {
    drilling.abort();
    live?.end();
    running.stop();
  };
  const stop = (why: EarlyEnd): void => {
    earlyEnd ??= why;
    endLoad();
  };
  const onInterrupt = (): void => stop({ ended: 'interrupted', endedBy: 'interrupted by the user' });
  signal.addEventListener('abort', onInterrupt);
  if (signal.aborted) onInterrupt();
  const limit = setTimeout(
    () => {
      earlyEnd ??= { ended: 'aborted', endedBy: 'k6 did not end in time' };
      running.kill();
    },
    (sendingSeconds + plan.timeoutSeconds * 3 + graceSeconds) * 1000,
  );

  let drillRun: Promise<void> | undefined;
  const startDrill = ({ kind, seconds }: PlannedDrill): Promise<void> =>
    drill({
      kind,
      seconds,
      capture,
      restart: profile.load.restart,
      environment: hookEnvironment(profile),
      signal: drilling.signal,
    }).then(
      (done) => {
        drills.push(done);
        ledger.drilled(done);
      },
      (error: unknown) => stop({ ended: 'aborted', endedBy: messageOf(error) }),
    );

  const isRestarting = plannedDrill !== undefined && drillOf(plannedDrill.kind).receivers === undefined;
  const findCollapse = watchForCollapse(traffic, maxSilenceMs(plan));
  const stopIfCollapsed = (): void => {
    const collapse = findCollapse(Date.now());
    if (collapse === undefined) return;
    const { message, hung } = collapse;
    stop({ ended: 'aborted', endedBy: message, ...(hung && { hung }) });
  };
  const judgeNextStep = createStepJudge(options.request.shape === 'breakpoint' ? main.segments : [], {
    plan,
    record: prepared.record,
    objectives: profile.load.objectives,
    cpuBetween: running.cpuBetween,
  });
  let hasEnded = false;
  const ended = running.ended.finally(() => {
    hasEnded = true;
  });
  try {
    while (!hasEnded) {
      await Promise.race([ended, delay(lookEveryMs)]);
      await journals.read();
      onLook();
      const beganMs = traffic.beganMs(plan.scenarios[0]?.name ?? main.name);
      if (beganMs === undefined) {
        // no journey ended: either k6 is not ready yet, or the target hangs
        if (traffic.beginnings > beginnings) stopIfCollapsed();
        continue;
      }
      const isSending = Date.now() < beganMs + sendingSeconds * 1000;
      if (!isSending) live?.end();
      else if (!isRestarting) stopIfCollapsed();
      if (plannedDrill && Date.now() >= beganMs + plannedDrill.afterSeconds * 1000) {
        drillRun ??= startDrill(plannedDrill);
      }
      const step = judgeNextStep(beganMs + main.startSeconds * 1000, hasEnded && earlyEnd === undefined);
      if (step !== undefined) steps.push(step);
      // higher rates would only harm a target that did not keep up
      if (step?.stable === false) endLoad();
    }
    const k6 = await ended;
    await drillRun;
    const iterations = existsSync(plan.summaryFile) ? iterationsIn(readFileSync(plan.summaryFile, 'utf8')) : undefined;
    if (iterations === undefined) {
      earlyEnd ??= { ended: 'aborted', endedBy: `k6 ended with exit code ${k6.code ?? 'unknown'} and left no summary` };
    }
    return { k6, earlyEnd, iterations, steps, drills };
  } finally {
    live?.end();
    clearTimeout(limit);
    signal.removeEventListener('abort', onInterrupt);
    drilling.abort();
    running.kill();
  }
};
