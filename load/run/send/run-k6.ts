import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { drillOf } from '../../../core/load-kinds.ts';
import type { Step } from '../../../core/load-result.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { serveLivePage } from '../../k6/live-page.ts';
import { type K6End, type K6Options, type RunningK6, startK6 } from '../../k6/start-k6.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import type { LoadPlan } from '../../plan.ts';
import { type ScenarioPlan, secondsOf } from '../../shapes.ts';
import type { Prepared } from '../prepare/prepare.ts';
import type { LoadRequest, PlannedDrill } from '../prepare/prepare-plan.ts';
import { readEveryMs } from '../record/journals.ts';
import { type EarlyEnd, maxSilenceMs, watchForCollapse } from './collapse.ts';
import { drill, hookEnvironment } from './drills.ts';
import { type Iterations, iterationsIn } from './iterations.ts';
import { createStepJudge } from './steps.ts';

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

/** Limit for k6 to end after its last journey. */
const graceSeconds = 60;

/** A running k6, with everything that may end it before its time. Disposing ends it at once. */
interface Sending extends Disposable, Pick<RunningK6, 'ended' | 'cpuBetween'> {
  readonly earlyEnd: EarlyEnd | undefined;
  /** Aborted when the load is ended before k6 ends by itself. */
  readonly signal: AbortSignal;
  /** Ends the load. Without a reason, the end is by plan. Of several reasons, the first counts. */
  end(why?: EarlyEnd): void;
  /** Disconnects browsers, without which k6 does not end. */
  endLivePage(): void;
}

const startSending = async (options: K6RunOptions, sendingSeconds: number): Promise<Sending> => {
  const { plan, prepared, isLive, signal } = options;
  const live = isLive ? await serveLivePage() : undefined;
  const running = await startK6({
    ...options.k6,
    ...(live && { livePort: live.k6Port }),
    journalFile: prepared.journalFile,
  });
  const ending = new AbortController();
  let earlyEnd: EarlyEnd | undefined;
  const end = (why?: EarlyEnd): void => {
    earlyEnd ??= why;
    ending.abort();
    live?.end();
    running.stop();
  };
  const onInterrupt = (): void => end({ ended: 'interrupted', endedBy: 'interrupted by the user' });
  signal.addEventListener('abort', onInterrupt);
  if (signal.aborted) onInterrupt();
  const onTimeout = (): void => {
    earlyEnd ??= { ended: 'aborted', endedBy: 'k6 did not end in time' };
    running.kill();
  };
  const timer = setTimeout(onTimeout, (sendingSeconds + plan.timeoutSeconds * 3 + graceSeconds) * 1000);
  return {
    ended: running.ended,
    cpuBetween: running.cpuBetween,
    get earlyEnd() {
      return earlyEnd;
    },
    signal: ending.signal,
    end,
    endLivePage: () => live?.end(),
    [Symbol.dispose]() {
      live?.end();
      clearTimeout(timer);
      signal.removeEventListener('abort', onInterrupt);
      ending.abort();
      running.kill();
    },
  };
};

/** Runs the planned drill when it is due. The load ends if the drill fails. */
const createDriller = ({ profile, prepared, drill: planned }: K6RunOptions, sending: Sending) => {
  const drills: DrillRun[] = [];
  let drilling: Promise<void> | undefined;
  const run = async ({ kind, seconds }: PlannedDrill): Promise<void> => {
    try {
      const done = await drill({
        kind,
        seconds,
        capture: prepared.capture,
        restart: profile.load.restart,
        environment: hookEnvironment(profile),
        signal: sending.signal,
      });
      drills.push(done);
      prepared.record.ledger.drilled(done);
    } catch (error) {
      sending.end({ ended: 'aborted', endedBy: messageOf(error) });
    }
  };
  return {
    startIfDue(beganMs: number): void {
      if (planned && Date.now() >= beganMs + planned.afterSeconds * 1000) drilling ??= run(planned);
    },
    /** Resolves with the drills when they are over. */
    async finished(): Promise<DrillRun[]> {
      await drilling;
      return drills;
    },
  };
};

/** Runs k6 to its end, or ends it early, and reads the journals during the run. */
export const runK6 = async (options: K6RunOptions): Promise<K6Run> => {
  const { profile, request, plan, main, prepared, onLook } = options;
  const { journals, record } = prepared;
  const { traffic } = record;
  const { beginnings } = traffic;
  const sendingSeconds = main.startSeconds + secondsOf(main.segments);
  using sending = await startSending(options, sendingSeconds);
  const driller = createDriller(options, sending);
  const findCollapse = watchForCollapse(traffic, maxSilenceMs(plan));
  const endIfCollapsed = (): void => {
    const collapse = findCollapse(Date.now());
    if (collapse !== undefined) sending.end(collapse);
  };
  const isRestarting = options.drill !== undefined && drillOf(options.drill.kind).receivers === undefined;
  const { cpuBetween } = sending;
  const { objectives } = profile.load;
  const segments = request.shape === 'breakpoint' ? main.segments : [];
  const judgeNextStep = createStepJudge(segments, { plan, record, objectives, cpuBetween });
  const steps: Step[] = [];
  let hasEnded = false;
  const ended = sending.ended.finally(() => {
    hasEnded = true;
  });

  while (!hasEnded) {
    await Promise.race([ended, delay(readEveryMs)]);
    await journals.read();
    onLook();
    const beganMs = traffic.beganMs(plan.scenarios[0]?.name ?? main.name);
    if (beganMs === undefined) {
      // no journey ended: either k6 is not ready yet, or the target hangs
      if (traffic.beginnings > beginnings) endIfCollapsed();
      continue;
    }
    const isSending = Date.now() < beganMs + sendingSeconds * 1000;
    if (!isSending) sending.endLivePage();
    else if (!isRestarting) endIfCollapsed();
    driller.startIfDue(beganMs);
    const step = judgeNextStep(beganMs + main.startSeconds * 1000, hasEnded && sending.earlyEnd === undefined);
    if (step !== undefined) steps.push(step);
    // higher rates would only harm a target that did not keep up
    if (step?.stable === false) sending.end();
  }
  const k6 = await ended;
  const drills = await driller.finished();
  const iterations = existsSync(plan.summaryFile) ? iterationsIn(readFileSync(plan.summaryFile, 'utf8')) : undefined;
  const lost: EarlyEnd | undefined = iterations
    ? undefined
    : { ended: 'aborted', endedBy: `k6 ended with exit code ${k6.code ?? 'unknown'} and left no summary` };
  return { k6, earlyEnd: sending.earlyEnd ?? lost, iterations, steps, drills };
};
