import { type Verdict, violationOf } from '../../core/verdict.ts';
import { type ListedRule, listedRules } from '../listed-rules.ts';

const passiveRules = new Set(listedRules.filter(({ isPassive }) => isPassive).map(({ id }) => id));

/**
 * The rules whose requests broke a passive rule. Of one that notifications broke none is known: what all rules send may
 * have caused them.
 */
export const rulesBehind = (verdict: Verdict): readonly ListedRule[] => {
  const { rule, exchanges } = verdict;
  const violation = violationOf(verdict);
  if (!passiveRules.has(rule) || violation?.exchange === undefined) return [];
  const behind = new Set(exchanges.filter(({ number }) => number === violation.exchange).map(({ by }) => by));
  return listedRules.filter(({ id }) => behind.has(id));
};
