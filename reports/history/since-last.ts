import { type Comparison, compareResults, triedIn } from '../compare-results.ts';
import { changesInWords } from '../comparison-report.ts';
import { describeRef, type RunRef, type RunSummary, refOf } from './run-summary.ts';

/** The changes since an earlier run of the same target. */
export interface SinceLast {
  /** The earlier run. */
  run: RunRef;
  comparison: Comparison;
  /** Number of later runs that were skipped, because they tested fewer of these rules. */
  passedOver: number;
}

/**
 * Compares a run with the earlier one that tested most of its rules; of several, the latest. Takes the runs oldest
 * first. Undefined if none shares a rule.
 */
export const compareWithLast = (earlier: readonly RunSummary[], run: RunSummary): SinceLast | undefined => {
  const rules = new Set(triedIn(run).map(({ rule }) => rule));
  const [best] = earlier
    .map((before, index) => ({
      before,
      index,
      shared: triedIn(before).filter(({ rule }) => rules.has(rule)).length,
    }))
    // a run of one repeated case says nothing about a whole property
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

/** The changes in one line. */
export const describeSince = ({ run, comparison }: SinceLast): string =>
  `since ${describeRef(run)}: ${changesInWords(comparison)}`;
