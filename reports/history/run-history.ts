import { omitUndefined } from '../../core/omit-undefined.ts';
import { type RuleRecord, ruleRecords } from './rule-record.ts';
import type { RunSummary } from './run-summary.ts';
import { compareWithLast, type SinceLast } from './since-last.ts';

/** A run among the earlier ones of its target. */
export interface RunHistory {
  /** Oldest first; the run itself is the last. */
  runs: readonly RunSummary[];
  /** Of the rules that did not always hold, the most pressing first. */
  records: readonly RuleRecord[];
  /** What the run changed; undefined where no earlier one can be compared with it. */
  since?: SinceLast;
}

/** What a run is in the light of the earlier ones, oldest first. */
export const historyOf = (earlier: readonly RunSummary[], run: RunSummary): RunHistory => {
  const runs = [...earlier, run];
  const since = compareWithLast(earlier, run);
  return { runs, records: ruleRecords(runs), ...omitUndefined({ since }) };
};
