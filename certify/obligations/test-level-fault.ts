import { asked } from './asked.ts';
import type { Obligation } from './obligation.ts';

/** What to write so that the level of an obligation rests on what the document asks of a partner. */
export const levelFault = ({ id, level, statements, inferred, isPromised }: Obligation): string | undefined => {
  const [first] = statements;
  const strength = asked[first]?.strength ?? 'nothing';
  const rests = `${id} rests on ${first}, its first statement, which is ${strength} in asked.ts`;
  const reason = inferred !== undefined;
  if (isPromised) return level === 'must' && !reason ? undefined : `${id} judges a promise: a must without inferred`;
  if (level === 'must' && strength !== 'required')
    return `${rests}: name a required statement first, or make it a should`;
  if (level === 'must') return reason ? `${id} is a must: leave out inferred` : undefined;
  const isRecommended = strength === 'recommended' && !statements.some((each) => asked[each]?.strength === 'required');
  if (isRecommended) return reason ? `${rests}, which says why it is a should: leave out inferred` : undefined;
  return reason ? undefined : `${rests}: make it a must, or say in inferred: '…' why it is none`;
};
