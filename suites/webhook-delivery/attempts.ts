import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Clock } from '../check-context.ts';
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

/** Surely within the few documented seconds that a receiver has. */
const promptSeconds = 2;

/** Whether the receiver was slower than it may be, so that another attempt tells nothing about the sender. */
export const isReceiverLate = (attempt: Attempt, { scale }: Clock): boolean =>
  endedAtMs(attempt) - attempt.receivedAtMs > promptSeconds * 1000 * scale;
