import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Obligation } from './obligation.ts';

/** A change to a correct partner's record that breaks this obligation, and no others except those in `also`. */
export type Breach = [
  id: Obligation['id'],
  what: string,
  change: (record: PartnerRecord) => void,
  also?: readonly Obligation['id'][],
];
