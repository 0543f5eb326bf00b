import type { Profile } from '../../../fixtures/profile/profile.ts';

/** Every secret of a profile, wherever it stands, by the name of its variable. */
const secretNames = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return 'env' in part && typeof part.env === 'string' && 'value' in part
    ? [part.env]
    : Object.values(part).flatMap(secretNames);
};

/** What a hook of a profile inherits: its user's environment, which it may need to reach the target, but no secret of the profile. */
export const hookEnvironment = (profile: Profile, environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const withheld = new Set(secretNames(profile));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !withheld.has(name)));
};
