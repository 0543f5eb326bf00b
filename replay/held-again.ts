import type { ReportedVerdict } from '../reports/result.ts';
import { judgePassively, type Seen } from '../suites/passive/judge-passively.ts';
import type { PassiveRule } from '../suites/passive/passive-rule.ts';
import { passive } from '../suites/passive/rules.ts';
import { isFault } from '../suites/try-once.ts';
import type { Again } from './again.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { asDelivered, asExchanged, asStored, type RecordedRun } from './recorded-run.ts';

export const passiveRules: ReadonlyMap<string, PassiveRule> = new Map(passive.map((rule) => [rule.id, rule]));

/** Holds a passive rule against what a run exchanged: all of it where the run's folder is at hand, else what its result shows. */
export const heldAgain = (
  run: RecordedRun,
  rule: PassiveRule,
  verdict: ReportedVerdict,
  files: EvidenceFiles | undefined,
): Again => {
  const all = rule.about === 'exchanges' ? files?.exchanges : undefined;
  if (!all && verdict.exchanges.length + verdict.deliveries.length === 0) {
    return { kind: 'not kept', why: 'what it was held against is not kept' };
  }
  const seen: Seen = {
    handle: run.handle,
    exchanges: all ?? verdict.exchanges.map(asExchanged),
    deliveries: verdict.deliveries.map(asDelivered),
    redact: (judged) => asStored(run, judged),
  };
  const { exchanges, deliveries, ...ended } = judgePassively(seen, rule);
  return {
    kind: 'judged',
    isWhole: all !== undefined || isFault(ended),
    ended,
    exchanges,
    deliveries,
    missing: [],
    unasked: [],
  };
};
