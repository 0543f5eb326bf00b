import type { Profile } from '../../fixtures/profile/profile.ts';
import { CliError } from '../cli-error.ts';

/**
 * The highest rate at which the profile allows its target to be put under load, in journeys a second. Throws `CliError`
 * for a target that may not be.
 */
export const allowedRate = ({ name, baseUrl, production, writes, load }: Profile): number => {
  const { host, hostname } = new URL(baseUrl);
  if (production) {
    throw new CliError(
      `The profile "${name}" marks ${baseUrl} as production, and a load run creates thousands of orders: use a test environment.`,
    );
  }
  if (!writes) {
    throw new CliError(`A load run creates orders, and the profile "${name}" does not say writes: true.`);
  }
  const allowed = load.allowedHosts.find((entry) => entry.host === host || entry.host === hostname);
  if (allowed === undefined) {
    throw new CliError(
      `The profile "${name}" does not allow load on ${host}. The operator of that host must agree first; then add to the profile:\n  load: { allowedHosts: [{ host: '${host}', maxRate: 50 }] }`,
    );
  }
  return allowed.maxRate;
};
