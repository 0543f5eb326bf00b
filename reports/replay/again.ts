import type { Assertion } from '../../core/exchange.ts';
import type { Ending, StoredCase } from '../../core/verdict.ts';

/** What a rule of this version says of what a run recorded. */
export interface JudgedAgain {
  kind: 'judged';
  /** Whether the verdict rests on nothing else: of a property one case of many is kept, of what all exchanges are held against a sample. */
  isWhole: boolean;
  ended: Ending;
  exchanges: readonly { number: number; assertions: readonly Assertion[] }[];
  deliveries: readonly { assertions: readonly Assertion[] }[];
  /** Every case of a property that no case breaks, where the run's folder is at hand. */
  cases?: readonly CaseAgain[];
  /** What the check asked for and the record does not hold, in words; then its verdict says nothing. */
  missing: readonly string[];
  /** What the record holds and the check did not ask for, in words. */
  unasked: readonly string[];
}

/** What judging a stored verdict again came to; without it, why it cannot be judged again. */
export type Again = JudgedAgain | { kind: 'not kept'; why: string } | { kind: 'no rule' };

/** A case of a property as the run's folder keeps it, judged again. */
export interface CaseAgain {
  stored: StoredCase;
  again: Again;
}
