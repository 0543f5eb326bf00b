import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring } from './actions.ts';
import { blocksOf } from './blocks.ts';
import { isAccepted, isUnfinished } from './read-call.ts';

/**
 * Whether a scenario refused a lookup. The partner may take that as the end of what it was asked to do, but not a 429, which
 * only asks for a pause.
 */
export const isRefusedLookup = (call: PartnerCall): boolean =>
  call.method === 'GET' && call.fault !== undefined && !isAccepted(call) && !isUnfinished(call);

/**
 * Whether such a lookup came while an action was carried out. It may be about the record, or about another one that the
 * partner needs for it, such as the customer of an order.
 */
export const wasRefused = (record: PartnerRecord, action: PartnerAction): boolean => {
  const block = blocksOf(record).find(({ actions }) => actions.includes(action));
  return (block?.calls ?? callsDuring(record, action)).some(isRefusedLookup);
};
