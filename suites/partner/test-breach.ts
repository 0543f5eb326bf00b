import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Obligation } from './obligation.ts';

/** An obligation that is broken, and it alone, when the record of a right partner is changed so. */
export type Breach = [id: Obligation['id'], what: string, change: (record: PartnerRecord) => void];
