import { hasOtherRules } from '../failures/other-rules.ts';
import { isSameAddress } from '../failures/same-address.ts';
import { excerpt } from '../kit/printable.ts';
import { type RunRef, refOf } from './run-summary.ts';
import type { Seen } from './seen.ts';

/** A run in which a rule came out unlike in the last run before that judged it. */
export interface Flip {
  run: RunRef;
  /** What else was not as before, and may be why, in printable words: `Selo 0.2.0 for 0.1.0`, `another seed`. */
  besides: string[];
}

const longestVersion = 40;

const differ = (what: string, before: string, after: string): string[] =>
  before === after ? [] : [`${what} ${excerpt(after, longestVersion)} for ${excerpt(before, longestVersion)}`];

const besidesOf = (before: Seen, after: Seen): string[] => [
  ...differ('Selo', before.run.suite.version, after.run.suite.version),
  ...(hasOtherRules(before.run, after.run) ? ['other rules of Selo'] : []),
  ...differ('depth', before.run.run.depth, after.run.run.depth),
  ...(isSameAddress(before.run.target.baseUrl, after.run.target.baseUrl) ? [] : ['another address']),
  ...(before.verdict.search?.seed === after.verdict.search?.seed ? [] : ['another seed']),
];

/** Takes what runs say of one rule, oldest first. */
export const flipsIn = (seen: readonly Seen[]): Flip[] =>
  seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (!before || before.isBroken === after.isBroken) return [];
    return [{ run: refOf(after.run), besides: besidesOf(before, after) }];
  });
