import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Clock } from '../check-context.ts';
import { expectHolds } from '../expect.ts';
import type { Deliveries } from '../subject.ts';

/** For `deliveries`: whether so many attempts have arrived. */
export const atLeast =
  (count: number) =>
  ({ attempts }: Deliveries): boolean =>
    attempts.length >= count;

/**
 * Documented seconds in which so many retries come, dispatch not included. The document gives the first wait, about two
 * seconds, and no factor: threefold growth is allowed for, half a minute for every answer that never comes, and three
 * minutes more, because how late a retry comes is judged by itself.
 */
export const retriesSeconds = (retries: number, hangs = 0): number => 3 ** (retries + 1) + 30 * hangs + 180;

const endedAtMs = ({ answeredAtMs, senderClosedAtMs, receivedAtMs }: Attempt): number =>
  answeredAtMs ?? senderClosedAtMs ?? receivedAtMs;

/** Documented seconds from the end of each attempt to the arrival of the next. */
export const gapsSeconds = ({ attempts }: Deliveries, { scale }: Clock): number[] =>
  attempts.slice(1).map((attempt, index) => {
    const before = attempts[index];
    return before ? (attempt.startedAtMs - endedAtMs(before)) / 1000 / scale : Number.NaN;
  });

/** Seconds as a report shows them. */
export const shown = (gaps: readonly number[]): string => gaps.map((gap) => gap.toFixed(2)).join(', ');

/** What came for an order, and how many attempts it takes until one is accepted. */
export interface Accepted {
  seen: Deliveries;
  accepted: number;
}

/** How often is looked at what a stall of the machine can spoil: what is the target's doing is there each time. */
export const triesOfWhatAStallSpoils = 3;

/** Real time within which it is looked at again where that takes documented time: a stall bends small time scales alone. */
export const lookAgainWithinMs = 10_000;

/**
 * Asserts that accepted deliveries are not attempted again. A stall between the two sides can make an answer come too
 * late, and then it is rightly retried: another attempt counts against the sender when it comes three times in a row.
 */
export const expectNoFurtherAttempt = async (show: () => Promise<Accepted[]>): Promise<void> => {
  for (let tried = 1; ; tried++) {
    const all = await show();
    const isSpoiled = all.some(({ seen, accepted }) => seen.attempts.length !== accepted);
    if (isSpoiled && tried < triesOfWhatAStallSpoils) continue;
    for (const { seen, accepted } of all) {
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', `${accepted}, of which the last was accepted`, length, length === accepted);
    }
    return;
  }
};
