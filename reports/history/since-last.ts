import { type Comparison, compareResults, triedIn } from '../compare-results.ts';
import { changesInWords } from '../comparison-report.ts';
import { describeRef, type RunRef, type RunSummary, refOf } from './run-summary.ts';

/** What changed since an earlier run of the same target. */
export interface SinceLast {
  /** The run that this one is compared with. */
  run: RunRef;
  comparison: Comparison;
  /** Later runs that were passed over, because they tried fewer of these rules. */
  passedOver: number;
}

/**
 * Compares a run with the one of the earlier ones that tried the most of its rules, the last of these. Takes the earlier
 * runs oldest first; undefined where none of them has a rule in common with it.
 */
export const compareWithLast = (earlier: readonly RunSummary[], run: RunSummary): SinceLast | undefined => {
  const rules = new Set(triedIn(run).map(({ rule }) => rule));
  const [best] = earlier
    .map((before, index) => ({
      before,
      index,
      shared: triedIn(before).filter(({ rule }) => rules.has(rule)).length,
    }))
    // a run that repeated one drawn case says nothing about a whole property
    .filter(({ before, shared }) => shared > 0 && before.run.path === run.run.path)
    .toSorted((a, b) => b.shared - a.shared || b.index - a.index);
  return (
    best && {
      run: refOf(best.before),
      comparison: compareResults(best.before, run),
      passedOver: earlier.length - 1 - best.index,
    }
  );
};

/** The same in one line. */
export const describeSince = ({ run, comparison }: SinceLast): string =>
  `since ${describeRef(run)}: ${changesInWords(comparison)}`;
