import type { PartnerRecord } from '../../core/partner-record.ts';

/** Everything that was seen, whether the session was resumed or not: numbers are of the whole session. */
export const evidenceIn = (
  records: readonly PartnerRecord[],
): Pick<PartnerRecord, 'calls' | 'attempts' | 'actions' | 'faults'> => ({
  calls: records.flatMap(({ calls }) => calls),
  attempts: records.flatMap(({ attempts }) => attempts),
  actions: records.flatMap(({ actions }) => actions),
  faults: records.flatMap(({ faults }) => faults),
});
