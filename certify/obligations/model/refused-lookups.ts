import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsOn, nameOf, partsOf, statusOf } from './read-call.ts';

/** Whether a scenario refused a lookup. The partner may take that as the end of what it was asked to do. */
export const isRefusedLookup = (call: PartnerCall): boolean => {
  const status = statusOf(call) ?? 0;
  return call.method === 'GET' && call.fault !== undefined && status >= 400 && status < 500;
};

/** Whether such a lookup asked for the record of an action, by one of these names. */
export const wasRefused = (
  record: PartnerRecord,
  resource: 'coupons' | 'orders',
  { fromMs }: PartnerAction,
  names: readonly unknown[],
): boolean =>
  callsOn(record, resource).some((call) => {
    const name = partsOf(call).at(-1);
    return call.atMs >= fromMs && isRefusedLookup(call) && names.some((each) => nameOf(each) === name);
  });
