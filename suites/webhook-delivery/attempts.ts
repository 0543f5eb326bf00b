import type { Clock } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import type { Deliveries } from '../subject.ts';

/** For `deliveries`: whether N attempts have arrived. */
export const atLeast =
  (count: number) =>
  ({ attempts }: Deliveries): boolean =>
    attempts.length >= count;

/**
 * Documented seconds in which N retries come, dispatch not included. The document gives the first wait, about two
 * seconds, and no factor: threefold growth is allowed for, half a minute for every answer that never comes, and three
 * minutes more, because how late a retry comes is judged by itself.
 */
export const retriesSeconds = (retries: number, hangs = 0): number => 3 ** (retries + 1) + 30 * hangs + 180;

/**
 * Documented seconds from the start of each attempt to the start of the next: where an attempt is answered at once, no
 * trouble on the way can make this shorter than the wait that the sender takes between them.
 */
export const apartSeconds = ({ attempts }: Deliveries, { scale }: Clock): number[] => {
  const starts = attempts.map(({ startedAtMs }) => startedAtMs);
  return starts.slice(1).map((start, index) => (start - (starts[index] ?? start)) / 1000 / scale);
};

/** Seconds as a report shows them. */
export const shown = (gaps: readonly number[]): string => gaps.map((gap) => gap.toFixed(2)).join(', ');

/** What came for an order, and how many attempts it takes until one is accepted. */
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
