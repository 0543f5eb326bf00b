import type { Profile } from '../fixtures/profile/profile.ts';

/** The company that most other checks use. It may have a history. */
export const busyCompany = ({ companies: [first] }: Profile): string => {
  if (!first) throw new Error('a profile has at least one company');
  return first.name;
};

/** A company in which other checks create and delete fewer records. Each number has its own, if there are enough. */
export const quietCompany = (profile: Profile, number: number): string => {
  const quiet = profile.companies.slice(1);
  return quiet[number % quiet.length]?.name ?? busyCompany(profile);
};
