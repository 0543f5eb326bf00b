import type { Level } from '../../core/outcome.ts';
import type { PartnerCapability, PartnerRecord } from '../../core/partner-record.ts';
import type { StatementId } from '../../core/statement.ts';

/** One occasion on which an obligation could be kept or broken. */
export interface Observation {
  held: boolean;
  /** The evidence: calls, attempts and actions by their numbers. */
  calls?: readonly number[];
  attempts?: readonly number[];
  actions?: readonly number[];
  /** What was seen, in words, when it was broken. */
  seen?: string;
  /** It ended the session, so that it cannot be played again: it counts as soon as it is seen. */
  isCertain?: true;
}

/** One thing that the document asks of a partner, with what decides from a record whether it was kept. */
export interface Obligation {
  /** Never reused, never renumbered: certificates name it. */
  id: `PART-${number}`;
  /** What the partner does, in our own words, as a sentence that can be false. */
  text: string;
  /** Where the document states it. */
  source: string;
  /** The document's statements that it stands for: its level rests on the first, as `test-asked.ts` has it. */
  statements: readonly [StatementId, ...StatementId[]];
  level: Level;
  /** Of a should that names a required statement, or nothing that the document asks: why it is no must, in one sentence. */
  inferred?: string;
  /** A must that rests on the capability that the partner declares, and not on the document. */
  isPromised?: true;
  /** What the partner must be declared to do for it to apply; left out, it applies to every partner. */
  needs?: PartnerCapability;
  /**
   * What breaks it is a request that came, and never one that is missing: where a storm ended the session, it is judged in
   * the scenario in progress too.
   */
  judgesStorms?: true;
  /** Every occasion in the record; none when there was none. A pure function. */
  judge(record: PartnerRecord): Observation[];
}
