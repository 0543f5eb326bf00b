import { omitUndefined } from '../../core/omit-undefined.ts';
import { type RuleRecord, ruleRecords } from './rule-record.ts';
import type { RunSummary } from './run-summary.ts';
import { compareWithLast, type SinceLast } from './since-last.ts';

/** A run with the earlier runs of its target. */
export interface RunHistory {
  /** Oldest first; the run itself is the last one. */
  runs: readonly RunSummary[];
  /** Of the rules that did not always pass, most urgent first. */
  records: readonly RuleRecord[];
  /** The changes of the run, if an earlier one is comparable. */
  since?: SinceLast;
}

/** Compares a run with earlier ones. Takes them oldest first. */
export const historyOf = (earlier: readonly RunSummary[], run: RunSummary): RunHistory => {
  const runs = [...earlier, run];
  const since = compareWithLast(earlier, run);
  return { runs, records: ruleRecords(runs), ...omitUndefined({ since }) };
};
