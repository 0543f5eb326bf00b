import type { PartnerRecord } from '../../core/partner-record.ts';

/** A correct behavior, and the change that adds it to a partner's record. */
export type LegalPartner = readonly [what: string, change: (record: PartnerRecord) => void];
