import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Clock, FlowShop, GivenOrder } from '../../suites/check-context.ts';
import type { Deliveries } from '../../suites/subject.ts';
import { retriesSeconds } from '../../suites/webhook-delivery/attempts.ts';

/** How long a platform may wait for an answer that never comes. The documented timeout is a few seconds. */
const maxHangSeconds = 600;

/** Nine waits that double from two seconds take 1,022 seconds together. A longer single wait is not watched. */
const maxWaitSeconds = 1_050;

const isOver = (attempt: Attempt | undefined): boolean =>
  attempt?.answeredAtMs !== undefined || attempt?.senderClosedAtMs !== undefined;

const endedAtMs = ({ answeredAtMs, senderClosedAtMs, receivedAtMs }: Attempt): number =>
  answeredAtMs ?? senderClosedAtMs ?? receivedAtMs;

/** Documented seconds from the end of each attempt to the arrival of the next. */
const gapsSeconds = ({ attempts }: Deliveries, { scale }: Clock): number[] =>
  attempts.slice(1).map((attempt, index) => {
    const before = attempts[index];
    return before ? (attempt.startedAtMs - endedAtMs(before)) / 1000 / scale : Number.NaN;
  });

/** The attempts for an order, once there are enough or the next one is long overdue. */
export const awaited = async (shop: FlowShop, order: Pick<GivenOrder, 'id'>, count: number): Promise<Deliveries> => {
  const { clock } = shop;
  for (let seen = await shop.arrived(order); ; ) {
    const { length } = seen.attempts;
    if (length >= count) return seen;
    const hasGoneOn = ({ attempts }: Deliveries): boolean => attempts.length > length;
    // the next wait begins when the platform gives up on an answer, and how long that takes is open
    const ended = await shop.deliveries(order, (now) => hasGoneOn(now) || isOver(now.attempts.at(-1)), maxHangSeconds);
    // waits may grow threefold, with jitter
    const next = 2 * Math.max(1, ...gapsSeconds(ended, clock));
    if (next > maxWaitSeconds) {
      shop.unverified('not-observable', `the next wait would be ${Math.round(next)} seconds: too long to be watched`);
    }
    seen = await shop.deliveries(order, hasGoneOn, Math.max(3 * next, retriesSeconds(1)));
    if (seen.attempts.length === length) return seen;
  }
};
