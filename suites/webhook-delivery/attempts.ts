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
 * seconds, and no factor: threefold growth is allowed for, half a minute for every answer that never comes, and two
 * minutes more, because how late a retry comes is judged by itself.
 */
export const retriesSeconds = (retries: number, hangs = 0): number => 3 ** (retries + 1) + 30 * hangs + 120;

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

/** Surely within the few documented seconds that a receiver has: an answer that took longer proves nothing. */
const promptSeconds = 2;

/** Whether the attempt was answered while its sender was sure to wait. */
export const isAnsweredPromptly = ({ answeredAtMs, receivedAtMs }: Attempt, { scale }: Clock): boolean =>
  answeredAtMs !== undefined && answeredAtMs - receivedAtMs <= promptSeconds * 1000 * scale;
