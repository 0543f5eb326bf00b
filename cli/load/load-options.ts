import { resolve } from 'node:path';
import { type DrillKind, drillOf, type ShapeName } from '../../core/load-kinds.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { followsWebhooks, type LoadRequest, type PlannedDrill } from '../../load/run/prepare/prepare-plan.ts';
import type { Generators } from '../../load/run/send/follow-remote-generators.ts';
import { CliError } from '../cli-error.ts';

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
