import type { Profile } from '../../fixtures/profile/profile.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { missingCapabilities } from '../../suites/capability.ts';

/** A key that the profile lacks. */
export interface MissingKey {
  /** What to write into the profile, or to set up in the panel. */
  advice: string;
  /** Number of rules that cannot be judged without it. */
  blocked: number;
  /** Number of these for which nothing else is missing. */
  blockedAlone: number;
}

/** The keys that the profile lacks, those that block most rules first. */
export const missingKeys = (profile: Profile, rules: readonly Pick<ListedRule, 'needs'>[]): MissingKey[] => {
  const keys = new Map<string, Omit<MissingKey, 'advice'>>();
  for (const { needs } of rules) {
    const advices = new Set(missingCapabilities(profile, needs).map(({ advice }) => advice));
    for (const advice of advices) {
      const known = keys.get(advice) ?? { blocked: 0, blockedAlone: 0 };
      const isAlone = advices.size === 1;
      keys.set(advice, { blocked: known.blocked + 1, blockedAlone: known.blockedAlone + Number(isAlone) });
    }
  }
  return [...keys]
    .map(([advice, counts]) => ({ advice, ...counts }))
    .toSorted((a, b) => b.blocked - a.blocked || b.blockedAlone - a.blockedAlone);
};
