import type { Profile } from '../../../fixtures/profile/profile.ts';
import { attemptsMax, latestNextMs, type Timing, wholeCurveMs } from '../../ledger/retry-curve.ts';

const timeoutSeconds = 5;
/** How often a delivery that is refused at first is, by each process of the capture. */
export const refuseTimes = 2;
const shortestDrainSeconds = 10;
const longestUsualDrainSeconds = 60;

/** When the document has attempts come, in this target's time (Events › Delivery). */
export const timingOf = ({ timeScale, tolerances, load }: Profile): Timing => ({
  timeScale,
  dispatchMs: (load.dispatchSeconds ?? tolerances.dispatchSeconds) * timeScale * 1000 + tolerances.slackMs,
  timeoutMs: timeoutSeconds * timeScale * 1000,
});

/** From an order until a delivery that is refused at first is overdue, in real milliseconds. */
const refusedCurveMs = (timing: Timing, refusals: number): number => {
  let sum = timing.dispatchMs;
  for (let attempt = 1; attempt <= refusals; attempt += 1) sum += latestNextMs(timing, attempt, true);
  return sum;
};

/**
 * How long to wait for notifications after the last order, in seconds: until one that was refused at first is overdue,
 * or until all ten attempts are, where that takes no more than a minute.
 */
export const drainSecondsOf = ({ load }: Profile, timing: Timing): number =>
  load.drainSeconds ??
  Math.max(
    shortestDrainSeconds,
    refusedCurveMs(timing, Math.min(attemptsMax - 1, refuseTimes * load.captureProcesses)) / 1000,
    Math.min(longestUsualDrainSeconds, wholeCurveMs(timing) / 1000),
  );
