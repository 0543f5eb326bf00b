/** The attempts of a delivery (Events › Delivery). The delay after a failed attempt doubles each time. */
export const maxAttempts = 10;
/** The document leaves open whether the first attempt counts among the ten. */
export const maxLegalAttempts = maxAttempts + 1;

const firstDelaySeconds = 2;
/** Timers of a platform may fire this much early. */
const earlyMs = 5;
const earlyShare = 0.01;

export interface Timing {
  /** Real seconds per documented second. */
  timeScale: number;
  /** How long a notification may wait in the platform's queue before any attempt, in real ms. */
  dispatchMs: number;
  /** How long the platform waits for a response, in real ms. */
  timeoutMs: number;
}

/** Real ms from the failure of this attempt, from 1, to the next one. */
const delayMs = ({ timeScale }: Timing, attempt: number): number =>
  firstDelaySeconds * 2 ** (attempt - 1) * timeScale * 1000;

/** When the next attempt is overdue, in ms after the arrival of this one. */
export const latestNextMs = (timing: Timing, attempt: number, wasAnswered: boolean): number =>
  delayMs(timing, attempt) + (wasAnswered ? 0 : timing.timeoutMs) + timing.dispatchMs;

/** The earliest time of the next attempt, in ms after the arrival of this one. */
export const earliestNextMs = (timing: Timing, attempt: number): number =>
  delayMs(timing, attempt) * (1 - earlyShare) - earlyMs;

const sumOver = (retries: number, delayOf: (attempt: number) => number): number =>
  Array.from({ length: retries }, (_, index) => delayOf(index + 1)).reduce((sum, delay) => sum + delay, 0);

/** From the first attempt until this many retries are overdue, in real ms. */
export const curveMs = (timing: Timing, retries = maxAttempts - 1): number =>
  sumOver(retries, (attempt) => latestNextMs(timing, attempt, true));

/** The shortest time from the first attempt to the tenth, in real ms. */
export const shortestCurveMs = (timing: Timing): number =>
  sumOver(maxAttempts - 1, (attempt) => earliestNextMs(timing, attempt));
