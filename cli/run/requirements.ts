import type { Result } from '../../core/result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { usualMinCoverage } from '../../reports/conclude.ts';
import { type ListedRule, listedRules } from '../../reports/listed-rules.ts';
import { CliError } from '../cli-error.ts';
import { rulesNamed } from './select-rules.ts';

type Requirements = NonNullable<Result['requirements']>;

interface RequirementOptions {
  require?: readonly string[];
  minCoverage?: number;
}

const requiredBy = (names: readonly string[]): Requirements['required'] => {
  const isNamed = new Map<string, boolean>();
  for (const name of names) {
    for (const { id } of rulesNamed(name)) {
      isNamed.set(id, isNamed.get(id) === true || id.toLowerCase() === name.toLowerCase());
    }
  }
  return [...isNamed].map(([rule, named]) => ({ rule, isNamed: named }));
};

const ofProfile = ({ name, require = [] }: Profile): Requirements['required'] => {
  try {
    return requiredBy(require);
  } catch (error) {
    if (error instanceof CliError) throw new CliError(`require of the profile "${name}": ${error.message}`);
    throw error;
  }
};

const maxNamed = 5;

/**
 * What a run must judge, by the options and the profile. Requirements of the profile apply only to selected rules; an
 * option that requires an unselected rule contradicts itself. Throws `CliError` for that and for unknown names.
 */
export const requirementsOn = (
  { require = [], minCoverage }: RequirementOptions,
  profile: Profile,
  selected: readonly ListedRule[],
): Requirements => {
  const ids = new Set(selected.map(({ id }) => id));
  const asked = requiredBy(require);
  const left = asked.filter(({ rule }) => !ids.has(rule)).map(({ rule }) => rule);
  if (left.length > 0) {
    const more = left.length > maxNamed ? ` and ${left.length - maxNamed} more` : '';
    throw new CliError(
      `--require ${require.join(' ')}: this run does not select ${left.slice(0, maxNamed).join(', ')}${more}. Select them too, or require less.`,
    );
  }
  const required = [...ofProfile(profile).filter(({ rule }) => ids.has(rule)), ...asked];
  const chosen = minCoverage ?? profile.minCoverage;
  return {
    minCoverage: chosen ?? usualMinCoverage,
    isMinimumChosen: chosen !== undefined,
    required: [...Map.groupBy(required, ({ rule }) => rule)].map(([rule, each]) => ({
      rule,
      isNamed: each.some(({ isNamed }) => isNamed),
    })),
    catalogue: listedRules.length,
  };
};
