import { isUnverified, type Verdict } from '../../core/verdict.ts';
import { allCapabilities } from '../../suites/capability.ts';

/** Where the next of several missing keys begins in a reason. */
const nextKey = new RegExp(`; (?=(?:${allCapabilities.join('|')}): )`);
const capability = new RegExp(`^(?:${allCapabilities.join('|')}): `);

/** A key that the profile does not have, and the rules that were not judged without it. */
export interface HeldBack {
  key: string;
  rules: string[];
}

/** What the profile does not declare, the key that holds back most rules first. */
export const keysHeldBack = (verdicts: readonly Verdict[]): HeldBack[] => {
  const keys = new Map<string, string[]>();
  for (const { rule, cause, reason } of verdicts.filter(isUnverified)) {
    if (cause !== 'not-declared') continue;
    for (const part of reason.split(nextKey)) {
      const key = part.replace(capability, '');
      keys.set(key, [...(keys.get(key) ?? []), rule]);
    }
  }
  return [...keys].map(([key, rules]) => ({ key, rules })).toSorted((a, b) => b.rules.length - a.rules.length);
};
