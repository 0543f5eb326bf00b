import { hash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { LoadResult } from '../../../core/load-result.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Client } from '../../../fixtures/client/client.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Company, Profile } from '../../../fixtures/profile/profile.ts';
import type { Secret } from '../../../fixtures/profile/secret.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { claimCompanies, describeHolder } from '../../../fixtures/run/claim.ts';
import { openUnrecordedClient } from '../../../fixtures/run/client-settings.ts';
import { mustBeAccepted } from '../../../fixtures/run/credentials.ts';
import { registrar } from '../../../fixtures/run/registration.ts';
import { describeLeft, restoreRegistration } from '../../../fixtures/run/restore-registration.ts';
import { newRunId } from '../../../fixtures/run/start-run.ts';
import { type LoadCapture, startLoadCapture } from '../../capture/start-load-capture.ts';
import { journeyNames } from '../../journey-weights.ts';
import type { Timing } from '../../ledger/retry-curve.ts';
import { journeysFile, type LoadPlan, summaryFile } from '../../plan.ts';
import { type ScenarioPlan, secondsOf } from '../../shapes.ts';
import { LoadError } from '../load-error.ts';
import { createRunRecord, type Journals, type RunRecord, readJournals } from '../record/journals.ts';
import {
  companiesUnderLoad,
  drainSecondsOf,
  followsWebhooks,
  type LoadRequest,
  type PlannedDrill,
  planOf,
  refuseTimes,
  timingOf,
} from './prepare-plan.ts';

const shownDigits = 12;
const GiB = 1024 ** 3;

interface Disturbance {
  drill: PlannedDrill | undefined;
  failingReceivers: readonly string[];
}

/** A digest of everything that must be equal for two runs to be comparable. */
export const configurationOf = (plan: LoadPlan, { load, timeScale }: Profile, disturbance: Disturbance): string => {
  const { scenarios, jitter, sampleEvery, companies, templates, own } = plan;
  const { refuseEvery, objectives } = load;
  // in a fixed order, since a profile may name them in any
  const weights = Object.fromEntries(journeyNames.map((name) => [name, plan.weights[name]]));
  const flows = companies.map((company) => company.flows);
  const compared = {
    scenarios,
    weights,
    own,
    jitter,
    sampleEvery,
    flows,
    templates,
    refuseEvery,
    objectives,
    timeScale,
  };
  return hash('sha256', JSON.stringify({ ...compared, ...disturbance })).slice(0, shownDigits);
};

export const machineOf = (): LoadResult['run']['machine'] => {
  const processors = cpus();
  return {
    platform: `${type()} ${process.arch}`,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / GiB),
  };
};

export interface PrepareOptions {
  profile: Profile;
  /** Of the profile. */
  secrets: readonly Secret[];
  isEmbedded: boolean;
  request: LoadRequest;
  runId: string;
  /** Of Selo. */
  version: string;
  /** Its version, or `elsewhere`. */
  k6: string;
  /** Folder for the files of the run. */
  folder: string;
  drill: PlannedDrill | undefined;
  /** Companies whose receiver refuses every attempt. */
  failingReceivers: readonly string[];
}

/** A run before its first request. Disposing restores the registrations and ends the capture. */
export interface Prepared extends AsyncDisposable {
  /** What the result says about the run, if it ends as planned. */
  about: Pick<LoadResult, 'target' | 'plan'> & { run: Omit<LoadResult['run'], 'durationSeconds' | 'loadSeconds'> };
  plan: LoadPlan;
  /** The measured scenario of the plan. */
  main: ScenarioPlan;
  plannedSeconds: number;
  timing: Timing;
  drainSeconds: number;
  client: Client;
  /** Undefined if notifications are not followed. */
  capture: LoadCapture | undefined;
  journals: Journals;
  journalFile: string;
  record: RunRecord;
  /** Secrets of the profile and of the run. */
  secrets: Secret[];
  /** What could not be restored, in words. Complete after disposing. */
  troubles: string[];
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new LoadError(
      `The run's files cannot be written to ${folder}: ${messageOf(error)}. Name another folder with --out.`,
    );
  }
};

const startCapture = async ({ profile, folder, failingReceivers }: PrepareOptions): Promise<LoadCapture> => {
  const { load, capture = {} } = profile;
  if (capture.controlUrl !== undefined) {
    throw new LoadError(
      'The capture of this profile runs elsewhere, but a load run receives notifications itself. Remove capture.controlUrl, and set capture.publicUrl to this machine.',
    );
  }
  try {
    return await startLoadCapture({
      folder,
      processes: load.captureProcesses,
      companies: companiesUnderLoad(profile).map(({ name }) => name),
      refuseEvery: load.refuseEvery,
      refuseTimes,
      failingReceivers,
      sampleEvery: load.sampleEvery,
      ...omitUndefined({ host: capture.host, port: capture.port, publicUrl: capture.publicUrl }),
    });
  } catch (error) {
    throw new LoadError(`The capture could not be started: ${messageOf(error)}. Check capture in the profile.`);
  }
};

/** The registered webhooks of a run. Disposing restores the earlier ones. */
interface Registrations extends AsyncDisposable {
  /** The bearer tokens of deliveries. */
  secrets: Secret[];
  /** What could not be restored, in words. Complete after disposing. */
  troubles: string[];
}

/** Registers the URL of each company (Endpoints › POST /webhooks). Rejects with `LoadError` if that is refused. */
export const takeRegistrations = async (
  client: Client,
  profile: Profile,
  companies: readonly { company: Company; url: string }[],
): Promise<Registrations> => {
  const unwilling = companies.find(({ company }) => company.webhook?.takeOver !== true);
  if (unwilling !== undefined) {
    throw new LoadError(
      `The profile does not allow a run to replace the webhook of ${unwilling.company.name}. Set webhook: { takeOver: true } and what to restore afterwards, name other companies in load.companies, or run the script "orders".`,
    );
  }
  const register = registrar(client, profile, 'set-up');
  const secrets: Secret[] = [];
  const troubles: string[] = [];
  const taken = new AsyncDisposableStack();
  try {
    const claiming = companies.map(({ company }) => company);
    const { holders } = taken.use(await claimCompanies({ client, profile, runId: newRunId() }, claiming));
    for (const [company, holder] of holders) throw new Error(describeHolder(company, holder));
    for (const [index, { company, url }] of companies.entries()) {
      const bearerToken = randomBytes(18).toString('base64url');
      secrets.push({ env: `webhook bearer ${index + 1}`, value: bearerToken });
      const own: Parameters<typeof restoreRegistration>[0]['own'] = { url, bearerToken };
      let registered: Exchange | undefined;
      taken.defer(async () => {
        try {
          await restoreRegistration({ client, profile, register, company, own, registered });
        } catch (error) {
          troubles.push(describeLeft(company, own, error));
        }
      });
      const { answer, id } = await register(company, { url, bearerToken });
      mustBeAccepted(answer);
      registered = answer;
      if (id !== undefined) own.registrationId = id;
    }
  } catch (error) {
    await taken.disposeAsync();
    const left = troubles.map((trouble) => `\n${trouble}`).join('');
    throw new LoadError(
      `A webhook could not be registered: ${messageOf(error)}. Check it with "npx selo doctor".${left}`,
    );
  }
  return { secrets, troubles, [Symbol.asyncDispose]: () => taken.disposeAsync() };
};

const describeRun = (options: PrepareOptions, plan: LoadPlan): Prepared['about'] => {
  const { profile, request, runId, version, k6, isEmbedded, drill, failingReceivers } = options;
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
      k6,
      node: process.versions.node,
      machine: machineOf(),
      configuration: configurationOf(plan, profile, { drill, failingReceivers }),
    },
    target: { name: profile.name, baseUrl: profile.baseUrl, isEmbedded, timeScale: profile.timeScale },
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

/** Plans the run, starts the capture and registers its URLs. Rejects with `LoadError` if the run cannot begin. */
export const prepare = async (options: PrepareOptions): Promise<Prepared> => {
  const { profile, request, folder, runId } = options;
  makeFolder(folder);
  const resources = new AsyncDisposableStack();
  const secrets = [...options.secrets];
  const troubles: string[] = [];
  try {
    const client = resources.use(openUnrecordedClient(profile, options.secrets));
    let capture: LoadCapture | undefined;
    if (followsWebhooks(request.script)) {
      const started = resources.use(await startCapture(options));
      capture = started;
      const registrations = await takeRegistrations(
        client,
        profile,
        companiesUnderLoad(profile).map((company) => ({ company, url: started.urlOf(company.name) })),
      );
      secrets.push(...registrations.secrets);
      resources.defer(async () => {
        await registrations[Symbol.asyncDispose]();
        troubles.push(...registrations.troubles);
      });
    }
    const timing = timingOf(profile);
    const record = createRunRecord(timing);
    const journalFile = join(folder, journeysFile);
    const journals = resources.use(readJournals([journalFile, ...(capture?.journals ?? [])], record));
    const plan = planOf(profile, request, { runId, summaryFile: join(folder, summaryFile) });
    const main = plan.scenarios.at(-1);
    if (main === undefined) throw new Error('the plan measures nothing');
    return {
      about: describeRun(options, plan),
      plan,
      main,
      plannedSeconds: main.startSeconds + secondsOf(main.segments),
      timing,
      drainSeconds: drainSecondsOf(profile, timing),
      client,
      capture,
      journals,
      journalFile,
      record,
      secrets,
      troubles,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
