import { existsSync } from 'node:fs';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { CliError } from '../cli-error.ts';
import { defaultProfile, embeddedTarget, openTarget, type Target, type TargetOptions } from '../target.ts';

/** Real seconds per documented second: ten attempts of a delivery take 51 s, and the first retry comes after 100 ms. */
const embeddedTimeScale = 0.05;
/** A receiver on a busy machine needs time. */
const embeddedReceiverMs = 2_000;

/**
 * Opens the target of the options. The embedded platform runs in its own process, so that measuring does not slow it
 * down.
 */
export const openLoadTarget = async (
  { profile, baseUrl }: TargetOptions,
  opening: Parameters<typeof openTarget>[1],
): Promise<Target> => {
  if (profile !== undefined || baseUrl !== undefined || existsSync(defaultProfile)) {
    return openTarget({ ...omitUndefined({ profile, baseUrl }) }, opening);
  }
  const { forkEmbedded } = await import('../../platform/embedded/fork-embedded.ts');
  const webhooks = { timeoutFloorMs: embeddedReceiverMs, maxInFlight: 256 };
  return embeddedTarget(await forkEmbedded({ timeScale: embeddedTimeScale, webhooks }));
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
