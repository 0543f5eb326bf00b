import type { Clock } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import type { Deliveries } from '../subject.ts';

/** For `deliveries`: whether N attempts have arrived. */
export const atLeast =
  (count: number) =>
  ({ attempts }: Deliveries): boolean =>
    attempts.length >= count;

/**
 * Documented seconds in which N retries arrive, without the dispatch. The document gives a first wait of about two seconds
 * and no factor. This allows for threefold growth, half a minute for each response that never comes, and three minutes
 * more, because other rules judge how late a retry is.
 */
export const retriesSeconds = (retries: number, hangs = 0): number => 3 ** (retries + 1) + 30 * hangs + 180;

/**
 * Documented seconds from the start of each attempt to the start of the next. If attempts are answered at once, a slow
 * network cannot make this shorter than the wait of the sender.
 */
export const apartSeconds = ({ attempts }: Deliveries, { scale }: Clock): number[] => {
  const starts = attempts.map(({ startedAtMs }) => startedAtMs);
  return starts.slice(1).map((start, index) => (start - (starts[index] ?? start)) / 1000 / scale);
};

/** Documented seconds from the start of the first attempt to the start of the last. */
export const lastingSeconds = (seen: Deliveries, clock: Clock): number =>
  apartSeconds(seen, clock).reduce((sum, seconds) => sum + seconds, 0);

/** Seconds as a report shows them. */
export const shown = (gaps: readonly number[]): string => gaps.map((gap) => gap.toFixed(2)).join(', ');

/** The attempts for an order, and how many there are until one is accepted. */
export interface Accepted {
  seen: Deliveries;
  accepted: number;
}

/** Asserts that accepted deliveries are not attempted again. */
export const expectNoFurtherAttempt = (all: readonly Accepted[]): void => {
  for (const { seen, accepted } of all) {
    const { length } = seen.attempts;
    expectHolds(seen, 'attempts', `${accepted}, the last of them accepted`, length, length === accepted);
  }
};
