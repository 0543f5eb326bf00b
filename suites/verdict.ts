import type { RecordedExchange } from '../fixtures/exchange.ts';
import type { Cause } from './outcome.ts';
import type { Recording } from './recording.ts';
import type { Level } from './rule.ts';
import type { Deliveries } from './subject.ts';

/** How a rule ended. */
export type Outcome =
  /** Every assertion of the rule was seen to hold. */
  | 'pass'
  /** A must does not hold. */
  | 'fail'
  /** A should does not hold. */
  | 'warn'
  | 'unverified'
  /** Our own fault. */
  | 'error';

/** What was expected and what was there. */
export interface Violation {
  /** JSON pointer into the body, `status`, or the aspect that was compared. */
  pointer: string;
  expected: string;
  actual: string;
  /** Number of the exchange, or id of the order whose deliveries were judged. */
  exchange?: number;
  order?: string;
}

/** Whether a fault comes every time. */
export interface Stability {
  /**
   * `stable`: the same assertion failed each time that it was made, and often enough that chance does not explain it.
   * `intermittent`: it failed sometimes. `unconfirmed`: it never held, and was not seen often enough to be called stable.
   */
  kind: 'stable' | 'intermittent' | 'unconfirmed';
  /** How often the reported assertion failed. */
  failed: number;
  /** Of how many tries that ended with a verdict; of a passive rule, of how many exchanges with the same route. */
  of: number;
}

/** How far a property was tried, and the smallest case that breaks it. */
export interface Search {
  /** Repeats the draws. */
  seed: number;
  /** Cases that were judged. */
  cases: number;
  /** Cases that were to be judged. */
  planned: number;
  /** The budget that was spent before all of them were. */
  endedBy?: 'time' | 'requests';
  /** Why cases that were begun could not be judged, in words, and how many; left out when there are none. */
  unjudged?: { reason: string; cases: number }[];
  counterexample?: Counterexample;
}

/** A drawn case that breaks a property. */
export interface Counterexample {
  /** Together with the seed it repeats the case exactly. */
  path: string;
  /** What was drawn. */
  drawn: string;
  /** How many times it became smaller. */
  shrinks: number;
  /** Nothing smaller breaks the property; false when the search for it ended at its budget. */
  isSmallest: boolean;
}

/** What a run says of one rule. */
export interface Verdict {
  rule: string;
  section: string;
  text: string;
  source: string;
  level: Level;
  outcome: Outcome;
  /** Why it is unverified. */
  cause?: Cause;
  /** In words: what was missing, or what went wrong on our side. */
  reason?: string;
  violation?: Violation;
  stability?: Stability;
  search?: Search;
  /** How the deciding try waited for the target to settle; left out where it did not have to. */
  settled?: {
    /** How long after each change, in real milliseconds. */
    withinMs: number;
    /** In all. */
    waitedMs: number;
    /** With less time it did not pass. */
    isNeeded?: true;
  };
  /** Assertions that were made in the deciding try. */
  assertions: number;
  exchanges: RecordedExchange[];
  deliveries: Deliveries[];
  /** Of the deciding try; left out where the verdict rests on more than its evidence. */
  recording?: Recording;
  /** Over all tries. */
  requests: number;
  durationMs: number;
}
