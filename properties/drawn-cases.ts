import fc from 'fast-check';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import type { Case, Property } from './property.ts';

/** What determines the draws of a run. */
type Drawing = Pick<RunHandle, 'profile' | 'depth' | 'seed' | 'path'>;

/** How many cases of a property a run tests, from the profile or else by depth. */
export const plannedCases = (
  { cases }: Pick<Property, 'cases'>,
  { profile, depth, path }: Omit<Drawing, 'seed'>,
): number => {
  if (path !== undefined) return 1;
  return profile.limits.search?.cases ?? cases[depth];
};

/** The cases of a property that a run tests. A path leads to one case, or to none. */
export const casesOf = (property: Property, drawing: Drawing): Case[] => {
  const { profile, seed, path } = drawing;
  const numRuns = plannedCases(property, drawing);
  return fc.sample(property.draws(profile), { seed, numRuns, ...omitUndefined({ path }) });
};

const maxDescriptionLength = 2000;

/** What was drawn, as code, cut if it is long. */
export const describeDrawn = ({ drawn }: Case): string => {
  const text = fc.stringify(drawn);
  return text.length > maxDescriptionLength ? `${text.slice(0, maxDescriptionLength)}…` : text;
};
