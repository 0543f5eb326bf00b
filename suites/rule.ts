import type { Level } from '../core/outcome.ts';
import type { StatementId } from '../core/statement.ts';
import type { Capability } from './capability.ts';
import type { CheckContext } from './check-context.ts';

/**
 * One documented statement that can be seen from outside, with the check that tests it.
 *
 * @example
 * import { expectThat } from '../judge/expect.ts';
 * import type { Rule } from '../rule.ts';
 *
 * export const pageSizes: Rule = {
 *   id: 'PAG-2',
 *   text: 'A list returns at most `pageSize` records',
 *   source: 'Endpoints › Paginated lists',
 *   statements: ['S101'],
 *   level: 'must',
 *   async check({ get }) {
 *     const page = await get('/products', { query: { pageSize: 2 } });
 *     expectThat(page, '/data', 'at most 2 records', (data) => Array.isArray(data) && data.length <= 2);
 *   },
 * };
 */
export interface Rule {
  /** Never reused and never renumbered: reports and waivers name it. */
  id: `${Uppercase<string>}-${number}`;
  /** The statement in our own words, as a sentence that a target can break. */
  text: string;
  /** Where the document states it, for example `Endpoints › Paginated lists`. */
  source: string;
  /** The statements of the document that the rule tests. The first one decides the level. */
  statements: readonly [StatementId, ...StatementId[]];
  /** Whether a target that breaks the rule fails or gets a warning. */
  level: Level;
  /** Why the rule is a `should` although its first statement is plain, in one sentence. */
  inferred?: string;
  /**
   * What the profile must offer for the check. Otherwise the verdict is `unverified`.
   *
   * @default []
   */
  needs?: readonly Capability[];
  /** If the profile offers all of these, the check creates the records that a list must show. */
  makes?: readonly Capability[];
  /**
   * `full`: tested only at full depth, because it takes minutes on a real target.
   *
   * @default tested at both depths
   */
  depth?: 'full';
  /** The check asserts on a time. A target whose senders are all busy may miss it without a failure. */
  isAboutTime?: true;
  /**
   * Sends the requests and asserts on the responses.
   *
   * @throws `RuleViolation` if an assertion fails; `Unverified` if the rule cannot be tested here.
   */
  check(context: CheckContext): Promise<void>;
}

/** One part of the document, with its rules. */
export interface Section {
  /** Folder of the section, and what `--section` takes. */
  name: string;
  /** The section as reports show it. */
  title: string;
  /** The rules, in the order of the matrix. */
  rules: readonly Rule[];
}
