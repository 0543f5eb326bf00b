/** The attempts of a delivery (Events › Delivery): after a failure the next one follows, at twice the distance each time. */
export const attemptsMax = 10;
/** Whether the first attempt counts among the ten is left open. */
export const attemptsMaxAtMost = attemptsMax + 1;

const firstDelaySeconds = 2;
/** Timers of a platform may fire this much too soon. */
const earlyMs = 5;
const earlyShare = 0.01;

export interface Timing {
  /** Real seconds a documented second. */
  timeScale: number;
  /** How long a notification may wait in the platform's queue, before any attempt, in real milliseconds. */
  dispatchMs: number;
  /** How long the platform waits for an answer, in real milliseconds. */
  timeoutMs: number;
}

/** Real milliseconds from the failure of this attempt (from 1) to the next one. */
const delayMs = ({ timeScale }: Timing, attempt: number): number =>
  firstDelaySeconds * 2 ** (attempt - 1) * timeScale * 1000;

/** When the attempt after this one is overdue, in milliseconds after this one's arrival. */
export const latestNextMs = (timing: Timing, attempt: number, wasAnswered: boolean): number =>
  delayMs(timing, attempt) + (wasAnswered ? 0 : timing.timeoutMs) + timing.dispatchMs;

/** Before when the attempt after this one would be too soon, in milliseconds after this one's arrival. */
export const earliestNextMs = (timing: Timing, attempt: number): number =>
  delayMs(timing, attempt) * (1 - earlyShare) - earlyMs;

/** The whole curve: from the first attempt until the last is overdue, in real milliseconds. */
export const wholeCurveMs = (timing: Timing): number => {
  let sum = 0;
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) sum += latestNextMs(timing, attempt, true);
  return sum;
};

/** The least time from the first attempt to the tenth, in real milliseconds. */
export const shortestCurveMs = (timing: Timing): number => {
  let sum = 0;
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) sum += earliestNextMs(timing, attempt);
  return sum;
};
