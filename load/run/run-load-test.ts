import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import type { RunFigures } from '../gate/run-figures.ts';
import { isLiveOutput } from '../k6/live-page.ts';
import type { K6 } from '../k6/look-for-k6.ts';
import { tlsEnvironment } from '../k6/tls-environment.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import type { LoadPlan, ScenarioPlan } from '../plan.ts';
import { secondsOf } from '../schedule.ts';
import { figuresOf } from './figures/build-figures.ts';
import { createRunRecord, type RunRecord } from './figures/run-record.ts';
import { sendCounts } from './figures/send-counts.ts';
import { sentOrdersIn } from './figures/sent-orders.ts';
import { drainSecondsOf, timingOf } from './figures/timing.ts';
import { LoadError } from './load-error.ts';
import { configurationOf, machineOf } from './prepare/configuration.ts';
import { loadScript, writeEntry } from './prepare/own-script.ts';
import { companiesUnderLoad, type LoadRequest, planOf } from './prepare/prepare-plan.ts';
import { probe } from './prepare/probe.ts';
import { noObservations, type RunObservations, recordObservations } from './prepare/run-observations.ts';
import { type RunSheet, sheetVersion, writeRunSheet } from './prepare/run-sheet.ts';
import { openStage, type Stage } from './prepare/stage.ts';
import { followRemoteGenerators, type Generators } from './send/follow-remote-generators.ts';
import { dashboardFile, planFile, summaryFile } from './send/run-files.ts';
import { type K6Run, type PlannedDrill, runK6 } from './send/run-k6.ts';
import { search } from './send/search.ts';
import { judgeSteps } from './send/steps.ts';
import { settle } from './settle/settling.ts';

/** Who sends the load: k6 here, with its own outputs, or generators that others start. */
export type LoadSource = { k6: K6; outputs: readonly string[] } | { generators: Generators };

export interface LoadTestOptions {
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
  source: LoadSource;
  drill?: PlannedDrill;
  /** Companies whose receiver refuses everything. */
  failingReceivers: readonly string[];
  /** Ends the load early; what is under way is still accounted for. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** How a run stands. */
export interface Progress {
  phase: 'probing' | 'waiting' | 'load' | 'draining';
  seconds: number;
  plannedSeconds: number;
  journeys: number;
  errors: number;
  /** Due notifications and those that were acknowledged. */
  notifications: { due: number; delivered: number };
}

/** What a run found, and what its files hold beside the figures. */
export interface LoadTest {
  figures: RunFigures;
  /** Those of the profile and those that the run made. */
  secrets: Secret[];
  /** Gives registrations back and ends what was started; resolves with what could not be put back, in words. */
  cleanUp(): Promise<string[]>;
}

/** For generators elsewhere: until they begin, and beyond the plan until they have ended. */
const remoteGraceSeconds = 300;
/** Phones of the probes are spread over the last of them, so that runs do not meet there. */
const probePhones = 1_000_000;

const probeAll = async (
  { profile, request, runId, failingReceivers }: LoadTestOptions,
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
      url: capture && !failingReceivers.includes(company.name) ? capture.urlOf(company.name) : undefined,
      phone: phoneAt(phonePattern, phonesOf(phonePattern) - 1 - index - (request.seed % probePhones)),
      async read() {
        await capture?.health();
        await journals.read();
        ledger.eachDelivery((_, { id }) => notified.add(id));
      },
      onOrder: (name, order) => ledger.order(name, order),
      hasArrived: (id) => notified.has(id),
      timeoutMs: timingOf(profile).dispatchMs,
    });
  }
};

/** What the run is, before it is known how it ends. */
const beginningOf = (
  { profile, request, runId, version, isEmbedded, source, drill, failingReceivers }: LoadTestOptions,
  plan: LoadPlan,
): Pick<RunSheet, 'run' | 'target' | 'plan'> => {
  const { script, shape, seed, rate, seconds, jitter } = request;
  return {
    run: {
      id: runId,
      startedAt: new Date().toISOString(),
      script,
      shape,
      seed,
      ended: 'complete',
      selo: version,
      k6: 'k6' in source ? source.k6.version : 'elsewhere',
      node: process.versions.node,
      machine: machineOf(),
      configuration: configurationOf(plan, profile, { drill, failingReceivers }),
    },
    target: {
      name: profile.name,
      baseUrl: profile.baseUrl,
      isEmbedded,
      timeScale: profile.timeScale,
    },
    plan: {
      rate,
      seconds,
      warmUpSeconds: profile.load.warmUpSeconds,
      ...(shape === 'stages' && profile.load.stages ? { stages: profile.load.stages } : {}),
      users: plan.users,
      arrivals: jitter ? 'jittered' : 'even',
      companies: plan.companies.map(({ name }) => name),
      weights: Object.fromEntries(Object.entries(plan.weights)),
      sampleEvery: plan.sampleEvery,
      refuseEvery: profile.load.refuseEvery,
    },
  };
};

interface Sending {
  options: LoadTestOptions;
  plan: LoadPlan;
  /** The scenario that is measured. */
  main: ScenarioPlan;
  stage: Stage;
  record: RunRecord;
  onLook: () => void;
}

const runK6Here = async (
  { k6, outputs }: Extract<LoadSource, { k6: K6 }>,
  { options, plan, main, stage, record, onLook }: Sending,
): Promise<K6Run> => {
  const { profile, request, folder, drill, signal } = options;
  const { accessHeader } = profile;
  const common = {
    ...{ profile, request, plan, stage, record, signal, onLook },
    k6: {
      k6,
      script: options.request.own === undefined ? loadScript : writeEntry(folder, options.request.own),
      outputs,
      flags: [],
      dashboardFile: join(folder, dashboardFile),
      environment: {
        SELO_LOAD_PLAN: join(folder, planFile),
        [accessHeader.value.env]: accessHeader.value.value,
        ...Object.fromEntries(companiesUnderLoad(profile).map(({ token }) => [token.env, token.value])),
        ...tlsEnvironment(profile.tls, { folder }),
      },
    },
  };
  const drainSeconds = drainSecondsOf(profile, timingOf(profile));
  const k6Run =
    request.shape === 'search'
      ? await search({ ...common, folder, drainSeconds })
      : await runK6({ ...common, main, drill, isLive: outputs.some(isLiveOutput) });
  if (record.traffic.journeys === 0 && k6Run.k6.errors.length > 0) {
    throw new LoadError(`k6 sent nothing. It said:\n  ${k6Run.k6.errors.slice(0, 3).join('\n  ')}`);
  }
  return k6Run;
};

const runRemotely = async (
  { generators }: Extract<LoadSource, { generators: Generators }>,
  { options, plan, main, stage, record, onLook }: Sending,
): Promise<K6Run> => {
  const { request, profile, signal } = options;
  const { traffic, ledger, steps } = record;
  const k6Run = await followRemoteGenerators({
    generators,
    stage,
    limitSeconds:
      Math.ceil(main.startSeconds + secondsOf(main.segments) + plan.timeoutSeconds * 3) + remoteGraceSeconds,
    startedMs: () => traffic.startedMs,
    signal,
    onLook,
  });
  if (traffic.startedMs === undefined) {
    throw new LoadError(
      `No generator left a journey in ${generators.folder}${k6Run.broken ? `: ${k6Run.broken.endedBy}` : ''}.`,
    );
  }
  if (request.shape === 'breakpoint') {
    const beganMs = traffic.startedMs + main.startSeconds * 1000;
    const { objectives } = profile.load;
    const generator = { users: plan.users, cpuBetween: () => null };
    steps.push(...judgeSteps(main.segments, { traffic, ledger, beganMs, objectives, generator }));
  }
  return k6Run;
};

/**
 * Puts a target under load, follows its notifications, and gathers the figures. What it started ends with `cleanUp`, so
 * that figures can be written before: a target that no longer answers makes that long. Rejects with `LoadError` when the
 * run cannot begin.
 */
export const runLoadTest = async (options: LoadTestOptions): Promise<LoadTest> => {
  const { profile, request, runId, folder, source, failingReceivers, onProgress } = options;
  const timing = timingOf(profile);
  const drainSeconds = drainSecondsOf(profile, timing);
  const observations: RunObservations = noObservations();
  const recording = createRunRecord(timing);
  const record: RunRecord = { ...recording, ledger: recordObservations(recording.ledger, observations) };
  const { ledger, traffic } = record;
  const resources = new AsyncDisposableStack();
  try {
    // the journals give the ledger themselves what they hold
    const stage = resources.use(await openStage(options, recording));
    let plannedSeconds = 0;
    const report = (phase: Progress['phase']): void => {
      const seconds = traffic.startedMs === undefined ? 0 : (Date.now() - traffic.startedMs) / 1000;
      const { journeys, errors } = traffic;
      onProgress({ phase, seconds, plannedSeconds, journeys, errors, notifications: ledger.progress() });
    };
    const plan = planOf(profile, request, { runId, summaryFile: join(folder, summaryFile) });
    const main = plan.scenarios.at(-1);
    if (main === undefined) throw new Error('the plan measures nothing');
    plannedSeconds = main.startSeconds + secondsOf(main.segments);
    const beginning = beginningOf(options, plan);

    report('probing');
    await probeAll(options, plan, stage, record);
    writeFileSync(join(folder, planFile), JSON.stringify(plan, null, 2));
    const sending: Sending = {
      options,
      plan,
      main,
      stage,
      record,
      onLook: () => report('generators' in source && traffic.startedMs === undefined ? 'waiting' : 'load'),
    };
    const k6Run = await ('k6' in source ? runK6Here(source, sending) : runRemotely(source, sending));
    const { settlement, settledMs, captureHealth } = await settle({
      profile,
      stage,
      runtime: systemRuntime,
      record,
      timing,
      drainSeconds,
      failingReceivers,
      prefix: `selo-${runId}-`,
      signal: options.signal,
      onWait: () => report('draining'),
    });
    if ('k6' in source) k6Run.k6.errors.push(...(await sendCounts({ ...source, runId, folder }, settlement)));
    const beganMs = (traffic.startedMs ?? Date.parse(beginning.run.startedAt)) + main.startSeconds * 1000;
    const secrets = [...options.secrets, ...stage.secrets];
    observations.ambiguousFound = traffic.orders.ambiguousFound;
    const sheet: RunSheet = {
      schema: sheetVersion,
      ...beginning,
      run: { ...beginning.run, ...k6Run.broken },
      timing,
      objectives: profile.load.objectives,
      failingReceivers: [...failingReceivers],
      drills: record.drills,
      generatorCpu: k6Run.k6.cpuShare,
      errors: k6Run.k6.errors,
      capture: captureHealth,
      observations,
      settledMs,
    };
    writeRunSheet(folder, sheet, redactionOf(secrets));
    const ids = new Set(Object.values(settlement.examples).flat());
    const figures = figuresOf({
      sentOrders: await sentOrdersIn(stage.journals.files, ids),
      run: sheet.run,
      target: sheet.target,
      plan: sheet.plan,
      record,
      settlement,
      k6: k6Run.k6,
      iterations: k6Run.iterations,
      captureHealth,
      failingReceivers,
      mainMs: beganMs,
      segments: main.segments,
    });
    return {
      figures,
      secrets,
      async cleanUp() {
        await resources.disposeAsync();
        return stage.troubles;
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
