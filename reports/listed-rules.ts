import { omitUndefined } from '../core/omit-undefined.ts';
import type { Level } from '../core/outcome.ts';
import type { Depth } from '../core/result.ts';
import { propertySections } from '../properties/all-properties.ts';
import type { Property } from '../properties/property.ts';
import type { Capability } from '../suites/capability.ts';
import { sections } from '../suites/catalogue.ts';
import { passive } from '../suites/passive/rules.ts';
import type { StatementId } from '../suites/rule.ts';

/** A rule as lists and reports show it, without its check. */
export interface ListedRule {
  id: string;
  text: string;
  source: string;
  level: Level;
  section: string;
  sectionTitle: string;
  /** The level rests on the first. */
  statements: readonly StatementId[];
  /** Why a rule that rests on a plain statement is a should. */
  inferred: string | undefined;
  needs: readonly Capability[];
  /** With all of these the check makes the listed records that it is about, where there are none. */
  makes?: readonly Capability[];
  depth: Depth;
  /** Judged on every exchange of a run, at no request of its own. */
  isPassive: boolean;
  /** Of a property: the rules that it stands for, which try the examples that can be named. */
  standsFor?: readonly string[];
  /** Of a property: how many cases each depth judges. */
  cases?: Record<Depth, number>;
}

export const isProperty = ({ standsFor }: ListedRule): boolean => standsFor !== undefined;

/** The section of the rules that are judged on every exchange. */
const passiveSection = { section: 'passive', sectionTitle: 'Every exchange of the run' };

const statementsOfRules: ReadonlyMap<string, readonly StatementId[]> = new Map(
  sections.flatMap(({ rules }) => rules.map(({ id, statements }) => [id, statements] as const)),
);

/** The statement that the level of a property rests on, and whatever the rules that it stands for stand for. */
const statementsOf = ({ statements, rules }: Pick<Property, 'statements' | 'rules'>): StatementId[] => [
  ...new Set([...statements, ...rules.flatMap((id) => statementsOfRules.get(id) ?? []).toSorted()]),
];

/** The whole catalogue, in the order of the matrix. */
export const listedRules: readonly ListedRule[] = [
  ...sections.flatMap(({ name, title, rules }) =>
    rules.map(
      ({ id, text, source, level, inferred, statements, needs = [], makes, depth }): ListedRule => ({
        ...{ id, text, source, level, inferred, section: name, sectionTitle: title, statements },
        ...{ needs, depth: depth ?? 'quick', isPassive: false },
        ...omitUndefined({ makes }),
      }),
    ),
  ),
  ...propertySections.flatMap(({ name, title, properties }) =>
    properties.map(
      ({ id, text, source, level, inferred, statements, rules, cases, depth, needs = [], makes }): ListedRule => ({
        ...{ id, text, source, level, inferred, section: name, sectionTitle: title },
        ...{ statements: statementsOf({ statements, rules }), needs, depth: depth ?? 'quick' },
        ...{ isPassive: false, standsFor: rules, cases },
        ...omitUndefined({ makes }),
      }),
    ),
  ),
  ...passive.map(
    ({ id, text, source, level, inferred, statements }): ListedRule => ({
      ...{ id, text, source, level, inferred, ...passiveSection, statements },
      ...{ needs: [], depth: 'quick', isPassive: true },
    }),
  ),
];

/** Titles by section name, in the order of the matrix. */
export const sectionTitles: ReadonlyMap<string, string> = new Map(
  listedRules.map(({ section, sectionTitle }) => [section, sectionTitle]),
);
