import type { Profile } from '../fixtures/profile/profile.ts';

/** A profile as a JSON file holds it: secrets by the name of their variable. */
export const profileAsJson = (profile: Profile): string =>
  `${JSON.stringify(
    profile,
    (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'env' in value && 'value' in value ? { env: value.env } : value,
    2,
  )}\n`;
