import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openClient } from '../../fixtures/client/client.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction.ts';
import { type CaptureHealth, type LoadCapture, startLoadCapture } from '../capture/start-load-capture.ts';
import type { RunFigures } from '../gate/run-figures.ts';
import type { K6 } from '../k6/provide-k6.ts';
import { startK6 } from '../k6/start-k6.ts';
import { createLedger, type Settlement } from '../ledger/ledger.ts';
import { type Timing, wholeCurveMs } from '../ledger/retry-curve.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import { secondsOf } from '../schedule.ts';
import { figuresOf } from './build-figures.ts';
import { configurationOf, machineOf } from './configuration.ts';
import { type DrillKind, type DrillRun, drill } from './drills.ts';
import { type AttemptCounts, readJournals } from './journals.ts';
import { LoadError } from './load-error.ts';
import { companiesUnderLoad, followsWebhooks, type LoadRequest, planOf } from './prepare-plan.ts';
import { probe } from './probe.ts';
import { reconcile } from './reconcile.ts';
import { takeRegistrations } from './registrations.ts';
import { createRuleCounts } from './rule-counts.ts';
import { startSettleServer } from './settle-server.ts';
import { isLastStep, judgeStep } from './steps.ts';
import { createTraffic } from './traffic.ts';

export interface ConductOptions {
  profile: Profile;
  /** Those of the profile. */
  secrets: readonly Secret[];
  isEmbedded: boolean;
  request: LoadRequest;
  runId: string;
  /** Of Selo. */
  version: string;
  /** Folder for the run's files; made when it is missing. */
  folder: string;
  k6: K6;
  /** k6's own outputs. */
  outputs: readonly string[];
  drill?: { kind: DrillKind; afterSeconds: number; seconds: number };
  /** Companies whose receiver refuses everything. */
  dead: readonly string[];
  /** Ends the load early; what is under way is still accounted for. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** How a run stands. */
export interface Progress {
  phase: 'probing' | 'load' | 'draining';
  seconds: number;
  plannedSeconds: number;
  journeys: number;
  errors: number;
  /** Due notifications and those that were taken. */
  notifications: { due: number; taken: number };
}

/** What a run found, and what its files hold beside the figures. */
export interface Conducted {
  figures: RunFigures;
  /** Those of the profile and those that the run made. */
  secrets: Secret[];
  /** What could not be put back, in words. */
  troubles: string[];
}

const script = fileURLToPath(new URL('../scripts/load.ts', import.meta.url));
const lookEveryMs = 200;
const timeoutSeconds = 5;
const refuseTimes = 2;
/** The wait after the last notification, for one that comes twice. */
const quietMs = 1_000;
const shortestDrainSeconds = 10;
const longestUsualDrainSeconds = 60;
/** k6 itself must end some time, whatever it hangs on. */
const graceSeconds = 60;
/** Of the latest journeys, beyond which a target counts as collapsed. */
const collapse = { journeys: 50, errorShare: 0.5, looks: 10 };

const noCapture: CaptureHealth = {
  processes: 0,
  received: 0,
  overloaded: 0,
  turnedAway: 0,
  unreadable: 0,
  loopDelayP99Ms: 0,
  memoryMiB: 0,
};

const timingOf = ({ timeScale, tolerances, load }: Profile): Timing => ({
  timeScale,
  dispatchMs: (load.dispatchSeconds ?? tolerances.dispatchSeconds) * timeScale * 1000 + tolerances.slackMs,
  timeoutMs: timeoutSeconds * timeScale * 1000,
});

const drainSecondsOf = ({ load }: Profile, timing: Timing): number =>
  load.drainSeconds ??
  Math.max(
    shortestDrainSeconds,
    (timing.dispatchMs * (refuseTimes + 1)) / 1000,
    Math.min(longestUsualDrainSeconds, wholeCurveMs(timing) / 1000),
  );

/** What k6 counted; undefined when it wrote no summary. */
const iterationsIn = (summaryFile: string): { counted: number; dropped: number } | undefined => {
  if (!existsSync(summaryFile)) return undefined;
  const { metrics } = JSON.parse(readFileSync(summaryFile, 'utf8')) as {
    metrics: Record<string, { values: Record<string, number> } | undefined>;
  };
  const countOf = (name: string): number => metrics[name]?.values.count ?? 0;
  return { counted: countOf('iterations'), dropped: countOf('dropped_iterations') };
};

/**
 * Puts a target under load, follows its notifications, and gathers the figures. Everything that it starts ends with it,
 * and registrations are given back. Rejects with `LoadError` when the run cannot begin.
 */
export const conduct = async (options: ConductOptions): Promise<Conducted> => {
  const { profile, request, runId, folder, k6, outputs, dead, signal, onProgress } = options;
  const timing = timingOf(profile);
  const drainSeconds = drainSecondsOf(profile, timing);
  const companies = companiesUnderLoad(profile);
  const isFollowed = followsWebhooks(request.script);
  mkdirSync(folder, { recursive: true });

  const ledger = createLedger(timing);
  const traffic = createTraffic();
  const rules = createRuleCounts();
  const attempts: AttemptCounts = { all: new Map(), retries: new Map() };
  const readBack: Parameters<typeof readJournals>[1]['readBack'] = { judged: 0, wrong: 0, examples: [] };
  const drills: DrillRun[] = [];
  const steps: RunFigures['steps'] = [];
  const troubles: string[] = [];
  const secrets: Secret[] = [...options.secrets];
  let settlement: Settlement | undefined;
  let captureHealth = noCapture;

  const resources = new AsyncDisposableStack();
  try {
    const client = resources.use(
      openClient({
        baseUrl: profile.baseUrl,
        concurrency: profile.limits.concurrency,
        ...(profile.limits.requestsPerSecond ? { requestsPerSecond: profile.limits.requestsPerSecond } : {}),
        timeoutSeconds: profile.limits.timeoutSeconds,
        redact: redactionOf(options.secrets),
        onExchange: () => {},
      }),
    );
    const capture: LoadCapture | undefined = isFollowed
      ? resources.use(
          await startLoadCapture({
            folder,
            processes: profile.load.captureProcesses,
            companies: companies.map(({ name }) => name),
            refuseEvery: profile.load.refuseEvery,
            refuseTimes,
            dead,
            sampleEvery: profile.load.sampleEvery,
            ...(profile.capture?.host === undefined ? {} : { host: profile.capture.host }),
            ...(profile.capture?.port === undefined ? {} : { port: profile.capture.port }),
            ...(profile.capture?.publicUrl === undefined ? {} : { publicUrl: profile.capture.publicUrl }),
          }),
        )
      : undefined;
    if (capture) {
      const registrations = await takeRegistrations(
        client,
        profile,
        companies.map((company) => ({ company, url: capture.urlOf(company.name) })),
      );
      secrets.push(...registrations.secrets);
      resources.defer(async () => {
        await registrations[Symbol.asyncDispose]();
        troubles.push(...registrations.troubles);
      });
    }

    const journalFile = join(folder, 'journeys.jsonl');
    const journals = resources.use(
      readJournals([journalFile, ...(capture?.journals ?? [])], { ledger, traffic, rules, attempts, readBack }),
    );
    const drilling = new AbortController();
    let drillEnded: Promise<void> = Promise.resolve();

    const drain = async (): Promise<void> => {
      await drillEnded;
      const untilMs = Date.now() + drainSeconds * 1000;
      const isCounted = (company: string): boolean =>
        !dead.includes(company) || wholeCurveMs(timing) <= drainSeconds * 1000;
      for (;;) {
        if (capture) captureHealth = await capture.health();
        await journals.read();
        const openUntil = ledger.openUntil(Date.now(), isCounted);
        if (openUntil === undefined || Date.now() >= untilMs) break;
        report('draining');
        await delay(Math.min(lookEveryMs, Math.max(1, untilMs - Date.now())));
      }
      await delay(quietMs);
      if (capture) captureHealth = await capture.health();
      await journals.read();
    };

    const settle = async (): Promise<Settlement> => {
      await drain();
      const prefix = `selo-${runId}-`;
      traffic.orders.ambiguousFound += await reconcile({ client, profile, ledger, prefix });
      settlement = ledger.settle(Date.now());
      return settlement;
    };
    let settling: Promise<Settlement> | undefined;
    const settleOnce = (): Promise<Settlement> => {
      settling ??= settle();
      return settling;
    };
    const settleServer = resources.use(await startSettleServer(settleOnce));

    const summaryFile = join(folder, 'k6-summary.json');
    const plan = planOf(profile, request, {
      runId,
      summaryFile,
      settle: {
        url: settleServer.url,
        seconds: Math.ceil(drainSeconds + (options.drill?.seconds ?? 0)) + graceSeconds,
      },
    });
    const [, main] = plan.scenarios;
    if (main === undefined) throw new Error('the plan measures nothing');
    const loadSeconds = main.startSeconds + secondsOf(main.segments);
    const startedAt = new Date();

    function report(phase: Progress['phase']): void {
      const { due, once, duplicated } = ledger.settle(Date.now()).conservation;
      onProgress({
        phase,
        seconds: traffic.startedMs === undefined ? 0 : (Date.now() - traffic.startedMs) / 1000,
        plannedSeconds: loadSeconds,
        journeys: traffic.journeys,
        errors: traffic.errors,
        notifications: { due, taken: once + duplicated },
      });
    }

    report('probing');
    const probed = new Set<string>();
    for (const [index, company] of companies.entries()) {
      const flows = plan.companies[index]?.flows ?? { completed: 0, onHold: 0 };
      await probe({
        client,
        profile,
        company,
        flows,
        runId,
        url: capture && !dead.includes(company.name) ? capture.urlOf(company.name) : undefined,
        phone: phoneAt(profile.phonePattern, phonesOf(profile.phonePattern) - 1 - index - (request.seed % 1_000_000)),
        async read() {
          await capture?.health();
          await journals.read();
          ledger.eachDelivery((_, { id }) => probed.add(id));
        },
        onOrder: (name, order) => ledger.order(name, order),
        hasArrived: (id) => probed.has(id),
        patienceMs: timing.dispatchMs,
      });
    }

    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan, null, 2));
    const running = await startK6({
      k6,
      script,
      journalFile,
      outputs,
      flags: [],
      dashboardFile: join(folder, 'k6-dashboard.html'),
      environment: {
        SELO_LOAD_PLAN: join(folder, 'plan.json'),
        [profile.accessHeader.value.env]: profile.accessHeader.value.value,
        ...Object.fromEntries(companies.map(({ token }) => [token.env, token.value])),
      },
    });
    let stoppedBy: { ended: 'aborted' | 'interrupted'; endedBy: string } | undefined;
    const stop = (ended: 'aborted' | 'interrupted', endedBy: string): void => {
      if (stoppedBy !== undefined) return;
      stoppedBy = { ended, endedBy };
      drilling.abort();
      running.stop();
    };
    const onInterrupt = (): void => stop('interrupted', 'interrupted by its user');
    signal.addEventListener('abort', onInterrupt);
    if (signal.aborted) onInterrupt();
    const longestMs = (loadSeconds + plan.timeoutSeconds * 3 + (plan.settle?.seconds ?? 0) + graceSeconds) * 1000;
    const hung = setTimeout(() => {
      stoppedBy ??= { ended: 'aborted', endedBy: 'k6 did not end in time' };
      running.kill();
    }, longestMs);

    let hasEnded = false;
    const ended = running.ended.finally(() => {
      hasEnded = true;
    });
    const looks: { journeys: number; errors: number }[] = [];
    const watchForCollapse = (): void => {
      looks.push({ journeys: traffic.journeys, errors: traffic.errors });
      const [oldest] = looks.slice(-collapse.looks);
      if (oldest === undefined) return;
      const journeys = traffic.journeys - oldest.journeys;
      const errors = traffic.errors - oldest.errors;
      if (errors >= collapse.journeys && errors > journeys * collapse.errorShare) {
        stop('aborted', `the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys`);
      }
    };
    let isDrilled = options.drill === undefined;

    while (!hasEnded) {
      await Promise.race([ended, delay(lookEveryMs)]);
      await journals.read();
      if (settling !== undefined) continue;
      report('load');
      const beganMs = traffic.startedMs;
      if (beganMs === undefined) continue;
      if (options.drill?.kind !== 'restart') watchForCollapse();
      if (!isDrilled && options.drill && Date.now() >= beganMs + options.drill.afterSeconds * 1000) {
        isDrilled = true;
        const { kind, seconds } = options.drill;
        drillEnded = drill({ kind, seconds, capture, restart: profile.load.restart, signal: drilling.signal }).then(
          (done) => {
            drills.push(done);
            if (kind === 'gone' || kind === 'restart') ledger.blackout(done);
          },
          (error: unknown) => {
            stop('aborted', error instanceof Error ? error.message : String(error));
          },
        );
      }
      const mainMs = beganMs + main.startSeconds * 1000;
      const nextStep = main.segments[steps.length];
      const endOfStepMs = mainMs + secondsOf(main.segments.slice(0, steps.length + 1)) * 1000;
      if (request.shape === 'breakpoint' && nextStep !== undefined && Date.now() >= endOfStepMs + lookEveryMs) {
        const step = judgeStep(steps.length, {
          traffic,
          ledger,
          segments: main.segments,
          beganMs: mainMs,
          latencyLimitMs: profile.load.objectives.latency?.['POST /orders']?.p95,
        });
        steps.push(step);
        if (!step.stable && !isLastStep(steps.length - 1)) {
          // going on would only hurt the target: the rate that it stands is known
          drilling.abort();
          running.stop();
        }
      }
    }
    clearTimeout(hung);
    signal.removeEventListener('abort', onInterrupt);
    const k6End = await ended;
    drilling.abort();
    const settled = await settleOnce();
    const iterations = iterationsIn(summaryFile);
    if (iterations === undefined && stoppedBy === undefined) {
      stoppedBy = {
        ended: 'aborted',
        endedBy: `k6 ended with exit code ${k6End.code ?? 'unknown'} and left no summary`,
      };
    }
    if (traffic.journeys === 0 && k6End.errors.length > 0) {
      throw new LoadError(`k6 sent nothing. It said:\n  ${k6End.errors.slice(0, 3).join('\n  ')}`);
    }
    const beganMs = (traffic.startedMs ?? startedAt.getTime()) + main.startSeconds * 1000;
    const figures = figuresOf({
      run: {
        id: runId,
        startedAt: startedAt.toISOString(),
        script: request.script,
        shape: request.shape,
        seed: request.seed,
        ...(stoppedBy ?? { ended: 'complete' }),
        selo: options.version,
        k6: k6.version,
        node: process.versions.node,
        machine: machineOf(),
        configuration: configurationOf(plan, profile),
      },
      target: {
        name: profile.name,
        baseUrl: profile.baseUrl,
        isEmbedded: options.isEmbedded,
        timeScale: profile.timeScale,
      },
      plan: {
        rate: request.rate,
        seconds: request.seconds,
        arrivals: request.jitter ? 'jittered' : 'even',
        companies: plan.companies.map(({ name }) => name),
        weights: Object.fromEntries(Object.entries(plan.weights)),
        sampleEvery: plan.sampleEvery,
        refuseEvery: profile.load.refuseEvery,
      },
      ledger,
      settlement: settled,
      traffic,
      attempts,
      rules: rules.list(),
      readBack,
      k6: k6End,
      iterations,
      captureHealth,
      drills,
      steps,
      dead,
      plateau:
        request.shape === 'breakpoint' || request.shape === 'spike'
          ? undefined
          : { fromMs: beganMs, toMs: beganMs + secondsOf(main.segments) * 1000 },
    });
    await resources.disposeAsync();
    return { figures, secrets, troubles };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
