import { causeOf, isFault } from '../../core/verdict.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Lateness } from '../../fixtures/stalls/stall.ts';
import type { Rule } from '../rule.ts';
import type { Session } from '../session/session.ts';
import { type Tried, tryOnce, undecided, whatWasSeen } from './try-once.ts';

/** Tries of a check that looks at deliveries while this machine stalls. */
const triesWhenStalled = 3;

/**
 * Whether a stall may be the reason for how the try ended. Only deliveries arrive by themselves, so only they are
 * affected. A try that shows a fault, or nothing, is repeated even if the machine was only slow. A fault that every try
 * shows is believed unless a stall was longer than the tolerance.
 */
const mayBeStalled = (
  tried: Tried,
  { longestMs, inARowMs }: Lateness,
  { tolerances: { slackMs } }: Profile,
  faults: number,
): boolean => {
  const { outcome, deliveries } = tried;
  if (deliveries.length === 0 || outcome === 'error') return false;
  const cause = causeOf(tried);
  if (cause === 'unavailable' || cause === 'not-declared') return false;
  return outcome === 'pass' || faults === triesWhenStalled ? longestMs > slackMs : inARowMs > slackMs / 4;
};

const reasonOf = (tried: Tried, stalled: string): string => {
  if (isFault(tried)) return `a fault was seen (${whatWasSeen(tried)}), and ${stalled}, which can look like it`;
  if (tried.outcome === 'unverified') return `${tried.reason}; ${stalled}`;
  return `${stalled}, which changes when deliveries come and how they are answered`;
};

const afterStall = (tried: Tried, ms: number): Tried => ({
  ...undecided(
    tried,
    causeOf(tried) ?? 'not-observable',
    reasonOf(tried, `this machine stalled for ${Math.round(ms)} ms`),
  ),
  stall: { ms, isFaultSeen: isFault(tried) },
});

/**
 * Tries a check, and tries it again on fresh data while this machine or the capture server stalls. Late timers change
 * when deliveries arrive and how they are answered, so such a try proves nothing about the target. Never rejects.
 */
export const tryUnstalled = async (
  session: Session,
  rule: Pick<Rule, 'id' | 'level' | 'check'>,
  tried: number | string,
  settleMs: number,
): Promise<Tried> => {
  const { settleTimes } = session;
  let requests = 0;
  let faults = 0;
  for (let times = 1; ; times++) {
    using watch = session.watchStalls();
    const one = await tryOnce(session, rule, times === 1 ? tried : `${tried}-${times}`, {
      withinMs: settleMs,
      changedMs: settleTimes.lastChangeMs(),
    });
    settleTimes.noteChange(one.settled?.changedMs);
    requests += one.requests;
    if (one.deliveries.length === 0) return { ...one, requests };
    const lateness = await watch.lateness();
    if (isFault(one) && lateness.longestMs <= session.handle.profile.tolerances.slackMs) faults += 1;
    if (!mayBeStalled(one, lateness, session.handle.profile, faults)) return { ...one, requests };
    if (times === triesWhenStalled) return { ...afterStall(one, lateness.inARowMs), requests };
  }
};
