import type { Level } from '../../core/outcome.ts';
import { capabilities, type PartnerCapability, type PartnerRecord } from '../../core/partner-record.ts';
import type { StatementId } from '../../core/statement.ts';

/** One observation that an obligation passes or fails. */
export interface Observation {
  held: boolean;
  /** The evidence: calls, attempts and actions by their numbers, in any order and perhaps repeated. */
  calls?: readonly number[];
  attempts?: readonly number[];
  actions?: readonly number[];
  /** What the partner did, when it failed. */
  seen?: string;
  /** The failure ended the session, so that no second play is possible. It counts at once. */
  isCertain?: true;
}

/** The capabilities with which a partner writes to the platform. */
export const writing = capabilities.filter(
  (capability) => !['lists', 'coupons-config', 'several-companies'].includes(capability),
);

/** A rule that binds a partner, with the function that judges it from a record. */
export interface Obligation {
  /** Never reused and never renumbered, because certificates name it. */
  id: `PART-${number}`;
  /** What the partner does, as a sentence that can be false. */
  text: string;
  /** The section of the document that states it. */
  source: string;
  /** The document's statements behind it. The first one decides the level, as listed in `asked.ts`. */
  statements: readonly [StatementId, ...StatementId[]];
  level: Level;
  /** Why a `should` is no `must`, in one sentence, if it names a required statement or none of a partner. */
  inferred?: string;
  /** A `must` that follows from a declared capability, and not from the document. */
  isPromised?: true;
  /** The capability that it requires. Default: it applies to every partner. */
  needs?: PartnerCapability;
  /**
   * The capabilities that give it an occasion. It is not declared for a partner with none of them, unless the partner
   * does what it judges all the same.
   */
  arisesWith?: readonly PartnerCapability[];
  /**
   * Only a received request breaks it, never a missing one. If a storm ended the session, it is also judged in the
   * scenario in progress.
   */
  judgesStorms?: true;
  /** It judges the whole record. All others judge the part of each company by itself. */
  acrossCompanies?: true;
  /** Returns all observations in the record. `others` are the parts of the other companies. A pure function. */
  judge(record: PartnerRecord, others?: readonly PartnerRecord[]): Observation[];
}
