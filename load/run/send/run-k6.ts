import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { drillOf } from '../../../core/load-kinds.ts';
import type { Step } from '../../../core/load-result.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { serveLivePage } from '../../k6/live-page.ts';
import { type K6End, type K6Options, startK6 } from '../../k6/start-k6.ts';
import type { LoadPlan } from '../../plan.ts';
import type { ScenarioPlan } from '../../shapes.ts';
import { secondsOf } from '../../shapes.ts';
import type { Prepared } from '../prepare/prepare.ts';
import type { LoadRequest, PlannedDrill } from '../prepare/prepare-plan.ts';
import type { Traffic } from '../record/traffic.ts';
import { type DrillRun, drill, hookEnvironment } from './drills.ts';
import { type Iterations, iterationsIn } from './iterations.ts';
import { isJudgeable, judgeStep, stepsIn } from './steps.ts';

/** Looks back over, and calls it a collapse beyond, this many failed requests and such a share of the journeys. */
const looksBack = 10;
const fewestErrors = 50;
const errorShare = 0.5;
/** Of the journeys: with more of them turned away, what is left is no load. */
const limitedShare = 0.9;

/** Why a run goes on no further, in words. */
interface Collapse {
  message: string;
  /** Nothing was answered any more. */
  hung?: true;
}

interface Look {
  atMs: number;
  journeys: number;
  errors: number;
  limited: number;
}

/**
 * Shows, look by look, why going on would show nothing of the target: it fails most requests, turns nearly all away with
 * 429, or has answered nothing for `silentMs` although journeys are due. Undefined while it stands.
 */
export const watchForCollapse = (traffic: Traffic, silentMs: number): ((nowMs: number) => Collapse | undefined) => {
  const looks: Look[] = [];
  let lastMs: number | undefined;
  let seen = -1;
  return (nowMs) => {
    const { journeys: ended, errors: failed, limited: turnedAway } = traffic;
    looks.push({ atMs: nowMs, journeys: ended, errors: failed, limited: turnedAway });
    if (looks.length > looksBack) looks.shift();
    if (ended !== seen) lastMs = nowMs;
    seen = ended;
    const [first] = looks;
    const journeys = ended - (first?.journeys ?? 0);
    const errors = failed - (first?.errors ?? 0);
    const limited = turnedAway - (first?.limited ?? 0);
    if (errors >= fewestErrors && errors >= journeys * errorShare) {
      return { message: `the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys` };
    }
    if (limited >= fewestErrors && limited >= journeys * limitedShare) {
      return {
        message: `the target limits the rate: ${limited} of the latest requests were answered 429, in ${journeys} journeys`,
      };
    }
    const quietMs = nowMs - (lastMs ?? nowMs);
    if (quietMs < silentMs) return undefined;
    return { message: `the target hangs: no journey ended for ${Math.round(quietMs / 1000)} s`, hung: true };
  };
};

export interface K6RunOptions {
  profile: Profile;
  request: LoadRequest;
  plan: LoadPlan;
  /** The scenario that is measured. */
  main: ScenarioPlan;
  prepared: Pick<Prepared, 'capture' | 'journals' | 'journalFile' | 'record'>;
  k6: Omit<K6Options, 'journalFile'>;
  drill: PlannedDrill | undefined;
  /** Whether k6's own page is served during the load. */
  isLive: boolean;
  signal: AbortSignal;
  onLook: () => void;
}

/** How the load came to its end. */
export interface K6Run {
  k6: K6End;
  /** Why it ended before its time. */
  broken: { ended: 'aborted' | 'interrupted'; endedBy: string; hung?: true } | undefined;
  /** What k6 counted; undefined when it left no summary. */
  iterations: Iterations | undefined;
  /** Rates that were tried, as far as they are judged. */
  steps: Step[];
  drills: DrillRun[];
}

const lookEveryMs = 200;
/** A target that is slow answers within this share of the time that an answer may take. */
const silentShare = 0.5;
const shortestSilenceMs = 5_000;
/** This many journeys are due in a silence, where few come at all. */
const arrivalsInSilence = 20;
/** k6 itself must end some time, whatever it hangs on. */
const graceSeconds = 60;

/** Runs k6 to its end, or to where it must be stopped, and reads the journals meanwhile. */
export const runK6 = async (options: K6RunOptions): Promise<K6Run> => {
  const { profile, request, plan, main, prepared, signal, onLook } = options;
  const { capture, journals, journalFile } = prepared;
  const { traffic, ledger } = prepared.record;
  const steps: Step[] = [];
  const drills: DrillRun[] = [];
  const beginnings = traffic.beginnings;
  const live = options.isLive ? await serveLivePage() : undefined;
  const running = await startK6({
    ...options.k6,
    ...(live && { livePort: live.k6Port }),
    journalFile,
  });
  const drilling = new AbortController();
  let broken: K6Run['broken'];
  const stop = (ended: 'aborted' | 'interrupted', endedBy: string, hung?: true): void => {
    broken ??= { ended, endedBy, ...(hung && { hung }) };
    drilling.abort();
    live?.end();
    running.stop();
  };
  const onInterrupt = (): void => stop('interrupted', 'interrupted by the user');
  signal.addEventListener('abort', onInterrupt);
  if (signal.aborted) onInterrupt();
  const plannedSeconds = main.startSeconds + secondsOf(main.segments) + plan.timeoutSeconds * 3;
  const hung = setTimeout(
    () => {
      broken ??= { ended: 'aborted', endedBy: 'k6 did not end in time' };
      running.kill();
    },
    (plannedSeconds + graceSeconds) * 1000,
  );

  const isRestarting = options.drill !== undefined && drillOf(options.drill.kind).receivers === undefined;
  let isDrillDue = options.drill !== undefined;
  let held: Promise<void> = Promise.resolve();
  const holdDrill = ({ kind, seconds }: PlannedDrill): void => {
    isDrillDue = false;
    held = drill({
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
      (error: unknown) => stop('aborted', messageOf(error)),
    );
  };

  /** Past the rate that the target stands, going on would only hurt it. */
  const judgeEndedStep = (mainMs: number): void => {
    if (request.shape !== 'breakpoint' || steps.length === main.segments.length) return;
    const endMs = mainMs + secondsOf(main.segments.slice(0, steps.length + 1)) * 1000;
    const { segments } = main;
    const { objectives } = profile.load;
    if (Date.now() < endMs + lookEveryMs) return;
    const generator = { users: plan.users, cpuBetween: running.cpuBetween };
    const [planned] = stepsIn(segments).slice(steps.length);
    if (planned === undefined) return;
    const step = judgeStep(planned, { traffic, ledger, beganMs: mainMs, objectives, generator });
    if (!isJudgeable(step, Date.now() - endMs, { ...plan, longestMs: traffic.occupancy.longestMs })) return;
    steps.push(step);
    if (step.stable !== false) return;
    drilling.abort();
    live?.end();
    running.stop();
  };

  const lowestRate = Math.min(
    ...plan.scenarios.flatMap(({ segments }) => segments.map(({ from, to }) => (from + to) / 2)),
  );
  const collapsed = watchForCollapse(
    traffic,
    Math.max(shortestSilenceMs, silentShare * plan.timeoutSeconds * 1000, (arrivalsInSilence * 1000) / lowestRate),
  );
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
        // a target that hangs from the start leaves no journey, and neither does a k6 that is not ready yet
        const hangs = traffic.beginnings > beginnings ? collapsed(Date.now()) : undefined;
        if (hangs !== undefined) stop('aborted', hangs.message, hangs.hung);
        continue;
      }
      const isSending = Date.now() < beganMs + (main.startSeconds + secondsOf(main.segments)) * 1000;
      if (!isSending) live?.end();
      const collapse = isRestarting || !isSending ? undefined : collapsed(Date.now());
      if (collapse !== undefined) stop('aborted', collapse.message, collapse.hung);
      if (isDrillDue && options.drill && Date.now() >= beganMs + options.drill.afterSeconds * 1000) {
        holdDrill(options.drill);
      }
      judgeEndedStep(beganMs + main.startSeconds * 1000);
    }
    const k6 = await ended;
    await held;
    const iterations = existsSync(plan.summaryFile) ? iterationsIn(readFileSync(plan.summaryFile, 'utf8')) : undefined;
    if (iterations === undefined) {
      broken ??= { ended: 'aborted', endedBy: `k6 ended with exit code ${k6.code ?? 'unknown'} and left no summary` };
    }
    return { k6, broken, iterations, steps, drills };
  } finally {
    live?.end();
    clearTimeout(hung);
    signal.removeEventListener('abort', onInterrupt);
    drilling.abort();
    running.kill();
  }
};
