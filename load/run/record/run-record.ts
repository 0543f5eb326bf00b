import type { LoadResult } from '../../../core/load-result.ts';
import { passive } from '../../../suites/passive/rules.ts';
import type { JudgedFact } from '../../facts.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import type { Timing } from '../../ledger/retry-curve.ts';
import { entryOf } from './entry-of.ts';
import { Traffic } from './traffic.ts';

type RuleUnderLoad = LoadResult['rules'][number];

const million = 1_000_000;

/** Counts what the passive rules found in samples. */
export class RuleCounts {
  readonly #counts = new Map<string, Pick<RuleUnderLoad, 'judged' | 'violations' | 'example'>>();

  add([, rules, violations]: JudgedFact): void {
    for (const rule of rules) entryOf(this.#counts, rule, () => ({ judged: 0, violations: 0 })).judged += 1;
    for (const [rule, pointer, expected, actual, what] of violations) {
      const known = this.#counts.get(rule);
      if (known === undefined) continue;
      known.violations += 1;
      known.example ??= { what, pointer, expected, actual };
    }
  }

  /** Every rule that was judged, in the order of the catalog. */
  list(): RuleUnderLoad[] {
    return passive.flatMap(({ id, text, level }) => {
      const counted = this.#counts.get(id);
      if (counted === undefined) return [];
      const { judged, violations, ...example } = counted;
      return [{ rule: id, text, level, judged, violations, perMillion: (violations / judged) * million, ...example }];
    });
  }
}

/** Half of it is the largest error at the edge of a second. */
const slotMs = 20;

interface SlotCounts {
  all: number;
  retries: number;
}

/** Counts attempts by arrival. The first second of the run is known only later. */
export class AttemptCounts {
  total = 0;
  readonly #slots = new Map<number, SlotCounts>();

  arrived(atMs: number, isRetry: boolean): void {
    this.total += 1;
    const slot = entryOf(this.#slots, Math.floor(atMs / slotMs), () => ({ all: 0, retries: 0 }));
    slot.all += 1;
    if (isRetry) slot.retries += 1;
  }

  /** Numbers of attempts, by whole seconds since `startedMs`. */
  bySecond(startedMs: number): Map<number, SlotCounts> {
    const seconds = new Map<number, SlotCounts>();
    for (const [slot, { all, retries }] of this.#slots) {
      const at = Math.floor(((slot + 0.5) * slotMs - startedMs) / 1000);
      const second = entryOf(seconds, at, () => ({ all: 0, retries: 0 }));
      second.all += all;
      second.retries += retries;
    }
    return seconds;
  }
}

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
  traffic: new Traffic(),
  rules: new RuleCounts(),
  attempts: new AttemptCounts(),
  readBack: { judged: 0, wrong: 0, examples: [] },
});
