import { lawSections } from '../properties/laws.ts';
import type { Capability } from '../suites/capability.ts';
import { sections } from '../suites/catalogue.ts';
import { passive } from '../suites/passive/rules.ts';
import type { Level, StatementId } from '../suites/rule.ts';

/** A rule as lists and reports show it, without its check. */
export interface ListedRule {
  id: string;
  text: string;
  source: string;
  level: Level;
  section: string;
  sectionTitle: string;
  statements: readonly StatementId[];
  needs: readonly Capability[];
  depth: 'quick' | 'full';
  /** Judged on every exchange of a run, at no request of its own. */
  isPassive: boolean;
  /** Of a law: the rules that it stands for, which try the examples that can be named. */
  standsFor?: readonly string[];
  /** Of a law: how many cases each depth judges. */
  cases?: Record<'quick' | 'full', number>;
}

export const isLaw = ({ standsFor }: ListedRule): boolean => standsFor !== undefined;

/** The section of the rules that are judged on every exchange. */
const passiveSection = { section: 'passive', sectionTitle: 'Every exchange of the run' };

const statementsOfRules: ReadonlyMap<string, readonly StatementId[]> = new Map(
  sections.flatMap(({ rules }) => rules.map(({ id, statements }) => [id, statements] as const)),
);

/** Whatever the rules that a law stands for stand for. */
const statementsOf = (rules: readonly string[]): StatementId[] =>
  [...new Set(rules.flatMap((id) => statementsOfRules.get(id) ?? []))].toSorted();

/** The whole catalogue, in the order of the matrix. */
export const listedRules: readonly ListedRule[] = [
  ...sections.flatMap(({ name, title, rules }) =>
    rules.map(
      ({ id, text, source, level, statements, needs = [], depth }): ListedRule => ({
        ...{ id, text, source, level, section: name, sectionTitle: title, statements },
        ...{ needs, depth: depth ?? 'quick', isPassive: false },
      }),
    ),
  ),
  ...lawSections.flatMap(({ name, title, laws }) =>
    laws.map(
      ({ id, text, source, level, rules, cases, depth, needs = [] }): ListedRule => ({
        ...{ id, text, source, level, section: name, sectionTitle: title, statements: statementsOf(rules) },
        ...{ needs, depth: depth ?? 'quick', isPassive: false, standsFor: rules, cases },
      }),
    ),
  ),
  ...passive.map(
    ({ id, text, source, level, statements }): ListedRule => ({
      ...{ id, text, source, level, ...passiveSection, statements },
      ...{ needs: [], depth: 'quick', isPassive: true },
    }),
  ),
];

/** Titles by section name, in the order of the matrix. */
export const sectionTitles: ReadonlyMap<string, string> = new Map(
  listedRules.map(({ section, sectionTitle }) => [section, sectionTitle]),
);
