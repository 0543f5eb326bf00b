import type fc from 'fast-check';
import type { Depth } from '../core/result.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { CheckContext } from '../suites/check-context.ts';
import type { Rule } from '../suites/rule.ts';

/** One drawn case of a property, and the check that it must pass. */
export interface Case {
  drawn: unknown;
  check: Rule['check'];
}

/** A rule over generated inputs. It must hold for every input, where a rule of the suites names its examples. */
export interface Property extends Omit<Rule, 'id' | 'check'> {
  id: `LAW-${number}`;
  /** The rules of the suites that test examples of it. */
  rules: readonly Rule['id'][];
  /** The companies whose lists it reads to the end. Nothing else should write there, so its cases run one by one. */
  readsLists?: (profile: Profile) => readonly string[];
  cases: Record<Depth, number>;
  /** Depends on nothing but the profile, so that a seed repeats the same cases. */
  draws(profile: Profile): fc.Arbitrary<Case>;
}

interface PropertyOf<Drawn> extends Omit<Property, 'draws' | 'cases'> {
  cases?: Property['cases'];
  drawn: fc.Arbitrary<Drawn> | ((profile: Profile) => fc.Arbitrary<Drawn>);
  /** Throws `RuleViolation` if the property does not hold for what was drawn. Each case creates its own data. */
  holds(context: CheckContext, drawn: Drawn): Promise<void>;
}

const usualCases = { quick: 8, full: 25 };

/** Defines a property with typed drawn values. */
export const property = <Drawn>({ drawn, holds, cases = usualCases, ...about }: PropertyOf<Drawn>): Property => ({
  ...about,
  cases,
  draws: (profile) =>
    (typeof drawn === 'function' ? drawn(profile) : drawn).map((value) => ({
      drawn: value,
      check: (context) => holds(context, value),
    })),
});

/** Properties about one part of the document. */
export interface PropertySection {
  /** What `--section` takes. */
  name: string;
  title: string;
  properties: readonly Property[];
}
