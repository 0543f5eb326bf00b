import { suggest } from '../../fixtures/reading/suggest.ts';
import { type Group, groupNames, groupsOf } from '../../reports/groups.ts';
import { isProperty, type ListedRule, listedRules, sectionTitles } from '../../reports/listed-rules.ts';
import { CliError } from '../cli-error.ts';

export interface Selection {
  sections?: readonly string[] | undefined;
  groups?: readonly string[] | undefined;
  /** Ids in any case. */
  rules?: readonly string[] | undefined;
}

const allIds: readonly string[] = listedRules.map(({ id }) => id);

/** The rule with an id. Throws `CliError` with similar ids if there is none. */
export const ruleNamed = (id: string): ListedRule => {
  const rule = listedRules.find((candidate) => candidate.id === id.toUpperCase());
  if (rule) return rule;
  const near = suggest(id, allIds);
  throw new CliError(`There is no rule ${id}. Did you mean ${near.join(', ')}? "npx selo rules" lists them all.`);
};

const requireSection = (name: string): void => {
  if (sectionTitles.has(name)) return;
  throw new CliError(`There is no section ${name}. The sections are: ${[...sectionTitles.keys()].join(', ')}.`);
};

const groupNamed = (name: string): Group => {
  const group = groupNames.find((each) => each === name);
  if (group !== undefined) return group;
  const [near] = suggest(name, groupNames);
  throw new CliError(`There is no group ${name}. Did you mean ${near}? The groups are: ${groupNames.join(', ')}.`);
};

/**
 * The rules of the sections, groups and ids in the order of the catalogue; all if none is given. Throws `CliError` for
 * an unknown name.
 */
export const selectRules = ({ sections = [], groups = [], rules = [] }: Selection): readonly ListedRule[] => {
  for (const section of sections) requireSection(section);
  const chosen = groups.map(groupNamed);
  const ids = rules.map((id) => ruleNamed(id).id);
  if (sections.length + chosen.length + ids.length === 0) return listedRules;
  return listedRules.filter(
    (rule) =>
      ids.includes(rule.id) ||
      sections.includes(rule.section) ||
      groupsOf(rule).some((group) => chosen.includes(group)),
  );
};

/** The rules of a group, a section or an id. Throws `CliError` with similar names if there is none. */
export const rulesNamed = (name: string): readonly ListedRule[] => {
  const wanted = name.toLowerCase();
  const found = listedRules.filter(
    (rule) =>
      rule.id.toLowerCase() === wanted || rule.section === wanted || groupsOf(rule).some((each) => each === wanted),
  );
  if (found.length > 0) return found;
  const near = suggest(name, [...groupNames, ...sectionTitles.keys(), ...allIds]);
  throw new CliError(`There is no group, section or rule ${name}. Did you mean ${near.join(', ')}?`);
};

/** The rules that send requests. Passive rules send none: they judge the requests of all others. */
export const sentBy = (selected: readonly ListedRule[]): readonly ListedRule[] =>
  selected.every(({ isPassive }) => isPassive)
    ? listedRules.filter((rule) => !rule.isPassive && !isProperty(rule))
    : selected;
