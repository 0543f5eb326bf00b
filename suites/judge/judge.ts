import type { Stability, Verdict } from '../../core/verdict.ts';
import { causeOf, type Ending, isFault } from '../../core/verdict.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { missingCapabilities } from '../capability.ts';
import type { Rule } from '../rule.ts';
import type { DeliveryDoubt } from '../session/delivery-path-health.ts';
import type { Session } from '../session/session.ts';
import { failedAssertionKey, heldAssertion } from './assertion-key.ts';
import { trySettled } from './settled-try.ts';
import { type Tried, undecided, whatWasSeen } from './try-once.ts';

/** Tries of a check that meets 429, 5xx or lost requests: each has fresh data, so no write is ever repeated. */
const triesWhenUnavailable = 4;
/**
 * Further tries before a fault is reported, all at once, so that they take no longer than one.
 *
 * Against a target that answers one request in fifty wrongly, a run of all rules meets about eight faults, and a further
 * try repeats the same one with a chance of 1.3 % (measured over 160 runs: proof/random-faults.ts). Two confirmations
 * would call 0.3 of the accidents of 200 runs stable, three 0.004: three are the fewest to be relied on.
 */
const confirmations = 3;

/** What judging a rule takes of it; how it is tried is another matter. */
export type Judged = Omit<Rule, 'check' | 'statements'>;

/** Tries a rule once, on data of its own that `tried` identifies, with at least this time for the target to settle. Never rejects. */
export type Trier = (tried: number, settleMs?: number) => Promise<Tried>;

const settledInVerdict = ({
  withinMs,
  waitedMs,
  isNeeded,
}: NonNullable<Tried['settled']>): NonNullable<Verdict['settled']> => ({
  withinMs,
  waitedMs: Math.round(waitedMs),
  ...(isNeeded ? { isNeeded } : {}),
});

type FaultyTry = Extract<Tried, { outcome: 'fail' | 'warn' }>;

/** The fault that most tries saw, the earliest of equals, and whether it came every time. */
const mostSeen = (
  tries: readonly Tried[],
): { fault: FaultyTry; stability: Stability; isOftenSeen: boolean } | undefined => {
  const alike = Map.groupBy(tries.filter(isFault), failedAssertionKey);
  const [most = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  const [fault] = most;
  if (!fault) return undefined;
  const failed = most.length;
  const assertion = failedAssertionKey(fault) ?? '';
  // a try that another assertion ended before this one was made could not show it
  const held = tries.filter((tried) => tried.outcome === 'pass' || (isFault(tried) && heldAssertion(tried, assertion)));
  const of = failed + held.length;
  const ended = tries.filter((tried) => tried.outcome === 'pass' || isFault(tried)).length;
  const isOftenSeen = failed === ended || 2 * failed > ended;
  if (failed < of) return { fault, stability: { kind: 'intermittent', failed, of }, isOftenSeen };
  return { fault, stability: { kind: of > confirmations ? 'stable' : 'unconfirmed', failed, of }, isOftenSeen };
};

/** Looked for notifications, and saw none. */
const isInVain = (tried: Tried): boolean =>
  causeOf(tried) === 'not-reached' &&
  tried.deliveries.length > 0 &&
  tried.deliveries.every(({ attempts }) => attempts.length === 0);

/** What a run does not try: what the profile does not offer, and what takes longer than the run's depth allows. */
export const whyUntried = (
  { needs = [], depth: ofRule }: Pick<Rule, 'needs' | 'depth'>,
  { profile, depth }: Pick<RunHandle, 'profile' | 'depth'>,
): Ending | undefined => {
  const missing = missingCapabilities(profile, needs);
  const first = missing.find(({ cause }) => cause === 'not-offered') ?? missing[0];
  if (first) {
    const reason = missing.map(({ capability, advice }) => `${capability}: ${advice}`).join('; ');
    return { outcome: 'unverified', cause: first.cause, reason };
  }
  if (ofRule !== 'full' || depth === 'full') return undefined;
  return {
    outcome: 'unverified',
    cause: 'not-observable',
    reason: 'quick depth does not wait for it: run with --depth full',
  };
};

/**
 * Judges one rule by trying it: what the profile does not offer is unverified; a target that does not answer is asked
 * again on fresh data, and so is one that may show its changes late; a fault is confirmed on fresh data before it is reported, and not reported when the target stops
 * answering before that, or this machine stalls; what rests on deliveries shows nothing of a target whose deliveries get
 * lost on their way. Never rejects.
 */
export const judgeBy = async (session: Session, section: string, rule: Judged, tryIt: Trier): Promise<Verdict> => {
  const { id, text, source, level } = rule;
  const started = session.time.now();
  const { profile, depth } = session.handle;
  const verdict = (
    { requests: _, stall: __, settled, ...said }: Tried,
    requests: number,
    stability?: Stability,
  ): Verdict => {
    if (settled) session.settleTimes.judged(id, settled.soonestMs);
    return session.redact({
      rule: id,
      section,
      text,
      source,
      level,
      ...(stability && isFault(said) ? { ...said, stability } : said),
      ...(settled && settled.waitedMs > 0 ? { settled: settledInVerdict(settled) } : {}),
      requests,
      durationMs: Math.round(session.time.now() - started),
    });
  };
  const untried = whyUntried(rule, { profile, depth });
  if (untried) return verdict({ ...untried, assertions: 0, exchanges: [], deliveries: [], requests: 0 }, 0);
  session.client.announce(id);

  const doubtOf = async ({ deliveries }: Tried): Promise<DeliveryDoubt | undefined> =>
    deliveries.length > 0 ? await session.doubtDeliveries() : undefined;

  /** A network loses or repeats a notification now and then, and no target can be held to account for that. */
  const passingDoubtOf = ({ deliveries }: Tried, { failed, of }: Stability): DeliveryDoubt | undefined => {
    const publicUrl = session.handle.capture?.publicUrl;
    if (deliveries.length === 0) return undefined;
    const came = `it came ${failed} of ${of} times`;
    if (rule.isAboutTime)
      return { cause: 'not-observable', reason: `${came}, as on a target whose senders are busy now and then` };
    if (publicUrl === undefined) return undefined;
    return { cause: 'not-observable', reason: `${came}, as an accident of the network to ${publicUrl} does` };
  };

  let requests = 0;
  const tryUntilAnswered = async (settleMs?: number): Promise<Tried> => {
    for (let left = triesWhenUnavailable - 1; ; left--) {
      const tried = await tryIt(session.nextTry(id), settleMs);
      requests += tried.requests;
      if (causeOf(tried) !== 'unavailable' || left === 0) return tried;
    }
  };

  const decided = await tryUntilAnswered();
  if (!isFault(decided)) {
    const doubt = decided.outcome === 'pass' || isInVain(decided) ? await doubtOf(decided) : undefined;
    return verdict(doubt ? undecided(decided, doubt.cause, doubt.reason) : decided, requests);
  }

  const settleMs = decided.settled?.withinMs;
  const confirming = await Promise.all(Array.from({ length: confirmations }, () => tryUntilAnswered(settleMs)));
  const once = `a fault was seen once (${whatWasSeen(decided)})`;
  if (confirming.every((tried) => causeOf(tried) === 'unavailable')) {
    const reason = `${once}, and the target gave no answer when it was to be confirmed`;
    return verdict(undecided(decided, 'unavailable', reason), requests);
  }
  if (confirming.every((tried) => causeOf(tried) === 'unavailable' || tried.stall !== undefined)) {
    const longestMs = Math.max(...confirming.map(({ stall }) => stall?.ms ?? 0));
    const reason = `${once}, and this machine stalled for ${Math.round(longestMs)} ms when it was to be confirmed`;
    return verdict(undecided(decided, 'not-observable', reason), requests);
  }
  const { fault, stability, isOftenSeen = true } = mostSeen([decided, ...confirming]) ?? { fault: decided };
  const passing = stability && !isOftenSeen ? passingDoubtOf(fault, stability) : undefined;
  const doubt = (await doubtOf(fault)) ?? passing;
  if (doubt === undefined) return verdict(fault, requests, stability);
  // where nothing can arrive, what was seen is no news
  const reason =
    doubt.cause === 'profile' ? doubt.reason : `a fault was seen (${whatWasSeen(fault)}), and ${doubt.reason}`;
  return verdict(undecided(fault, doubt.cause, reason), requests);
};

/** Judges one rule by its check. Never rejects. */
export const judge = (session: Session, section: string, rule: Rule): Promise<Verdict> =>
  judgeBy(session, section, rule, (tried, settleMs) => trySettled(session, rule, tried, settleMs));
