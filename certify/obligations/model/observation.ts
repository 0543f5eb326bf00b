import { show } from '../../../core/json.ts';
import type { PartnerCall } from '../../../core/partner-record.ts';
import type { Observation } from '../obligation.ts';
import { pathOf } from './read-call.ts';

type Evidence = Pick<Observation, 'calls' | 'attempts' | 'actions'>;

/** Creates an observation. Only a failed one reports `seen`. */
export const observation = (held: boolean, evidence: Evidence, seen = ''): Observation =>
  held ? { held, ...evidence } : { held, ...evidence, seen };

/** Creates an observation of one call; `seen` follows its method and path. */
export const ofCall = (call: PartnerCall, held: boolean, seen = ''): Observation =>
  observation(held, { calls: [call.number] }, `${call.method} ${pathOf(call)} ${seen}`);

/** Fields with their values, as a failure reports them. */
export const listed = (fields: readonly { pointer: string; value: unknown }[]): string =>
  fields.map(({ pointer, value }) => `${pointer} ${show(value)}`).join(', ');

export const numbersOf = (evidence: readonly { number: number }[]): number[] => evidence.map(({ number }) => number);
