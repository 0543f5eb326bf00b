import type { PartnerRecord } from '../../core/partner-record.ts';

/** A way of doing it right, and what makes the record of a partner one of it. */
export type LegalPartner = readonly [what: string, change: (record: PartnerRecord) => void];
