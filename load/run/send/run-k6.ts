import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type DrillKind, drillOf } from '../../../core/load-kinds.ts';
import type { Step } from '../../../core/load-result.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { LoadSettings } from '../../../fixtures/profile/schema.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import type { LoadCapture } from '../../capture/start-load-capture.ts';
import { serveLivePage } from '../../k6/live-page.ts';
import { type K6End, type K6Options, type RunningK6, startK6 } from '../../k6/start-k6.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import type { LoadPlan } from '../../plan.ts';
import { type ScenarioPlan, secondsOf } from '../../shapes.ts';
import { LoadError } from '../load-error.ts';
import type { Prepared } from '../prepare/prepare.ts';
import type { LoadRequest, PlannedDrill } from '../prepare/prepare-plan.ts';
import { readEveryMs } from '../record/journals.ts';
import type { Traffic } from '../record/traffic.ts';
import { createStepJudge, type Iterations, iterationsIn } from './steps.ts';

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

/** Why a run did not come to its end. */
interface EarlyEnd {
  ended: 'aborted' | 'interrupted';
  /** The reason, in words. */
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

/** Only what happened during this many looks counts. */
const looksBack = 10;
/** A target collapsed if at least this many requests failed, and as many as this share of the journeys. */
const minErrors = 50;
const errorShare = 0.5;
/** If a larger share of the journeys is answered 429, the rest is no load. */
const limitedShare = 0.9;

/** Even a slow target responds within this share of the timeout. */
const silentShare = 0.5;
const minSilenceMs = 5_000;
/** At a low rate, this many journeys must be due before silence is a hang. */
const arrivalsInSilence = 20;

/** How long no journey may end before the target hangs. */
const maxSilenceMs = ({ scenarios, timeoutSeconds }: Pick<LoadPlan, 'scenarios' | 'timeoutSeconds'>): number => {
  const rates = scenarios.flatMap(({ segments }) => segments.map(({ from, to }) => (from + to) / 2));
  return Math.max(minSilenceMs, silentShare * timeoutSeconds * 1000, (arrivalsInSilence * 1000) / Math.min(...rates));
};

/**
 * Returns a function to call at each look, which reports why the run must stop: most requests fail, nearly all are answered
 * 429, or no journey ended for `silentMs`. It returns undefined as long as there is no reason.
 */
export const watchForCollapse = (traffic: Traffic, silentMs: number): ((nowMs: number) => EarlyEnd | undefined) => {
  const looks: Pick<Traffic, 'journeys' | 'errors' | 'limited'>[] = [];
  let lastMs = 0;
  return (nowMs) => {
    const { journeys: ended, errors: failed, limited: turnedAway } = traffic;
    if (ended !== looks.at(-1)?.journeys) lastMs = nowMs;
    looks.push({ journeys: ended, errors: failed, limited: turnedAway });
    if (looks.length > looksBack) looks.shift();
    const [first] = looks;
    const journeys = ended - (first?.journeys ?? 0);
    const errors = failed - (first?.errors ?? 0);
    const limited = turnedAway - (first?.limited ?? 0);
    const abort = (endedBy: string): EarlyEnd => ({ ended: 'aborted', endedBy });
    if (errors >= minErrors && errors >= journeys * errorShare) {
      return abort(`the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys`);
    }
    if (limited >= minErrors && limited >= journeys * limitedShare) {
      return abort(
        `the target limits the rate: ${limited} of the latest requests were answered 429, in ${journeys} journeys`,
      );
    }
    const quietMs = nowMs - lastMs;
    if (quietMs < silentMs) return undefined;
    return { ...abort(`the target hangs: no journey ended for ${Math.round(quietMs / 1000)} s`), hung: true };
  };
};

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

/** The variables of all secrets of a profile. */
const secretNames = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return 'env' in part && typeof part.env === 'string' && 'value' in part
    ? [part.env]
    : Object.values(part).flatMap(secretNames);
};

/** What a hook inherits: the environment of the user, which it may need, without the secrets of the profile. */
export const hookEnvironment = (profile: Profile, environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const secrets = new Set(secretNames(profile));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name)));
};

interface DrillOptions {
  kind: DrillKind;
  seconds: number;
  capture: LoadCapture | undefined;
  restart: LoadSettings['restart'];
  /** Of the hooks. */
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

type Hook = NonNullable<LoadSettings['restart']>['kill'];

const hookSeconds = 120;

/** Why a hook failed, in words; undefined if it did not. */
const failureOf = async ({ command, args }: Hook, env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  // no pipes: what a hook leaves running, such as the target, would keep them open
  const child = spawn(command, args, { env, stdio: 'ignore', timeout: hookSeconds * 1000 });
  try {
    const [code, signal]: unknown[] = await once(child, 'exit');
    if (code === 0) return undefined;
    return typeof code === 'number' ? `exit code ${code}` : `ended by ${signal}, after at most ${hookSeconds} s`;
  } catch (error) {
    return messageOf(error);
  }
};

const runHook = async (hook: Hook, what: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const failure = await failureOf(hook, env);
  if (failure === undefined) return;
  throw new LoadError(
    `The hook to ${what} the target failed: ${[hook.command, ...hook.args].join(' ')}: ${failure}. Check load.restart.${what} in the profile.`,
  );
};

/** Lets the receivers or the target fail for some seconds. Rejects with `LoadError` if a hook fails. */
export const drill = async ({
  kind,
  seconds,
  capture,
  restart,
  environment,
  signal,
}: DrillOptions): Promise<DrillRun> => {
  const fromMs = Date.now();
  const wait = (): Promise<void> => delay(seconds * 1000, undefined, { signal }).catch(() => {});
  const { receivers } = drillOf(kind);
  if (receivers === undefined) {
    if (restart === undefined)
      throw new LoadError('The restart drill needs load.restart in the profile. Add it, or choose another drill.');
    await runHook(restart.kill, 'kill', environment);
    await wait();
    await runHook(restart.start, 'start', environment);
  } else {
    await capture?.behave(receivers);
    await wait();
    await capture?.behave('acknowledge');
  }
  return { kind, fromMs, toMs: Date.now() };
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
