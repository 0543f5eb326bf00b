import fc from 'fast-check';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Counterexample, Search } from '../core/verdict.ts';
import { endingOf, isFault } from '../core/verdict.ts';
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

/**
 * Tries a property. The first try tests drawn cases and shrinks a failing one; further tries confirm the smallest failing
 * case. The draws depend only on the run's seed, so a seed and a path repeat a case.
 */
export const searching = (session: Session, property: Property): Trier => {
  const { profile, depth, seed, path } = session.handle;
  let found: { one: Case; search: Search } | undefined;
  let judgedSoFar = 0;

  return async (tried, settleMs) => {
    let requests = 0;
    let assertions = 0;
    const judgedBy = async (budget: Budget, trying: Promise<Tried>): Promise<Tried> => {
      const ended = await trying;
      budget.spend(ended.requests);
      requests += ended.requests;
      assertions += ended.assertions;
      return ended;
    };
    const judgeCase = (budget: Budget, { check }: Case, fromMs = settleMs): Promise<Tried> =>
      judgedBy(budget, trySettled(session, { ...property, check }, `${tried}.${judgedSoFar++}`, fromMs));
    /** Tests a smaller case without longer times to settle, because there are many of them. */
    const judgeSmaller = (budget: Budget, { check }: Case): Promise<Tried> => {
      const { settleTimes } = session;
      const named = `${tried}.${judgedSoFar++}`;
      return judgedBy(budget, tryUnstalled(session, { ...property, check }, named, settleTimes.known()));
    };
    /** A smaller case counts only if it also fails with as much time to settle as the original one. */
    const asSettled = async (smaller: Smaller, { settled }: Tried): Promise<Smaller | undefined> => {
      const withinMs = settled?.withinMs ?? 0;
      if (withinMs <= (smaller.tried.settled?.withinMs ?? 0)) return smaller;
      const again = await judgeCase(budget, smaller.one, withinMs);
      return isFault(again) ? { ...smaller, tried: again } : undefined;
    };
    const limits = limitsOf(profile, depth);
    if (found) {
      const ended = await judgeCase(openBudget(limits, session.time.now), found.one);
      return { ...ended, ...recordingOf(ended, found.search.counterexample?.path ?? path), search: found.search };
    }

    const budget = openBudget(limits, session.time.now);
    const cases = casesOf(property, session.handle);
    const planned = cases.length;
    const pathOf = (place: number): string => path ?? String(place);
    const judged = await judgeCases(cases, property.readsLists ? 1 : casesAtOnce, budget, async (one, place) => {
      const ended = await judgeCase(budget, one);
      session.keepCase(storedCase(property, { ...ended, ...recordingOf(ended, pathOf(place)) }));
      return ended;
    });
    const endedBy = judged.length < planned ? budget.spent() : undefined;
    const unjudged = unjudgedOf(judged);
    const search: Search = {
      seed,
      cases: judged.filter(isHeld).length,
      planned,
      ...omitUndefined({ endedBy }),
      ...(unjudged.length > 0 ? { unjudged } : {}),
    };

    const broken = judged.find((each) => isFault(each.tried));
    const brokenCase = broken && cases[broken.place];
    if (broken && brokenCase) {
      search.cases = judged.filter((each) => isHeld(each) || isFault(each.tried)).length;
      const startedAt = pathOf(broken.place);
      const shrinking = openBudget(shrinkingLimitsOf(limits), session.time.now);
      const shrunk =
        path === undefined
          ? await shrink(property.draws(profile), { seed, path: startedAt }, shrinking, (one) =>
              judgeSmaller(shrinking, one),
            )
          : undefined;
      const smaller = shrunk && (await asSettled(shrunk, broken.tried));
      const {
        one,
        tried: evidence,
        counterexample,
      } = smaller ?? {
        one: brokenCase,
        tried: broken.tried,
        counterexample: { path: startedAt, shrinks: 0, isSmallest: path !== undefined },
      };
      search.counterexample = { ...counterexample, drawn: describeDrawn(one) };
      found = { one, search };
      return { ...evidence, ...recordingOf(evidence, search.counterexample.path), requests, search };
    }
    const error = judged.find((each) => each.tried.outcome === 'error');
    // passed cases do not outweigh a fault that may have been a stall
    const doubtful = judged.find(({ tried: { stall } }) => stall?.isFaultSeen);
    const deciding = error ?? doubtful ?? judged.findLast(isHeld) ?? judged[0];
    if (!deciding) throw new Error(`${property.id} judges no case at ${depth} depth`);
    const { tried: ended, place } = deciding;
    return { ...ended, ...recordingOf(ended, pathOf(place)), ...settledOf(judged), assertions, requests, search };
  };
};
