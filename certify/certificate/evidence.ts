import type { Certificate } from '../../core/certificate.ts';
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

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== undefined))].toSorted();

/** Lists each user agent and each address in a partner's requests. */
export const softwareIn = (records: readonly PartnerRecord[]): NonNullable<Certificate['software']> => {
  const { calls } = evidenceIn(records);
  return {
    userAgents: distinct(calls.map(({ headers }) => headers['user-agent'])),
    addresses: distinct(calls.map(({ from }) => from)),
  };
};
