import { drillOf } from '../../core/load-kinds.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { followsWebhooks, type LoadRequest } from '../../load/run/prepare/prepare-plan.ts';
import type { PlannedDrill } from '../../load/run/send/drills.ts';
import { CliError } from '../cli-error.ts';
import type { LoadCommandOptions } from './load-options.ts';

/** The drill that the options ask for. Throws `CliError` for one that could not be held, or would show nothing. */
export const plannedDrill = (
  { drill: kind, drillAfter, drillSeconds, failingReceivers = [] }: LoadCommandOptions,
  { script, seconds }: LoadRequest,
  { name, load }: Profile,
): PlannedDrill | undefined => {
  if (kind === undefined) return undefined;
  const isOfTarget = drillOf(kind).receivers === undefined;
  if (isOfTarget && load.restart === undefined) {
    throw new CliError(
      `--drill ${kind}: the profile "${name}" has no load.restart, the commands that kill and start it.`,
    );
  }
  if (!isOfTarget && !followsWebhooks(script)) {
    throw new CliError(
      `--drill ${kind}: the script "${script}" has no receivers that could fail; "webhooks" and "mixed" have.`,
    );
  }
  if (failingReceivers.length > 0) {
    throw new CliError(
      '--drill and --failing-receivers: what waits for a failing receiver would hide the recovery. Hold one at a time.',
    );
  }
  if (drillAfter + drillSeconds > seconds) {
    throw new CliError(
      `--drill-after ${drillAfter} and --drill-seconds ${drillSeconds} go beyond the load, which lasts ${seconds} s.`,
    );
  }
  return { kind, afterSeconds: drillAfter, seconds: drillSeconds };
};
