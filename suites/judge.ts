import { Unavailable } from '../fixtures/client/unavailable.ts';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import { missingCapabilities } from './capability.ts';
import { type Cause, RuleViolation, Unverified } from './outcome.ts';
import type { Rule } from './rule.ts';
import { brokenDemand } from './same-demand.ts';
import { makeTry, type Try } from './session/make-context.ts';
import type { Outside } from './session/outside.ts';
import type { Session } from './session/session.ts';
import { isDeliveries } from './subject.ts';
import type { Stability, Verdict, Violation } from './verdict.ts';

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

/** How judging ended. */
export type Ended = Pick<Verdict, 'outcome' | 'cause' | 'reason' | 'violation'>;
/** How one try of a check ended, with its evidence. */
export type Tried = Ended &
  Pick<Verdict, 'assertions' | 'exchanges' | 'deliveries' | 'search' | 'tape'> & {
    /** Sent by the try; more than its exchanges where only a part of them is evidence. */
    requests: number;
  };

/** What judging a rule takes of it; how it is tried is another matter. */
export type Judged = Omit<Rule, 'check' | 'statements'>;

/** Tries a rule once, on data of its own that `tried` tells apart. Never rejects. */
export type Trier = (tried: number) => Promise<Tried>;

/** Libraries wrap what a check throws: the innermost error says what happened. */
const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error;

const violationOf = ({ subject, pointer, expected, actual }: RuleViolation): Violation => ({
  pointer,
  expected,
  actual,
  ...(isDeliveries(subject) ? { order: subject.order } : { exchange: subject.number }),
});

const endedBy = (level: Rule['level'], thrown: unknown): Ended => {
  const error = innermost(thrown);
  if (error instanceof RuleViolation) {
    return { outcome: level === 'must' ? 'fail' : 'warn', violation: violationOf(error) };
  }
  if (error instanceof Unverified) return { outcome: 'unverified', cause: error.because, reason: error.message };
  if (error instanceof Unavailable) return { outcome: 'unverified', cause: 'unavailable', reason: error.message };
  return { outcome: 'error', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
};

const assertionsIn = ({ exchanges, deliveries }: Try): number =>
  [...exchanges, ...deliveries].reduce((sum, { assertions }) => sum + assertions.length, 0);

/** One try of a check, on data of its own that `tried` tells apart. Never rejects. */
export const tryOnce = async (
  session: Outside,
  rule: Pick<Rule, 'id' | 'level' | 'check'>,
  tried: number | string,
): Promise<Tried> => {
  const one = makeTry(session, rule.id, tried);
  let ended: Ended;
  try {
    await rule.check(one.context);
    ended =
      assertionsIn(one) > 0
        ? { outcome: 'pass' }
        : { outcome: 'error', reason: 'the check demanded nothing, so its silence proves nothing' };
  } catch (error) {
    ended = endedBy(rule.level, error);
  } finally {
    one.settled();
    await one.end();
  }
  const { exchanges, deliveries, tape } = one;
  return {
    ...ended,
    assertions: assertionsIn(one),
    exchanges,
    deliveries,
    // a fault of ours cannot be judged again
    ...(ended.outcome === 'error' ? {} : { tape }),
    requests: exchanges.length,
  };
};

export const isFault = ({ outcome }: Ended): boolean => outcome === 'fail' || outcome === 'warn';

/** The fault that most tries saw, the earliest of equals, and whether it came every time. */
const mostSeen = (tries: readonly Tried[]): { fault: Tried; stability: Stability } | undefined => {
  const alike = Map.groupBy(tries.filter(isFault), brokenDemand);
  const [most = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  const [fault] = most;
  if (!fault) return undefined;
  const failed = most.length;
  const of = tries.filter((tried) => tried.outcome === 'pass' || isFault(tried)).length;
  if (failed < of) return { fault, stability: { kind: 'intermittent', failed, of } };
  return { fault, stability: { kind: of > confirmations ? 'stable' : 'unconfirmed', failed, of } };
};

/** What a run does not try: what the profile does not offer, and what takes longer than the run's depth allows. */
export const whyUntried = (
  { needs = [], depth: ofRule }: Pick<Rule, 'needs' | 'depth'>,
  { profile, depth }: Pick<RunHandle, 'profile' | 'depth'>,
): Ended | undefined => {
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

const whatWasSeen = ({ violation }: Tried): string =>
  `${violation?.pointer}: expected ${violation?.expected}, got ${violation?.actual}`;

/** A try that decides nothing, for a reason that lies beyond it and is not in its tape. */
const undecided = ({ violation: _, tape: __, ...tried }: Tried, cause: Cause, reason: string): Tried => ({
  ...tried,
  outcome: 'unverified',
  cause,
  reason,
});

/**
 * Judges one rule by trying it: what the profile does not offer is unverified; a target that does not answer is asked
 * again on fresh data; a fault is confirmed on fresh data before it is reported, and not reported when the target has
 * stopped answering meanwhile; what rests on deliveries is not told of a target whose deliveries get lost on their way.
 * Never rejects.
 */
export const judgeBy = async (session: Session, section: string, rule: Judged, tryIt: Trier): Promise<Verdict> => {
  const { id, text, source, level } = rule;
  const started = performance.now();
  const { profile, depth } = session.handle;
  const verdict = ({ requests: _, ...tried }: Tried, requests: number, stability?: Stability): Verdict =>
    session.redact({
      rule: id,
      section,
      text,
      source,
      level,
      ...tried,
      ...(stability ? { stability } : {}),
      requests,
      durationMs: Math.round(performance.now() - started),
    });
  const untried = whyUntried(rule, { profile, depth });
  if (untried) return verdict({ ...untried, assertions: 0, exchanges: [], deliveries: [], requests: 0 }, 0);

  const doubtOf = async ({ deliveries }: Tried): Promise<string | undefined> =>
    deliveries.length > 0 ? await session.doubtOfDeliveries() : undefined;

  let triesStarted = 0;
  let requests = 0;
  const tryUntilAnswered = async (): Promise<Tried> => {
    for (let left = triesWhenUnavailable - 1; ; left--) {
      const tried = await tryIt(triesStarted++);
      requests += tried.requests;
      if (tried.cause !== 'unavailable' || left === 0) return tried;
    }
  };

  const decided = await tryUntilAnswered();
  if (!isFault(decided)) {
    const doubt = decided.outcome === 'pass' ? await doubtOf(decided) : undefined;
    return verdict(doubt === undefined ? decided : undecided(decided, 'not-observable', doubt), requests);
  }

  const confirming = await Promise.all(Array.from({ length: confirmations }, tryUntilAnswered));
  if (confirming.every(({ cause }) => cause === 'unavailable')) {
    const reason = `a fault was seen once (${whatWasSeen(decided)}), and the target gave no answer when it was to be confirmed`;
    return verdict(undecided(decided, 'unavailable', reason), requests);
  }
  const { fault, stability } = mostSeen([decided, ...confirming]) ?? { fault: decided };
  const doubt = await doubtOf(fault);
  if (doubt === undefined) return verdict(fault, requests, stability);
  return verdict(
    undecided(fault, 'not-observable', `a fault was seen (${whatWasSeen(fault)}), and ${doubt}`),
    requests,
  );
};

/** Judges one rule by its check. Never rejects. */
export const judge = (session: Session, section: string, rule: Rule): Promise<Verdict> =>
  judgeBy(session, section, rule, (tried) => tryOnce(session, rule, tried));
