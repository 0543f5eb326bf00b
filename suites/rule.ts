import type { Level } from '../core/outcome.ts';
import type { Capability } from './capability.ts';
import type { CheckContext } from './check-context.ts';

/** `S001` to `S228`: the document's statements, counted in its order. */
export type StatementId = `S${number}`;

/** One documented statement that can be seen from outside, with the check that tries it. */
export interface Rule {
  /** Never reused, never renumbered: reports and waivers name it. */
  id: `${Uppercase<string>}-${number}`;
  /** The statement in our own words, as a sentence that can be false. */
  text: string;
  /** Where the document states it, for example `Endpoints › Paginated lists`. */
  source: string;
  /** The document's statements that this rule stands for: its level rests on the first. */
  statements: readonly [StatementId, ...StatementId[]];
  level: Level;
  /** Of a should whose first statement is plain: why the rule is no must, in one sentence. */
  inferred?: string;
  /** What the profile must offer for the check to be possible. Without it the verdict is `unverified`. */
  needs?: readonly Capability[];
  /** The check is about records that a list shows: with all of these it makes those that are missing. */
  makes?: readonly Capability[];
  /** `full`: tried only at full depth, because it takes minutes on a real target. */
  depth?: 'full';
  /** Asserts on a time: a target whose senders are all busy misses it now and then, and is not held to account for that. */
  isAboutTime?: true;
  /** Throws `RuleViolation` when the rule does not hold. */
  check(context: CheckContext): Promise<void>;
}

/** One part of the document. */
export interface Section {
  /** Folder of the section, and what `--section` takes. */
  name: string;
  title: string;
  rules: readonly Rule[];
}
