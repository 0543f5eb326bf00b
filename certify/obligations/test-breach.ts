import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Obligation } from './obligation.ts';

/** An obligation that is broken, and no other but those named, when the record of a right partner is changed so. */
export type Breach = [
  id: Obligation['id'],
  what: string,
  change: (record: PartnerRecord) => void,
  also?: readonly Obligation['id'][],
];
