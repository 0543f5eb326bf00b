import type { Profile } from '../fixtures/profile/profile.ts';

/** The company that the checks of all other rules use, and that may have a history. */
export const busyCompany = ({ companies: [first] }: Profile): string => {
  if (!first) throw new Error('a profile has at least one company');
  return first.name;
};

/** A company in which fewer others make and delete records meanwhile; another one for each number, as far as there are any. */
export const quietCompany = (profile: Profile, number: number): string => {
  const quiet = profile.companies.slice(1);
  return quiet[number % quiet.length]?.name ?? busyCompany(profile);
};
