import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { RunFigures } from '../gate/run-figures.ts';
import type { K6 } from '../k6/provide-k6.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import type { LoadPlan } from '../plan.ts';
import { secondsOf } from '../schedule.ts';
import { figuresOf } from './build-figures.ts';
import { configurationOf, machineOf } from './configuration.ts';
import { drive, type PlannedDrill } from './drive.ts';
import { LoadError } from './load-error.ts';
import { drainSecondsOf, timingOf } from './patience.ts';
import { companiesUnderLoad, type LoadRequest, planOf } from './prepare-plan.ts';
import { probe } from './probe.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { startSettleServer } from './settle-server.ts';
import { createSettling } from './settling.ts';
import { openStage, type Stage } from './stage.ts';

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
  drill?: PlannedDrill;
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
/** Beyond the drain, for the ledger's questions to the target. */
const settleGraceSeconds = 60;
/** Phones of the probes are spread over the last of them, so that runs do not meet there. */
const probePhones = 1_000_000;

const probeAll = async (
  { profile, request, runId, dead }: ConductOptions,
  plan: LoadPlan,
  stage: Stage,
  { ledger }: RunRecord,
): Promise<void> => {
  const { client, capture, journals } = stage;
  const { phonePattern } = profile;
  const notified = new Set<string>();
  for (const [index, company] of companiesUnderLoad(profile).entries()) {
    await probe({
      client,
      profile,
      company,
      flows: plan.companies[index]?.flows ?? { completed: 0, onHold: 0 },
      runId,
      url: capture && !dead.includes(company.name) ? capture.urlOf(company.name) : undefined,
      phone: phoneAt(phonePattern, phonesOf(phonePattern) - 1 - index - (request.seed % probePhones)),
      async read() {
        await capture?.health();
        await journals.read();
        ledger.eachDelivery((_, { id }) => notified.add(id));
      },
      onOrder: (name, order) => ledger.order(name, order),
      hasArrived: (id) => notified.has(id),
      patienceMs: timingOf(profile).dispatchMs,
    });
  }
};

/**
 * Puts a target under load, follows its notifications, and gathers the figures. Everything that it starts ends with it,
 * and registrations are given back. Rejects with `LoadError` when the run cannot begin.
 */
export const conduct = async (options: ConductOptions): Promise<Conducted> => {
  const { profile, request, runId, folder, k6, dead, signal, onProgress } = options;
  const { accessHeader } = profile;
  const timing = timingOf(profile);
  const drainSeconds = drainSecondsOf(profile, timing);
  const record = createRunRecord(timing);
  const { ledger, traffic } = record;
  const resources = new AsyncDisposableStack();
  try {
    const stage = resources.use(await openStage(options, record));
    let drilled: Promise<void> = Promise.resolve();
    let plannedSeconds = 0;
    const report = (phase: Progress['phase']): void => {
      const seconds = traffic.startedMs === undefined ? 0 : (Date.now() - traffic.startedMs) / 1000;
      const { journeys, errors } = traffic;
      onProgress({ phase, seconds, plannedSeconds, journeys, errors, notifications: ledger.progress() });
    };
    const settling = createSettling({
      profile,
      stage,
      record,
      timing,
      drainSeconds,
      dead,
      prefix: `selo-${runId}-`,
      drilled: () => drilled,
      onWait: () => report('draining'),
    });
    const settleServer = resources.use(await startSettleServer(async () => (await settling.settle()).settlement));
    const plan = planOf(profile, request, {
      runId,
      summaryFile: join(folder, 'k6-summary.json'),
      settle: {
        url: settleServer.url,
        seconds: Math.ceil(drainSeconds + (options.drill?.seconds ?? 0)) + settleGraceSeconds,
      },
    });
    const main = plan.scenarios.at(-1);
    if (main === undefined) throw new Error('the plan measures nothing');
    plannedSeconds = main.startSeconds + secondsOf(main.segments);
    const startedAt = new Date();

    report('probing');
    await probeAll(options, plan, stage, record);
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan, null, 2));
    const driven = await drive({
      profile,
      request,
      plan,
      main,
      stage,
      record,
      settling,
      k6: {
        k6,
        script,
        outputs: options.outputs,
        flags: [],
        dashboardFile: join(folder, 'k6-dashboard.html'),
        environment: {
          SELO_LOAD_PLAN: planFile,
          [accessHeader.value.env]: accessHeader.value.value,
          ...Object.fromEntries(companiesUnderLoad(profile).map(({ token }) => [token.env, token.value])),
        },
      },
      drill: options.drill,
      onDrill: (held) => {
        drilled = held;
      },
      signal,
      onLook: () => report('load'),
    });
    if (traffic.journeys === 0 && driven.k6.errors.length > 0) {
      throw new LoadError(`k6 sent nothing. It said:\n  ${driven.k6.errors.slice(0, 3).join('\n  ')}`);
    }
    const { settlement, captureHealth } = await settling.settle();
    const plateauMs = (traffic.startedMs ?? startedAt.getTime()) + main.startSeconds * 1000;
    const figures = figuresOf({
      run: {
        id: runId,
        startedAt: startedAt.toISOString(),
        script: request.script,
        shape: request.shape,
        seed: request.seed,
        ...(driven.broken ?? { ended: 'complete' }),
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
      record,
      settlement,
      k6: driven.k6,
      iterations: driven.iterations,
      captureHealth,
      dead,
      // a shape whose rate changes has a backlog that follows it
      plateau: ['breakpoint', 'spike'].includes(request.shape)
        ? undefined
        : { fromMs: plateauMs, toMs: plateauMs + secondsOf(main.segments) * 1000 },
    });
    await resources.disposeAsync();
    return { figures, secrets: [...options.secrets, ...stage.secrets], troubles: stage.troubles };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
