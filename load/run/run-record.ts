import { createLedger, type Ledger } from '../ledger/ledger.ts';
import type { Timing } from '../ledger/retry-curve.ts';
import type { Step } from '../result.ts';
import type { DrillRun } from './drills.ts';
import { createRuleCounts, type RuleCounts } from './rule-counts.ts';
import { createTraffic, type Traffic } from './traffic.ts';

/** Attempts by the second that they arrived in, since the epoch. */
export interface AttemptCounts {
  all: Map<number, number>;
  retries: Map<number, number>;
}

/** All that a run gathers while it goes on. */
export interface RunRecord {
  ledger: Ledger;
  traffic: Traffic;
  rules: RuleCounts;
  attempts: AttemptCounts;
  readBack: { judged: number; wrong: number; examples: { order: string; what: string }[] };
  drills: DrillRun[];
  steps: Step[];
}

export const createRunRecord = (timing: Timing): RunRecord => ({
  ledger: createLedger(timing),
  traffic: createTraffic(),
  rules: createRuleCounts(),
  attempts: { all: new Map(), retries: new Map() },
  readBack: { judged: 0, wrong: 0, examples: [] },
  drills: [],
  steps: [],
});
