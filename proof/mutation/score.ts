import type { Excuse, Excused } from './excuses.ts';
import type { Fate, Judged, Mutant } from './mutant.ts';

export interface Score {
  fates: Record<Fate, number>;
  /** Mutants that were not caught and are excused. */
  excuses: Record<Excuse, number>;
  /** Mutants on which the platform breaks down: a user sees which rules could not be judged, and why. */
  brokenDown: Judged[];
  /** Mutants that were not caught and are not excused. */
  open: Judged[];
  /** Caught mutants among those that are not excused and do not break down. */
  share: number;
  /** Caught mutants among those that are not excused. */
  shareOfAll: number;
}

const isCaught = ({ fate }: Judged): boolean => fate === 'caught' || fate === 'timed out';

const isBrokenDown = ({ fate }: Judged): boolean => fate === 'broken' || fate === 'erring';

export const scoreOf = (judged: readonly Judged[], find: (mutant: Mutant) => Excused | undefined): Score => {
  const fates = { caught: 0, 'timed out': 0, broken: 0, erring: 0, unjudged: 0, survived: 0, unreached: 0 };
  const excuses = { equivalent: 0, open: 0, unseen: 0 };
  const open: Judged[] = [];
  const brokenDown: Judged[] = [];
  for (const one of judged) {
    fates[one.fate]++;
    if (isCaught(one)) continue;
    const entry = find(one.mutant);
    if (entry) excuses[entry.excuse]++;
    else (isBrokenDown(one) ? brokenDown : open).push(one);
  }
  const caught = fates.caught + fates['timed out'];
  return {
    fates,
    excuses,
    brokenDown,
    open,
    share: caught / Math.max(1, caught + open.length),
    shareOfAll: caught / Math.max(1, caught + open.length + brokenDown.length),
  };
};

export const uncaught = (judged: readonly Judged[]): Judged[] => judged.filter((one) => !isCaught(one));
