import type { Profile } from '../../fixtures/profile/profile.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';

/** What the doctor knows of a rule: what the profile must offer for it. */
export interface NeedyRule {
  needs: readonly Capability[];
}

/** A key that a profile does not have. */
export interface MissingKey {
  /** What to write, or to build in the panel. */
  advice: string;
  /** How many rules cannot be judged without it. */
  held: number;
  /** For how many of these nothing else is missing. */
  alone: number;
}

/** What a profile does not offer, by the key that would change it, the keys that hold back most rules first. */
export const missingKeys = (profile: Profile, rules: readonly NeedyRule[]): MissingKey[] => {
  const keys = new Map<string, Omit<MissingKey, 'advice'>>();
  for (const { needs } of rules) {
    const advices = new Set(missingCapabilities(profile, needs).map(({ advice }) => advice));
    for (const advice of advices) {
      const known = keys.get(advice) ?? { held: 0, alone: 0 };
      keys.set(advice, { held: known.held + 1, alone: known.alone + (advices.size === 1 ? 1 : 0) });
    }
  }
  return [...keys]
    .map(([advice, counts]) => ({ advice, ...counts }))
    .toSorted((a, b) => b.held - a.held || b.alone - a.alone);
};
