import { documented } from './documented.ts';
import type { Rule } from './rule.ts';

/** What to change so that the level of a rule agrees with `documented.ts`. */
export const levelFault = ({
  id,
  level,
  statements: [first],
  inferred,
}: Pick<Rule, 'id' | 'level' | 'statements' | 'inferred'>) => {
  const strength = documented[first]?.strength;
  const rests = `${id} rests on ${first}, its first statement, which is ${strength} in documented.ts`;
  const isPlain = strength === 'plain';
  if (level === 'must' && !isPlain) return `${rests}: name a plain statement first, or make it a should`;
  if (level === 'must') return inferred === undefined ? undefined : `${id} is a must: leave out inferred`;
  if (isPlain && inferred === undefined) return `${rests}: make it a must, or say in inferred: '…' why it is none`;
  return !isPlain && inferred !== undefined ? `${rests}, which says why it is a should: leave out inferred` : undefined;
};
