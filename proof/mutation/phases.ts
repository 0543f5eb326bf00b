import { matchesGlob } from 'node:path';
import { defaultChoices } from './choice-sets.ts';
import { activeRules } from './judge-in-phases.ts';
import type { Mutant } from './mutant.ts';
import type { Reach } from './worker-messages.ts';

/** The mutants that requests reach on the sound platform. */
export interface Reachability {
  setup: Reach;
  /** Reached when only this rule is judged. */
  byRule: ReadonlyMap<string, Reach>;
  /** Reached by all rules under each set of choices. */
  byChoices: ReadonlyMap<string, Reach>;
  /** Reached while the platform's modules load. */
  loading: Reach;
  /** The only rules that judge, if some were chosen. */
  chosenRules: readonly string[] | undefined;
}

/** Rules that take longer wait for retries. They judge last. */
const longMs = 1_500;
const firstPhaseRules = 10;
const deliveryFiles = 'platform/{webhooks/*,policy/webhooks.ts}';

export const isStatic = ({ loading }: Reachability, { id }: Mutant): boolean => (loading.hits[id] ?? 0) > 0;

export const isReached = (reached: Reachability, mutant: Mutant, choices: string): boolean =>
  isStatic(reached, mutant) || (reached.byChoices.get(choices)?.hits[mutant.id] ?? 0) > 0;

/** The rules whose requests run the mutant's code. Rules that run little other code come first. */
const rulesThatReach = ({ byRule, setup }: Reachability, { id }: Mutant): string[] => {
  const shares: { rule: string; share: number }[] = [];
  for (const [rule, { hits }] of byRule) {
    const own = (hits[id] ?? 0) - (setup.hits[id] ?? 0);
    if (own <= 0) continue;
    const all = Object.values(hits).reduce((sum, count) => sum + count, 0);
    shares.push({ rule, share: own / all });
  }
  return shares.toSorted((one, other) => other.share - one.share).map(({ rule }) => rule);
};

/** The order in which rules judge a mutant; `likely` caught the mutant before. */
export const phasesFor = (
  reached: Reachability,
  mutant: Mutant,
  choices: string,
  likely: string | undefined,
): string[][] => {
  if (reached.chosenRules) return [[...reached.chosenRules]];
  const isLong = (rule: string): boolean => (reached.byRule.get(rule)?.milliseconds ?? 0) > longMs;
  const first = likely === undefined || !activeRules.includes(likely) ? [] : [likely];
  const reaching = choices === defaultChoices ? rulesThatReach(reached, mutant) : [];
  const short = reaching.filter((rule) => !isLong(rule));
  const isEverywhere = isStatic(reached, mutant) || reaching.length === 0 || (reached.setup.hits[mutant.id] ?? 0) > 0;
  const isOfDelivery = matchesGlob(mutant.file, deliveryFiles);
  const phases = [
    first,
    short.slice(0, firstPhaseRules),
    short,
    isEverywhere ? activeRules.filter((rule) => !isLong(rule)) : [],
    isOfDelivery ? activeRules.filter(isLong) : reaching.filter(isLong),
  ];
  const seen = new Set<string>();
  return phases
    .map((phase) => phase.filter((rule) => !seen.has(rule) && seen.add(rule)))
    .filter((phase) => phase.length > 0);
};
