import type { Verdict } from '../../core/verdict.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';

/** A verdict for every selected rule: one that was not judged is an error, unless an interrupt cut it off. */
export const completeVerdicts = (
  selected: readonly ListedRule[],
  verdicts: ReadonlyMap<string, Verdict>,
  isInterrupted: boolean,
): Verdict[] =>
  selected.map(({ id, section, text, source, level }): Verdict => {
    const verdict = verdicts.get(id);
    if (verdict) return verdict;
    return {
      rule: id,
      section,
      text,
      source,
      level,
      ...(isInterrupted
        ? { outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted before this rule was judged' }
        : { outcome: 'error', reason: 'the run ended without a verdict on this rule' }),
      assertions: 0,
      exchanges: [],
      deliveries: [],
      requests: 0,
      durationMs: 0,
    };
  });
