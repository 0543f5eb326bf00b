import type { Verdict } from './verdict.ts';

/** One case of a property as a run's folder keeps it: a verdict shows no more than the case that decided it. */
export interface StoredCase
  extends Pick<Verdict, 'rule' | 'outcome' | 'cause' | 'reason' | 'violation' | 'deliveries' | 'recording'> {
  /** Numbers of its exchanges. */
  exchanges: number[];
}
