import type { PartnerRecord } from '../../core/partner-record.ts';

/** Joins what all parts of a session recorded. Numbers count through the whole session. */
export const evidenceIn = (
  records: readonly PartnerRecord[],
): Pick<PartnerRecord, 'calls' | 'attempts' | 'actions' | 'faults'> => ({
  calls: records.flatMap(({ calls }) => calls),
  attempts: records.flatMap(({ attempts }) => attempts),
  actions: records.flatMap(({ actions }) => actions),
  faults: records.flatMap(({ faults }) => faults),
});
