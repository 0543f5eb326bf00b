import { omitUndefined } from '../core/omit-undefined.ts';
import type { Level } from '../core/outcome.ts';
import type { Depth } from '../core/result.ts';
import type { StatementId } from '../core/statement.ts';
import { propertySections } from '../properties/all-properties.ts';
import type { Property } from '../properties/property.ts';
import type { Capability } from '../suites/capability.ts';
import { sections } from '../suites/catalogue.ts';
import { documented } from '../suites/documented.ts';
import { passive } from '../suites/passive/rules.ts';
import type { Rule } from '../suites/rule.ts';

/** A rule or property as lists and reports show it, without its check. */
export interface ListedRule {
  /** Never changes and is never reused: `PAG-2`. */
  id: string;
  /** The rule as one sentence. */
  text: string;
  /** Where the document states it: `Endpoints › Paginated lists`. */
  source: string;
  /** A target that breaks a `must` fails; one that breaks a `should` gets a warning. */
  level: Level;
  /** What `--section` takes. */
  section: string;
  /** The section as reports show it. */
  sectionTitle: string;
  /** The statements of the document that the rule tests. The first one decides the level. */
  statements: readonly StatementId[];
  /** Why a rule is a `should` although its first statement is plain. */
  inferred: string | undefined;
  /** What the profile must offer. Otherwise the rule is `unverified`. */
  needs: readonly Capability[];
  /** If the profile offers all of these, the check creates the records that a list must show. */
  makes?: readonly Capability[];
  /** `full`: tested only at full depth, because it takes minutes. */
  depth: Depth;
  /** Tested on every exchange of a run, without requests of its own. */
  isPassive: boolean;
  /** Properties only: the rules that it extends to generated inputs. */
  standsFor?: readonly string[];
  /** Properties only: the number of cases at each depth. */
  cases?: Record<Depth, number>;
}

export const isProperty = ({ standsFor }: ListedRule): boolean => standsFor !== undefined;

/** The statements that a rule tests itself. A property's list also has those of the rules that it extends. */
export const ownStatements = ({ statements, standsFor }: ListedRule): readonly StatementId[] =>
  standsFor ? statements.slice(0, 1) : statements;

/** The section of passive rules. */
const passiveSection = { section: 'passive', sectionTitle: 'Every exchange of the run' };

const statementsOfRules: ReadonlyMap<string, readonly StatementId[]> = new Map(
  sections.flatMap(({ rules }) => rules.map(({ id, statements }) => [id, statements] as const)),
);

/** The statement that decides the level of a property, then those of the rules that it extends. */
const statementsOf = ({ statements, rules }: Pick<Property, 'statements' | 'rules'>): StatementId[] => [
  ...new Set([...statements, ...rules.flatMap((id) => statementsOfRules.get(id) ?? []).toSorted()]),
];

type Described = Pick<ListedRule, 'id' | 'statements'> &
  Pick<Rule, 'text' | 'source' | 'level' | 'inferred' | 'needs' | 'makes' | 'depth'>;

const listed = (
  { id, text, source, level, inferred, statements, needs = [], makes, depth }: Described,
  section: Pick<ListedRule, 'section' | 'sectionTitle'>,
): ListedRule => ({
  ...{ id, text, source, level, inferred, ...section, statements, needs },
  depth: depth ?? 'quick',
  isPassive: false,
  ...omitUndefined({ makes }),
});

/** The whole catalogue, in the order of the matrix. */
export const listedRules: readonly ListedRule[] = [
  ...sections.flatMap(({ name, title, rules }) =>
    rules.map((rule) => listed(rule, { section: name, sectionTitle: title })),
  ),
  ...propertySections.flatMap(({ name, title, properties }) =>
    properties.map((property) => ({
      ...listed({ ...property, statements: statementsOf(property) }, { section: name, sectionTitle: title }),
      standsFor: property.rules,
      cases: property.cases,
    })),
  ),
  ...passive.map((rule) => ({ ...listed(rule, passiveSection), isPassive: true })),
];

const ownStatementsByRule: ReadonlyMap<string, readonly StatementId[]> = new Map(
  listedRules.map((rule) => [rule.id, ownStatements(rule)]),
);

/** The statements that a rule tests itself, by its id; none for a rule of another version. */
export const ownStatementsOf = (id: string): readonly StatementId[] => ownStatementsByRule.get(id) ?? [];

/** Whether the document states a rule plainly, rather than leaving room. */
export const isPlainlyStated = (id: string): boolean => {
  const [first] = ownStatementsOf(id);
  return first !== undefined && documented[first]?.strength === 'plain';
};

/** Titles by section name, in the order of the matrix. */
export const sectionTitles: ReadonlyMap<string, string> = new Map(
  listedRules.map(({ section, sectionTitle }) => [section, sectionTitle]),
);

/** The title of a section, or its name if this version does not know it. */
export const sectionTitleOf = (section: string): string => sectionTitles.get(section) ?? section;
