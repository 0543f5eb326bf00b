import fc from 'fast-check';
import { omitUndefined } from '../core/omit-undefined.ts';
import { type Counterexample, endingOf, isFault, type Search } from '../core/verdict.ts';
import type { Trier } from '../suites/judge/judge.ts';
import { trySettled } from '../suites/judge/settled-try.ts';
import type { Tried } from '../suites/judge/try-once.ts';
import { tryUnstalled } from '../suites/judge/unstalled-try.ts';
import type { Session } from '../suites/session/session.ts';
import type { UnwrittenCase } from '../suites/subject.ts';
import { type Budget, limitsOf, openBudget, shrinkingLimitsOf } from './budget.ts';
import { casesOf, describeDrawn } from './drawn-cases.ts';
import type { Case, Property } from './property.ts';

/** Cases that run at the same time. Each creates its own data, so they do not affect each other. */
const casesAtOnce = 4;

interface Judged {
  place: number;
  tried: Tried;
}

const isHeld = ({ tried }: Judged): boolean => tried.outcome === 'pass';

/** Tests cases, a few at a time, until one fails or the budget is spent. */
const judgeCases = async (
  cases: readonly Case[],
  atOnce: number,
  budget: Budget,
  judgeCase: (one: Case, place: number) => Promise<Tried>,
): Promise<Judged[]> => {
  const judged: Judged[] = [];
  const waiting = cases.entries();
  const isOver = (): boolean =>
    budget.spent() !== undefined || judged.some(({ tried }) => isFault(tried) || tried.outcome === 'error');
  const work = async (): Promise<void> => {
    for (const [place, one] of waiting) {
      if (isOver()) return;
      judged.push({ place, tried: await judgeCase(one, place) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return judged.toSorted((a, b) => a.place - b.place);
};

const unjudgedOf = (judged: readonly Judged[]): NonNullable<Search['unjudged']> => {
  const reasons = judged.flatMap(({ tried }) => (tried.outcome === 'unverified' ? [tried.reason] : []));
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, alike]) => ({ reason, cases: alike.length }));
};

/** The recording of a case, with the path that leads to it. */
const recordingOf = ({ recording }: Tried, path: string | undefined): Pick<Tried, 'recording'> =>
  recording ? { recording: { ...recording, ...omitUndefined({ path }) } } : {};

const storedCase = ({ id }: Property, tried: Tried): UnwrittenCase => ({
  rule: id,
  ...endingOf(tried),
  ...omitUndefined({ recording: tried.recording }),
  exchanges: tried.exchanges.map(({ number }) => number),
  deliveries: tried.deliveries,
});

/** The waits of all cases for the target to settle. */
const settledOf = (judged: readonly Judged[]): Pick<Tried, 'settled'> => {
  const each = judged.flatMap(({ tried: { settled } }) => settled ?? []);
  if (each.length === 0) return {};
  return {
    settled: {
      withinMs: Math.max(...each.map(({ withinMs }) => withinMs)),
      changedMs: Math.max(...each.map(({ changedMs = 0 }) => changedMs)),
      waitedMs: each.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
      soonestMs: Math.min(...each.map(({ soonestMs }) => soonestMs)),
      ...(each.some(({ isNeeded }) => isNeeded) ? { isNeeded: true } : {}),
    },
  };
};

interface Smaller {
  one: Case;
  tried: Tried;
  counterexample: Omit<Counterexample, 'drawn'>;
}

/** Searches for the smallest failing case, starting from a failing one, until the budget is spent. */
const shrink = async (
  draws: fc.Arbitrary<Case>,
  from: { seed: number; path: string },
  budget: Budget,
  judgeCase: (one: Case) => Promise<Tried>,
): Promise<Smaller | undefined> => {
  let smallest: Omit<Smaller, 'counterexample'> | undefined;
  let isCutOff = false;
  const property = fc.asyncProperty(draws, async (one) => {
    isCutOff ||= budget.spent() !== undefined;
    // cases that are not tested any more count as passed, so that the search ends
    if (isCutOff) return;
    const tried = await judgeCase(one);
    if (!isFault(tried)) return;
    smallest = { one, tried };
    throw new Error('broken');
  });
  const details = await fc.check(property, { ...from, numRuns: 1 });
  if (!smallest || details.counterexamplePath === null) return undefined;
  const { counterexamplePath: path, numShrinks: shrinks } = details;
  return { ...smallest, counterexample: { path, shrinks, isSmallest: !isCutOff } };
};

interface CaseJudge {
  /** What all its cases sent and asserted. */
  spent: { requests: number; assertions: number };
  judge(budget: Budget, one: Case, fromMs?: number): Promise<Tried>;
  /** Tests a smaller case without longer times to settle, because there are many of them. */
  judgeSmaller(budget: Budget, one: Case): Promise<Tried>;
}

/** Tests the cases of one try. */
const caseJudge = (
  session: Session,
  property: Property,
  settleMs: number | undefined,
  nextName: () => string,
): CaseJudge => {
  const spent = { requests: 0, assertions: 0 };
  const judgedBy = async (budget: Budget, trying: Promise<Tried>): Promise<Tried> => {
    const ended = await trying;
    budget.spend(ended.requests);
    spent.requests += ended.requests;
    spent.assertions += ended.assertions;
    return ended;
  };
  return {
    spent,
    judge: (budget, { check }, fromMs = settleMs) =>
      judgedBy(budget, trySettled(session, { ...property, check }, nextName(), fromMs)),
    judgeSmaller(budget, { check }) {
      const name = nextName();
      return judgedBy(budget, tryUnstalled(session, { ...property, check }, name, session.settleTimes.known()));
    },
  };
};

/** The case that decides the verdict when none failed. */
const decidingOf = (judged: readonly Judged[]): Judged | undefined =>
  judged.find(({ tried }) => tried.outcome === 'error') ??
  // passed cases do not outweigh a fault that may have been a stall
  judged.find(({ tried: { stall } }) => stall?.isFaultSeen) ??
  judged.findLast(isHeld) ??
  judged[0];

/**
 * Tries a property. The first try tests drawn cases and shrinks a failing one; further tries confirm the smallest failing
 * case. The draws depend only on the run's seed, so a seed and a path repeat a case.
 */
export const searching = (session: Session, property: Property): Trier => {
  const { profile, depth, seed, path } = session.handle;
  const limits = limitsOf(profile, depth);
  const pathOf = (place: number): string => path ?? String(place);
  let found: { one: Case; search: Search } | undefined;
  let judgedSoFar = 0;

  /** The smallest failing case, which counts only if it also fails with as much time to settle as the first one. */
  const smallestOf = async (first: Smaller, { judge, judgeSmaller }: CaseJudge, budget: Budget): Promise<Smaller> => {
    if (path !== undefined) return first;
    const shrinking = openBudget(shrinkingLimitsOf(limits), session.time.now);
    const from = { seed, path: first.counterexample.path };
    const smaller = await shrink(property.draws(profile), from, shrinking, (one) => judgeSmaller(shrinking, one));
    if (!smaller) return first;
    const withinMs = first.tried.settled?.withinMs ?? 0;
    if (withinMs <= (smaller.tried.settled?.withinMs ?? 0)) return smaller;
    const again = await judge(budget, smaller.one, withinMs);
    return isFault(again) ? { ...smaller, tried: again } : first;
  };

  return async (tried, settleMs) => {
    const cases = caseJudge(session, property, settleMs, () => `${tried}.${judgedSoFar++}`);
    const budget = openBudget(limits, session.time.now);
    if (found) {
      const ended = await cases.judge(budget, found.one);
      return { ...ended, ...recordingOf(ended, found.search.counterexample?.path ?? path), search: found.search };
    }

    const drawn = casesOf(property, session.handle);
    const judged = await judgeCases(drawn, property.readsLists ? 1 : casesAtOnce, budget, async (one, place) => {
      const ended = await cases.judge(budget, one);
      session.keepCase(storedCase(property, { ...ended, ...recordingOf(ended, pathOf(place)) }));
      return ended;
    });
    const endedBy = judged.length < drawn.length ? budget.spent() : undefined;
    const unjudged = unjudgedOf(judged);
    const search: Search = {
      seed,
      cases: judged.filter(isHeld).length,
      planned: drawn.length,
      ...omitUndefined({ endedBy }),
      ...(unjudged.length > 0 ? { unjudged } : {}),
    };

    const broken = judged.find((each) => isFault(each.tried));
    const brokenCase = broken && drawn[broken.place];
    if (broken && brokenCase) {
      search.cases = judged.filter((each) => isHeld(each) || isFault(each.tried)).length;
      const counterexample = { path: pathOf(broken.place), shrinks: 0, isSmallest: path !== undefined };
      const smallest = await smallestOf({ one: brokenCase, tried: broken.tried, counterexample }, cases, budget);
      search.counterexample = { ...smallest.counterexample, drawn: describeDrawn(smallest.one) };
      found = { one: smallest.one, search };
      const recording = recordingOf(smallest.tried, search.counterexample.path);
      return { ...smallest.tried, ...recording, requests: cases.spent.requests, search };
    }
    const deciding = decidingOf(judged);
    if (!deciding) throw new Error(`${property.id} judges no case at ${depth} depth`);
    const { tried: ended, place } = deciding;
    return { ...ended, ...recordingOf(ended, pathOf(place)), ...settledOf(judged), ...cases.spent, search };
  };
};
