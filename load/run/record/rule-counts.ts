import type { LoadResult } from '../../../core/load-result.ts';
import { passive } from '../../../suites/passive/rules.ts';
import type { JudgedFact } from '../../facts.ts';

type RuleUnderLoad = LoadResult['rules'][number];

/** What the passive rules found in the sampled answers and deliveries. */
export interface RuleCounts {
  judged(fact: JudgedFact): void;
  /** Every rule that was about something, in the catalogue's order. */
  list(): RuleUnderLoad[];
}

const million = 1_000_000;

export const createRuleCounts = (): RuleCounts => {
  const counts = new Map<string, Pick<RuleUnderLoad, 'judged' | 'violations' | 'example'>>();
  return {
    judged([, rules, violations]) {
      for (const rule of rules) {
        const known = counts.get(rule);
        if (known === undefined) counts.set(rule, { judged: 1, violations: 0 });
        else known.judged += 1;
      }
      for (const [rule, pointer, expected, actual, what] of violations) {
        const known = counts.get(rule);
        if (known === undefined) continue;
        known.violations += 1;
        known.example ??= { what, pointer, expected, actual };
      }
    },

    list: () =>
      passive.flatMap(({ id, text, level }) => {
        const counted = counts.get(id);
        if (counted === undefined) return [];
        const { judged, violations, ...example } = counted;
        return [{ rule: id, text, level, judged, violations, perMillion: (violations / judged) * million, ...example }];
      }),
  };
};
