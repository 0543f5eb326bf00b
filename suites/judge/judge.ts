import { causeOf, type Ending, isFault, type Stability, type Verdict } from '../../core/verdict.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { missingCapabilities } from '../capability.ts';
import type { Rule } from '../rule.ts';
import type { DeliveryDoubt } from '../session/delivery-path-health.ts';
import type { Session } from '../session/session.ts';
import { failedAssertionKey, heldAssertion } from './assertion-key.ts';
import { trySettled } from './settled-try.ts';
import { type Tried, undecided, whatWasSeen } from './try-once.ts';

/** How often a check is tried that gets 429, 5xx or no response. Each try has fresh data, so no write is repeated. */
const triesWhenUnavailable = 4;
/**
 * Further tries before a fault is reported. They run at the same time, so they take no longer than one.
 *
 * Against a target that answers one request in fifty wrongly, a run of all rules meets about eight faults. A further try
 * repeats the same one with a chance of 1.3 % (measured over 160 runs: proof/random-faults.ts). In 200 runs, two
 * confirmations would call 0.3 of these accidents stable, and three 0.004.
 */
const confirmations = 3;

/** A rule without its check, which a `Trier` runs. */
export type Judged = Omit<Rule, 'check' | 'statements'>;

/**
 * Tries a rule once, on data of its own that `tried` identifies. The target gets at least `settleMs` to settle after each
 * change. Never rejects.
 */
export type Trier = (tried: number, settleMs?: number) => Promise<Tried>;

type FaultyTry = Extract<Tried, { outcome: 'fail' | 'warn' }>;

const isUnavailable = (tried: Tried): boolean => causeOf(tried) === 'unavailable';

/** The fault that most tries saw, the earliest one in a tie, and how often it came. */
const mostSeen = (
  tries: readonly Tried[],
): { fault: FaultyTry; stability: Stability; isOftenSeen: boolean } | undefined => {
  const alike = Map.groupBy(tries.filter(isFault), failedAssertionKey);
  const [most = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  const [fault] = most;
  if (!fault) return undefined;
  const failed = most.length;
  const assertion = failedAssertionKey(fault) ?? '';
  // a try that ended at an earlier assertion does not count as one in which this one held
  const held = tries.filter((tried) => tried.outcome === 'pass' || (isFault(tried) && heldAssertion(tried, assertion)));
  const of = failed + held.length;
  const ended = tries.filter((tried) => tried.outcome === 'pass' || isFault(tried)).length;
  const isOftenSeen = failed === ended || 2 * failed > ended;
  if (failed < of) return { fault, stability: { kind: 'intermittent', failed, of }, isOftenSeen };
  return { fault, stability: { kind: of > confirmations ? 'stable' : 'unconfirmed', failed, of }, isOftenSeen };
};

/** Whether a try waited for notifications and none arrived. */
const sawNoNotification = (tried: Tried): boolean =>
  causeOf(tried) === 'not-reached' &&
  tried.deliveries.length > 0 &&
  tried.deliveries.every(({ attempts }) => attempts.length === 0);

/**
 * Why a run does not try a rule: the profile does not offer it, or it takes longer than the depth of the run allows.
 */
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

/** Why the deliveries that a try looked at prove nothing about the target. */
const deliveryDoubt = async (session: Session, { deliveries }: Tried): Promise<DeliveryDoubt | undefined> =>
  deliveries.length > 0 ? await session.doubtDeliveries() : undefined;

/** Why a fault of deliveries that came now and then may be an accident of the network, or of a busy sender. */
const accidentDoubt = (
  { handle: { capture } }: Session,
  { isAboutTime }: Judged,
  { deliveries }: Tried,
  { failed, of }: Stability,
): DeliveryDoubt | undefined => {
  if (deliveries.length === 0) return undefined;
  const came = `it came ${failed} of ${of} times`;
  if (isAboutTime) {
    return { cause: 'not-observable', reason: `${came}, as on a target whose senders are busy now and then` };
  }
  if (capture?.publicUrl === undefined) return undefined;
  return { cause: 'not-observable', reason: `${came}, as an accident of the network to ${capture.publicUrl} does` };
};

interface Confirmed {
  tried: Tried;
  stability?: Stability;
}

/** What a fault comes to, together with the tries that were to confirm it. */
const confirm = async (
  session: Session,
  rule: Judged,
  first: FaultyTry,
  confirming: readonly Tried[],
): Promise<Confirmed> => {
  const once = `a fault was seen once (${whatWasSeen(first)})`;
  if (confirming.every(isUnavailable)) {
    const reason = `${once}, and the target gave no answer when it was to be confirmed`;
    return { tried: undecided(first, 'unavailable', reason) };
  }
  if (confirming.every((tried) => isUnavailable(tried) || tried.stall !== undefined)) {
    const longestMs = Math.max(...confirming.map(({ stall }) => stall?.ms ?? 0));
    const reason = `${once}, and this machine stalled for ${Math.round(longestMs)} ms when it was to be confirmed`;
    return { tried: undecided(first, 'not-observable', reason) };
  }
  const seen = mostSeen([first, ...confirming]);
  if (!seen) return { tried: first };
  const { fault, stability, isOftenSeen } = seen;
  const doubt =
    (await deliveryDoubt(session, fault)) ?? (isOftenSeen ? undefined : accidentDoubt(session, rule, fault, stability));
  if (doubt === undefined) return { tried: fault, stability };
  // if nothing can arrive, the fault says nothing more
  const reason =
    doubt.cause === 'profile' ? doubt.reason : `a fault was seen (${whatWasSeen(fault)}), and ${doubt.reason}`;
  return { tried: undecided(fault, doubt.cause, reason) };
};

const settledInVerdict = ({
  withinMs,
  waitedMs,
  isNeeded,
}: NonNullable<Tried['settled']>): NonNullable<Verdict['settled']> => ({
  withinMs,
  waitedMs: Math.round(waitedMs),
  ...(isNeeded ? { isNeeded } : {}),
});

/**
 * Judges one rule by trying it. A fault is reported only if it comes again on fresh data. A try without a response is
 * repeated. If the target stops responding, this machine stalls, or deliveries get lost on their way, the rule is
 * unverified. Never rejects.
 */
export const judgeBy = async (session: Session, section: string, rule: Judged, tryIt: Trier): Promise<Verdict> => {
  const { id, text, source, level } = rule;
  const started = session.time.now();
  let requests = 0;

  const verdict = ({ requests: _, stall: __, settled, ...ended }: Tried, stability?: Stability): Verdict => {
    if (settled) session.settleTimes.judged(id, settled.soonestMs);
    return session.redact({
      rule: id,
      section,
      text,
      source,
      level,
      ...(stability && isFault(ended) ? { ...ended, stability } : ended),
      ...(settled && settled.waitedMs > 0 ? { settled: settledInVerdict(settled) } : {}),
      requests,
      durationMs: Math.round(session.time.now() - started),
    });
  };
  const untried = whyUntried(rule, session.handle);
  if (untried) return verdict({ ...untried, assertions: 0, exchanges: [], deliveries: [], requests: 0 });
  session.client.announce(id);

  const tryUntilAnswered = async (settleMs?: number): Promise<Tried> => {
    for (let left = triesWhenUnavailable - 1; ; left--) {
      const tried = await tryIt(session.nextTry(id), settleMs);
      requests += tried.requests;
      if (!isUnavailable(tried) || left === 0) return tried;
    }
  };
  const first = await tryUntilAnswered();
  if (!isFault(first)) {
    const dependsOnDelivery = first.outcome === 'pass' || sawNoNotification(first);
    const doubt = dependsOnDelivery ? await deliveryDoubt(session, first) : undefined;
    return verdict(doubt ? undecided(first, doubt.cause, doubt.reason) : first);
  }
  const settleMs = first.settled?.withinMs;
  const confirming = await Promise.all(Array.from({ length: confirmations }, () => tryUntilAnswered(settleMs)));
  const { tried, stability } = await confirm(session, rule, first, confirming);
  return verdict(tried, stability);
};

/** Judges one rule by its check. Never rejects. */
export const judge = (session: Session, section: string, rule: Rule): Promise<Verdict> =>
  judgeBy(session, section, rule, (tried, settleMs) => trySettled(session, rule, tried, settleMs));
