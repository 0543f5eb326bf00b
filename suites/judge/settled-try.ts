import { causeOf, isFault, reasonOf } from '../../core/verdict.ts';
import type { Rule } from '../rule.ts';
import type { Session } from '../session/session.ts';
import { failedAssertionKey } from './assertion-key.ts';
import type { Tried } from './try-once.ts';
import { tryUnstalled } from './unstalled-try.ts';

/** As many tries as confirm a fault. An accident does not repeat in any of them. */
const triesToDecide = 3;

/** Whether a change that showed late may be the reason for how the try ended. */
const mayBeTooEarly = (tried: Tried, longerMs: number): boolean => {
  const { settled } = tried;
  if (settled === undefined || settled.soonestMs >= longerMs) return false;
  const cause = causeOf(tried);
  return isFault(tried) || cause === 'not-reached' || cause === 'not-observable';
};

const isAlike = (one: Tried, other: Tried): boolean =>
  one.outcome === other.outcome &&
  causeOf(one) === causeOf(other) &&
  failedAssertionKey(one) === failedAssertionKey(other);

/** Whether a try sent its requests about as soon after a change as the first one. A network may add a little. */
const isAsSoon = ({ settled }: Tried, first: Tried): boolean =>
  settled !== undefined && settled.soonestMs <= 2 * (first.settled?.soonestMs ?? 0) + 100;

/** What a try of a rule could not test, and why: the cases of a property may all end so, each after long waits. */
const endingKey = (rule: Pick<Rule, 'id'>, tried: Tried): string | undefined =>
  isFault(tried) ? undefined : [rule.id, causeOf(tried), reasonOf(tried)].join(' ');

/**
 * Tries a check. While a late change may be the reason that it does not pass, tries it again on fresh data with a longer
 * wait after each change. If a longer wait helps, the check runs again without it. A failure that does not come back was
 * an accident, not a late change. Never rejects.
 */
export const trySettled = async (
  session: Session,
  rule: Pick<Rule, 'id' | 'level' | 'check'>,
  tried: number | string,
  fromMs: number = session.settleTimes.known(),
): Promise<Tried> => {
  const { settleTimes } = session;
  let requests = 0;
  let times = 0;
  const tryWithin = async (ms: number): Promise<Tried> => {
    const one = await tryUnstalled(session, rule, times++ === 0 ? tried : `${tried}s${times}`, ms);
    requests += one.requests;
    return one;
  };
  const withoutLongerTime = async (first: Tried): Promise<'comes again' | 'accident' | 'unclear'> => {
    const again = await Promise.all(Array.from({ length: triesToDecide }, () => tryWithin(fromMs)));
    if (again.some((one) => isAlike(one, first))) return 'comes again';
    // other checks may have changed something just before the first try, which cannot be repeated
    return again.every((one) => isAsSoon(one, first)) ? 'accident' : 'unclear';
  };

  const first = await tryWithin(fromMs);
  let last = first;
  for (let ms = fromMs; ; ) {
    const longerMs = settleTimes.longerThan(ms);
    const key = endingKey(rule, last);
    if (longerMs === undefined) {
      if (key !== undefined && ms > fromMs) settleTimes.waitedInVain(key);
      break;
    }
    if (!mayBeTooEarly(last, longerMs) || (key !== undefined && settleTimes.isInVain(key))) break;
    ms = longerMs;
    const later = await tryWithin(ms);
    // a check that uses up a user cannot be repeated
    if (causeOf(later) === 'not-declared' && isFault(last) && settleTimes.known() <= fromMs) break;
    last = later;
  }
  if (last === first || last.outcome !== 'pass') return { ...last, requests };
  const { settled } = last;
  if (settled && settleTimes.known() < settled.withinMs) {
    const seen = await withoutLongerTime(first);
    if (seen === 'comes again') settleTimes.learn(settled.withinMs);
    if (seen === 'accident' && isFault(first) && settleTimes.known() === 0) return { ...first, requests };
  }
  return { ...last, ...(settled ? { settled: { ...settled, isNeeded: true } } : {}), requests };
};
