import type { Profile } from '../../../fixtures/profile/profile.ts';
import { curveMs, maxAttempts, type Timing } from '../../ledger/retry-curve.ts';

const timeoutSeconds = 5;
/** How many attempts of a chosen delivery each process of the capture refuses. */
export const refuseTimes = 2;
const minDrainSeconds = 10;
const maxUsualDrainSeconds = 60;

/** When the document expects attempts (Events › Delivery), in this target's time. */
export const timingOf = ({ timeScale, tolerances, load }: Profile): Timing => ({
  timeScale,
  dispatchMs: (load.dispatchSeconds ?? tolerances.dispatchSeconds) * timeScale * 1000 + tolerances.slackMs,
  timeoutMs: timeoutSeconds * timeScale * 1000,
});

/**
 * How long to wait for notifications after the last order, in seconds. The wait lasts until a delivery is overdue whose
 * first attempts were refused. If that takes at most a minute, it lasts until all ten attempts are overdue.
 */
export const drainSecondsOf = ({ load }: Profile, timing: Timing): number => {
  const refusals = Math.min(maxAttempts - 1, refuseTimes * load.captureProcesses);
  return (
    load.drainSeconds ??
    Math.max(
      minDrainSeconds,
      (timing.dispatchMs + curveMs(timing, refusals)) / 1000,
      Math.min(maxUsualDrainSeconds, curveMs(timing) / 1000),
    )
  );
};
