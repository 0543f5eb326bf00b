import type { LoadResult } from '../../../core/load-result.ts';
import { passive } from '../../../suites/passive/rules.ts';
import type { JudgedFact } from '../../facts.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import type { Timing } from '../../ledger/retry-curve.ts';
import { entryOf } from './entry-of.ts';
import { createTraffic, type Traffic } from './traffic.ts';

type RuleUnderLoad = LoadResult['rules'][number];

/** Counts what the passive rules found in samples. */
interface RuleCounts {
  judged(fact: JudgedFact): void;
  /** Every rule that was judged, in the order of the catalog. */
  list(): RuleUnderLoad[];
}

const million = 1_000_000;

export const createRuleCounts = (): RuleCounts => {
  const counts = new Map<string, Pick<RuleUnderLoad, 'judged' | 'violations' | 'example'>>();
  return {
    judged([, rules, violations]) {
      for (const rule of rules) entryOf(counts, rule, () => ({ judged: 0, violations: 0 })).judged += 1;
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

/** Counts attempts by arrival. The first second of the run is known only later. */
export interface AttemptCounts {
  arrived(atMs: number, isRetry: boolean): void;
  /** Numbers of attempts, by whole seconds since `startedMs`. */
  bySecond(startedMs: number): Map<number, { all: number; retries: number }>;
}

/** Half of it is the largest error at the edge of a second. */
const slotMs = 20;

const createAttemptCounts = (): AttemptCounts => {
  const slots = new Map<number, { all: number; retries: number }>();
  const countIn = (counts: typeof slots, key: number, all: number, retries: number): void => {
    const counted = entryOf(counts, key, () => ({ all: 0, retries: 0 }));
    counted.all += all;
    counted.retries += retries;
  };
  return {
    arrived: (atMs, isRetry) => countIn(slots, Math.floor(atMs / slotMs), 1, isRetry ? 1 : 0),
    bySecond(startedMs) {
      const seconds: typeof slots = new Map();
      for (const [slot, { all, retries }] of slots) {
        countIn(seconds, Math.floor(((slot + 0.5) * slotMs - startedMs) / 1000), all, retries);
      }
      return seconds;
    },
  };
};

/** Everything that the journals of a run report. */
export interface RunRecord {
  ledger: Ledger;
  traffic: Traffic;
  rules: RuleCounts;
  attempts: AttemptCounts;
  readBack: { judged: number; wrong: number; examples: { order: string; what: string }[] };
}

export const createRunRecord = (timing: Timing): RunRecord => ({
  ledger: createLedger(timing),
  traffic: createTraffic(),
  rules: createRuleCounts(),
  attempts: createAttemptCounts(),
  readBack: { judged: 0, wrong: 0, examples: [] },
});
