import type { JudgedWaiver, Result } from '../core/result.ts';
import { isFault, type Verdict } from '../core/verdict.ts';
import type { Waiver } from '../fixtures/profile/schema.ts';

const stateOf = (waiver: Waiver, verdict: Verdict, today: string): JudgedWaiver['state'] => {
  if (waiver.until < today) return 'expired';
  if (verdict.outcome === 'pass') return 'stale';
  return isFault(verdict) ? 'applied' : 'idle';
};

/** What each state of a waiver means, and what to do about it. */
export const waiverMeaning: Record<JudgedWaiver['state'], string> = {
  applied: 'covers a failure of this run, which does not count',
  idle: 'its rule was not judged',
  stale: 'its rule passes now: remove it from the profile',
  expired: 'its date is over: have the rule met, or renew the date in the profile',
};

/** The owner and the end of a waiver. */
export const termsOf = ({ by, until }: Pick<JudgedWaiver, 'by' | 'until'>): string =>
  by === undefined ? `until ${until}` : `by ${by}, until ${until}`;

/** The state of each waiver whose rule was selected. `today` is a date in UTC. */
export const judgeWaivers = (waivers: readonly Waiver[], verdicts: readonly Verdict[], today: string): JudgedWaiver[] =>
  waivers.flatMap((waiver) => {
    const verdict = verdicts.find(({ rule }) => rule === waiver.rule);
    return verdict ? [{ ...waiver, state: stateOf(waiver, verdict, today) }] : [];
  });

/** The waiver that covers a verdict. */
export const waiverOf = ({ waivers }: Pick<Result, 'waivers'>, verdict: Verdict): JudgedWaiver | undefined =>
  waivers.find(({ rule, state }) => rule === verdict.rule && state === 'applied');

/** Faults that no waiver covers. */
export const unwaived = (result: Pick<Result, 'waivers' | 'verdicts'>, outcome: 'fail' | 'warn'): Verdict[] =>
  result.verdicts.filter((verdict) => verdict.outcome === outcome && waiverOf(result, verdict) === undefined);

/** Waivers that fail a run, because they have expired or their rule passes. */
export const brokenWaivers = ({ waivers }: Pick<Result, 'waivers'>): JudgedWaiver[] =>
  waivers.filter(({ state }) => state === 'stale' || state === 'expired');
