import { everyDefect } from '../every-defect.ts';
import { serveInputs } from '../worker-pool.ts';
import { findReach } from './reach.ts';

/** A rule that is run alone on the sound platform. */
export interface ReachInput {
  rule: string;
  seed: number;
}

const reachOf = findReach(everyDefect);

/** The places of the defects that the rule reaches. */
serveInputs(({ rule, seed }: ReachInput): Promise<number[]> => reachOf(rule, seed));
