import type { RunSummary, SummedVerdict } from './run-summary.ts';

/** A rule as one run judged it. */
export interface Seen {
  run: RunSummary;
  verdict: SummedVerdict;
  isBroken: boolean;
  /** How likely a run like this finds it broken. */
  chance: number;
}

/** Whether it failed in some of the run's tries alone. */
export const isIntermittent = ({ verdict }: Seen): boolean => verdict.stability?.kind === 'intermittent';

/** What a run says of a rule; nothing where it did not judge it. */
export const seenIn = (run: RunSummary, verdict: SummedVerdict): Seen[] => {
  const { outcome, stability } = verdict;
  if (outcome === 'unverified' || outcome === 'error') return [];
  const isBroken = outcome !== 'pass';
  const isSometimes = stability?.kind === 'intermittent' && stability.of > 0;
  const chance = isSometimes ? Math.min(1, stability.failed / stability.of) : Number(isBroken);
  return [{ run, verdict, isBroken, chance }];
};
