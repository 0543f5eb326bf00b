import { type ListedRule, listedRules, sectionTitles } from '../../reports/listed-rules.ts';
import { CliError } from '../cli-error.ts';
import { nearestTo } from '../nearest.ts';

export interface Selection {
  sections?: readonly string[] | undefined;
  /** Ids; lower case is fine. */
  rules?: readonly string[] | undefined;
}

/** The rule of an id. Throws `CliError` with the nearest ids when there is none. */
export const ruleNamed = (id: string): ListedRule => {
  const rule = listedRules.find((candidate) => candidate.id === id.toUpperCase());
  if (rule) return rule;
  const near = nearestTo(
    id,
    listedRules.map((candidate) => candidate.id),
  );
  throw new CliError(`There is no rule ${id}. Did you mean ${near.join(', ')}? "selo rules" lists them all.`);
};

const requireSection = (name: string): void => {
  if (sectionTitles.has(name)) return;
  throw new CliError(`There is no section ${name}. The sections are: ${[...sectionTitles.keys()].join(', ')}.`);
};

/**
 * The rules of a selection in the order of the catalogue: those of the sections and those named, all when neither is
 * given. Throws `CliError` for a name that the catalogue does not have.
 */
export const selectRules = ({ sections = [], rules = [] }: Selection): readonly ListedRule[] => {
  for (const section of sections) requireSection(section);
  const ids = rules.map((id) => ruleNamed(id).id);
  if (sections.length === 0 && ids.length === 0) return listedRules;
  return listedRules.filter(({ id, section }) => ids.includes(id) || sections.includes(section));
};
