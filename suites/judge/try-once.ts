import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Cause } from '../../core/outcome.ts';
import type { Ending, Verdict, Violation } from '../../core/verdict.ts';
import { Unavailable } from '../../fixtures/client/unavailable.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import type { Rule } from '../rule.ts';
import type { CheckEnvironment } from '../session/environment.ts';
import { makeTry, type Try } from '../session/make-context.ts';
import type { Settle, Settled } from '../session/settling.ts';
import { type Deliveries, isDeliveries } from '../subject.ts';
import { RuleViolation, Unverified } from './outcome.ts';

/** How one try of a check ended, with its evidence. */
export type Tried = Ending &
  Pick<Verdict, 'assertions' | 'search' | 'recording'> & {
    exchanges: RecordedExchange[];
    deliveries: Deliveries[];
    /** How long this machine stalled during the try, if that is why it decides nothing. */
    stall?: { ms: number; isFaultSeen: boolean };
    /** How it waited for the target to settle; `isNeeded` if it passed only because of that. */
    settled?: Settled & { isNeeded?: true };
    /** Requests that the try sent. Its evidence may hold fewer. */
    requests: number;
  };

/** The innermost error says what happened, because libraries wrap what a check throws. */
const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error;

const describeViolation = ({ subject, pointer, expected, actual }: RuleViolation): Violation => ({
  pointer,
  expected,
  actual,
  ...(isDeliveries(subject) ? { about: subject.about } : { exchange: subject.number }),
});

const endedBy = (level: Rule['level'], thrown: unknown): Ending => {
  const error = innermost(thrown);
  if (error instanceof RuleViolation) {
    return { outcome: level === 'must' ? 'fail' : 'warn', violation: describeViolation(error) };
  }
  if (error instanceof Unverified) return { outcome: 'unverified', cause: error.because, reason: error.message };
  if (error instanceof Unavailable) return { outcome: 'unverified', cause: 'unavailable', reason: error.message };
  return { outcome: 'error', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
};

const assertionsIn = ({ exchanges, deliveries }: Try): number =>
  [...exchanges, ...deliveries].reduce((sum, { assertions }) => sum + assertions.length, 0);

/** One try of a check, on data of its own that `tried` identifies. Never rejects. */
export const tryOnce = async (
  session: CheckEnvironment,
  rule: Pick<Rule, 'id' | 'level' | 'check'>,
  tried: number | string,
  settle?: Settle,
): Promise<Tried> => {
  const one = makeTry(session, rule.id, tried, settle);
  let ended: Ending;
  try {
    await rule.check(one.context);
    ended =
      assertionsIn(one) > 0
        ? { outcome: 'pass' }
        : { outcome: 'error', reason: 'the check made no assertion, so its silence proves nothing' };
  } catch (error) {
    ended = endedBy(rule.level, error);
  } finally {
    one.ended();
    await one.end();
  }
  const { exchanges, deliveries, recording } = one;
  const settled = one.settled();
  return {
    ...ended,
    assertions: assertionsIn(one),
    exchanges,
    deliveries,
    // a try that ended by our own fault cannot be judged again
    ...(ended.outcome === 'error' ? {} : { recording }),
    ...omitUndefined({ settled }),
    requests: exchanges.length,
  };
};

/** The fault of a try, in words. */
export const whatWasSeen = ({ violation: { pointer, expected, actual } }: { violation: Violation }): string =>
  `${pointer}: expected ${expected}, got ${actual}`;

/** Makes a try unverified for a reason that is not in its recording. */
export const undecided = (tried: Tried, cause: Cause, reason: string): Tried => {
  const { assertions, exchanges, deliveries, requests, search, stall, settled } = tried;
  return {
    outcome: 'unverified',
    cause,
    reason,
    assertions,
    exchanges,
    deliveries,
    requests,
    ...omitUndefined({ search, stall, settled }),
  };
};
