import { causeOf, isFault } from '../../core/verdict.ts';
import type { Rule } from '../rule.ts';
import type { Session } from '../session/session.ts';
import { failedAssertionKey } from './assertion-key.ts';
import type { Tried } from './try-once.ts';
import { tryUnstalled } from './unstalled-try.ts';

/** As many tries as confirm a fault: by accident alone none of them meets the same one. */
const triesToDecide = 3;

/** Whether a target that shows its changes late may have made the try end as it did. */
const isDoubtful = (tried: Tried, longerMs: number): boolean => {
  const { settled } = tried;
  if (settled === undefined || settled.soonestMs >= longerMs) return false;
  const cause = causeOf(tried);
  return isFault(tried) || cause === 'not-reached' || cause === 'not-observable';
};

const isAlike = (one: Tried, other: Tried): boolean =>
  one.outcome === other.outcome &&
  causeOf(one) === causeOf(other) &&
  failedAssertionKey(one) === failedAssertionKey(other);

/** Whether a try asked about as soon after a change as the first did, but for what a network adds. */
const isAsSoon = ({ settled }: Tried, first: Tried): boolean =>
  settled !== undefined && settled.soonestMs <= 2 * (first.settled?.soonestMs ?? 0) + 100;

/**
 * Tries a check, and tries it again on fresh data with longer and longer times for the target to settle, while that may
 * be why it does not pass. A fault is the target's only if it is there with the longest time too. Where a longer time
 * helps, the same is tried once more without: what then does not come again was an accident, and no late change.
 * Never rejects.
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
    // what others had changed before the first try cannot be had again
    return again.every((one) => isAsSoon(one, first)) ? 'accident' : 'unclear';
  };

  const first = await tryWithin(fromMs);
  let last = first;
  for (let ms = fromMs; ; ) {
    const longerMs = settleTimes.longerThan(ms);
    if (longerMs === undefined || !isDoubtful(last, longerMs)) break;
    ms = longerMs;
    const later = await tryWithin(ms);
    // a check that uses something up may not be tried as often
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
