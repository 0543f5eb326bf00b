import type { PartnerCall } from '../../../core/partner-record.ts';
import type { Observation } from '../obligation.ts';
import { pathOf } from './read-call.ts';

type Evidence = Pick<Observation, 'calls' | 'attempts' | 'actions'>;

/** What was seen is reported only of what was broken. */
export const observation = (held: boolean, evidence: Evidence, seen: string): Observation =>
  held ? { held, ...evidence } : { held, ...evidence, seen };

/** An occasion that is one call: what was seen follows its method and path. */
export const ofCall = (call: PartnerCall, held: boolean, seen: string): Observation =>
  observation(held, { calls: [call.number] }, `${call.method} ${pathOf(call)} ${seen}`);

/** The numbers by which calls, attempts or actions are evidence. */
export const numbersOf = (evidence: readonly { number: number }[]): number[] => evidence.map(({ number }) => number);
