import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type DrillKind, drillOf, type ScriptName, type ShapeName } from '../../core/load-kinds.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { shortageFor } from '../../load/cluster/generators.ts';
import { tooShortFor } from '../../load/gate/objectives.ts';
import { sentByJourney } from '../../load/journey-weights.ts';
import { isLiveOutput } from '../../load/k6/live-page.ts';
import {
  companiesUnderLoad,
  followsWebhooks,
  type LoadRequest,
  type PlannedDrill,
  planOf,
  weightsOf,
} from '../../load/run/prepare/prepare-plan.ts';
import { searchSteps } from '../../load/run/send/search.ts';
import type { Generators } from '../../load/run/send/send.ts';
import { breakpointSteps, loadOf, minStepSeconds, scenariosOf, usualLoads } from '../../load/shapes.ts';
import { CliError } from '../cli-error.ts';
import type { Target } from '../target.ts';

export interface LoadCommandOptions {
  profile?: string;
  baseUrl?: string;
  shape: ShapeName;
  rate?: number;
  duration?: number;
  seed?: number;
  jitter?: boolean;
  script?: string;
  drill?: DrillKind;
  drillAfter: number;
  drillSeconds: number;
  failingReceivers?: string[];
  gate?: string[] | true;
  runs?: number;
  against?: string;
  rounds: number;
  maxRegression: number;
  k6Out?: string[];
  release?: string;
  manifest?: string;
  image: string;
  externalGenerators?: string;
  generators?: number;
  run?: string;
  out: string;
  json?: boolean;
  quiet?: boolean;
}

/** The names of orders and Kubernetes objects contain the id of the run. */
const runIdForm = /^[a-z0-9]{1,16}$/;

/**
 * The external generators of the options; undefined if k6 runs here. Throws `CliError` for options that do not go
 * together.
 */
export const externalGeneratorsOf = (options: LoadCommandOptions): { generators: Generators } | undefined => {
  const { externalGenerators, generators, run, drill, against, runs, k6Out } = options;
  const baseline = Array.isArray(options.gate) ? options.gate : undefined;
  if (externalGenerators === undefined) {
    if (generators !== undefined || run !== undefined) {
      throw new CliError(
        '--generators and --run go with --external-generators, which names the folder that generators write in.',
      );
    }
    return undefined;
  }
  if (generators === undefined || run === undefined) {
    throw new CliError('--external-generators needs --generators and --run. Copy both from the manifest.');
  }
  if (!runIdForm.test(run)) {
    throw new CliError(
      `--run ${run}: the id of a run has at most 16 lower-case letters and digits. Copy it from the manifest.`,
    );
  }
  const impossible = Object.entries({
    drill,
    against,
    runs,
    'k6-out': k6Out,
    'gate with a baseline': baseline,
  }).find(([, value]) => value !== undefined);
  if (impossible !== undefined) {
    throw new CliError(
      `--${impossible[0]} does not go with --external-generators: others start external generators, once. Remove one of the two.`,
    );
  }
  return { generators: { folder: resolve(externalGenerators), count: generators } };
};

/** The drill of the options. Throws `CliError` for a drill that cannot take place or would show nothing. */
export const plannedDrill = (
  { drill: kind, drillAfter, drillSeconds, failingReceivers = [] }: LoadCommandOptions,
  { script, seconds }: LoadRequest,
  { name, load }: Profile,
): PlannedDrill | undefined => {
  if (kind === undefined) return undefined;
  const isOfTarget = drillOf(kind).receivers === undefined;
  if (isOfTarget && load.restart === undefined) {
    throw new CliError(
      `--drill ${kind}: the profile "${name}" has no load.restart. Add the commands that kill and start the target.`,
    );
  }
  if (!isOfTarget && !followsWebhooks(script)) {
    throw new CliError(`--drill ${kind}: the script "${script}" has no receivers. Use "webhooks" or "mixed".`);
  }
  if (failingReceivers.length > 0) {
    throw new CliError(
      '--drill and --failing-receivers: notifications for a failing receiver would hide the recovery. Use one of the two.',
    );
  }
  if (drillAfter + drillSeconds > seconds) {
    throw new CliError(
      `--drill-after ${drillAfter} and --drill-seconds ${drillSeconds} end after the load, which lasts ${seconds} s. Shorten the drill, or raise --duration.`,
    );
  }
  return { kind, afterSeconds: drillAfter, seconds: drillSeconds };
};

/** The highest allowed rate, in journeys per second. Throws `CliError` if the profile does not allow load. */
export const allowedRate = ({ name, baseUrl, production, writes, load }: Profile): number => {
  const { host, hostname } = new URL(baseUrl);
  if (production) {
    throw new CliError(
      `The profile "${name}" marks ${baseUrl} as production, and a load run creates thousands of orders: use a test environment.`,
    );
  }
  if (!writes) {
    throw new CliError(
      `A load run creates orders, and the profile "${name}" does not say writes: true. Set it if the target may keep them.`,
    );
  }
  const allowed = load.allowedHosts.find((entry) => entry.host === host || entry.host === hostname);
  if (allowed === undefined) {
    throw new CliError(
      `The profile "${name}" does not allow load on ${host}. The operator of that host must agree first; then add to the profile:\n  load: { allowedHosts: [{ host: '${host}', maxRate: 50 }] }`,
    );
  }
  return allowed.maxRate;
};

const maxSeed = 2 ** 31 - 1;

const requireKnownCompanies = (failingReceivers: readonly string[], { profile }: Target): void => {
  const names = companiesUnderLoad(profile).map(({ name }) => name);
  const unknown = failingReceivers.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      `--failing-receivers ${unknown}: the load has no such company. Name one of ${names.join(', ')}.`,
    );
  }
  if (failingReceivers.length === names.length)
    throw new CliError(
      '--failing-receivers names every company, so nothing would be delivered. Leave at least one out.',
    );
};

const MiB = 1024 ** 2;

/** Refuses a plan that this machine has too little memory or too few cores for. */
export const requireMachine = (request: LoadRequest, { profile }: Target): void => {
  const { users, scenarios } = planOf(profile, request, { runId: '', summaryFile: '' });
  const { rate } = request;
  const shortage = shortageFor(rate, (users * scenarios.length) / rate, {
    cores: availableParallelism(),
    memoryMiB: process.availableMemory() / MiB,
  });
  if (shortage === undefined) return;
  const { text, highestRate } = shortage;
  throw new CliError(
    `--rate ${rate}: ${text}. ${highestRate >= 1 ? `Use --rate ${highestRate}, a` : 'Use a'} lower load.journeySeconds in the profile, or generators on a cluster with --manifest.`,
  );
};

const requireLongSteps = ({ shape, seconds }: LoadRequest): void => {
  const steps = shape === 'search' ? searchSteps : breakpointSteps;
  if ((shape !== 'breakpoint' && shape !== 'search') || seconds >= steps * minStepSeconds) return;
  throw new CliError(
    `--duration ${seconds}: the shape ${shape} has ${steps} steps, and each needs at least ${minStepSeconds} s. Use --duration ${steps * minStepSeconds} or more.`,
  );
};

/** Refuses a plan with too few samples for the objectives, before any load. */
const requireEnoughJourneys = ({ script, shape, rate, seconds, own }: LoadRequest, { profile }: Target): void => {
  // the requests of the user's own journey are not known
  if (own !== undefined) return;
  const measured = scenariosOf({ ...profile.load, shape, rate, seconds }).at(-1)?.segments ?? [];
  const journeys = measured.reduce((sum, { from, to, seconds: each }) => sum + ((from + to) / 2) * each, 0);
  // without followed notifications, none is due
  const due = followsWebhooks(script) ? companiesUnderLoad(profile).map(({ flows = [] }) => flows.length) : [];
  const [short] = tooShortFor(profile.load.objectives, {
    journeys,
    ...sentByJourney(weightsOf(script, profile)),
    flows: Math.max(1, ...due),
  }).toSorted((one, other) => other.needed / other.planned - one.needed / one.planned);
  if (short === undefined) return;
  // a little more than needed, so that the next try is long enough
  const duration = Math.ceil((1.03 * seconds * short.needed) / short.planned);
  throw new CliError(
    `--gate: load.objectives of the profile asks for ${short.what}, which takes ${short.needed} ${short.unit}, and the plan has about ${short.planned}. Use --duration ${duration}, a higher --rate, or an objective that needs fewer.`,
  );
};

/** The load that the options ask for, as far as the profile allows it. */
const requestOf = (script: ScriptName, options: LoadCommandOptions, { profile }: Target): LoadRequest => {
  const { shape } = options;
  const { stages } = profile.load;
  const most = allowedRate(profile);
  if (shape === 'stages' && stages === undefined) {
    throw new CliError('--shape stages: the profile has no load.stages. Add them, or name another shape.');
  }
  const usual = shape === 'stages' ? loadOf(stages ?? []) : usualLoads[shape];
  const rate = options.rate ?? Math.min(usual.rate, most);
  if (rate > most) {
    throw new CliError(
      `--rate ${rate}: the profile "${profile.name}" allows at most ${most} a second. Use --rate ${most}, or raise maxRate in the profile.`,
    );
  }
  return {
    script,
    shape,
    rate,
    seconds: options.duration ?? usual.seconds,
    seed: options.seed ?? randomInt(maxSeed),
    jitter: options.jitter ?? false,
    ...(options.script === undefined ? {} : { own: resolve(options.script) }),
  };
};

/** Refuses options that do not go together. */
const requireConsistent = ({ script, manifest, externalGenerators, shape, drill, k6Out }: LoadCommandOptions): void => {
  const isRemote = manifest !== undefined || externalGenerators !== undefined;
  if (script !== undefined && isRemote) {
    throw new CliError(
      '--script: generators on a cluster get only the scripts of Selo. Run it here, without --manifest and --external-generators.',
    );
  }
  if (shape === 'search' && (isRemote || drill !== undefined || k6Out?.some(isLiveOutput))) {
    throw new CliError(
      '--shape search plans each step after it has judged the one before. Remove --manifest, --external-generators, --drill and --k6-out web-dashboard, or use --shape breakpoint.',
    );
  }
};

/**
 * The load that the options ask for. Throws `CliError` if the profile does not allow it, or if the options do not go
 * together.
 */
export const plannedRequest = (script: ScriptName, options: LoadCommandOptions, target: Target): LoadRequest => {
  const request = requestOf(script, options, target);
  requireKnownCompanies(options.failingReceivers ?? [], target);
  requireConsistent(options);
  requireLongSteps(request);
  if (options.gate !== undefined) requireEnoughJourneys(request, target);
  return request;
};
