/** Documented seconds between the first attempt of a delivery and the second; each later wait is twice as long. */
const firstWaitSeconds = 2;
/** As many attempts as a delivery has at most. */
export const mostAttempts = 10;

/** Documented seconds from the first attempt to one of this number, counted from 1. */
export const documentedSeconds = (attempt: number): number => firstWaitSeconds * (2 ** (attempt - 1) - 1);

/** A scale on which the documented attempts stand at equal distances: the first at 0, the second at 1. */
export const onBackoffScale = (seconds: number): number => Math.log2(Math.max(0, seconds) / firstWaitSeconds + 1);
