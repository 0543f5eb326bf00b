import type { Verdict } from '../../core/verdict.ts';
import { endingOf, isFault } from '../../core/verdict.ts';
import { judgePassively, type Seen } from '../../suites/passive/judge-passively.ts';
import type { PassiveRule } from '../../suites/passive/passive-rule.ts';
import { passive } from '../../suites/passive/rules.ts';
import { asWritten } from '../../suites/subject.ts';
import type { Again } from './again.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { asDelivered, asExchanged, asStored, type RecordedRun } from './recorded-run.ts';

export const passiveRules: ReadonlyMap<string, PassiveRule> = new Map(passive.map((rule) => [rule.id, rule]));

/** Holds a passive rule against what a run exchanged: all of it where the run's folder is at hand, else what its result shows. */
export const heldAgain = (
  run: RecordedRun,
  rule: PassiveRule,
  verdict: Verdict,
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
    redact: (judged) => asWritten(asStored(run, judged)),
  };
  const again = judgePassively(seen, rule);
  return {
    kind: 'judged',
    isWhole: all !== undefined || isFault(again),
    ended: endingOf(again),
    exchanges: again.exchanges,
    deliveries: again.deliveries,
    missing: [],
    unasked: [],
  };
};
