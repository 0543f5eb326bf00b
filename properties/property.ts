import type fc from 'fast-check';
import type { Depth } from '../core/result.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { CheckContext } from '../suites/check-context.ts';
import type { Rule } from '../suites/rule.ts';

/** One drawn case of a property: what was drawn, and what must hold of it. */
export interface Case {
  drawn: unknown;
  check: Rule['check'];
}

/** A rule over generated inputs: it must hold for whatever is drawn, where a rule of the suites names its examples. */
export interface Property extends Omit<Rule, 'id' | 'check'> {
  id: `LAW-${number}`;
  /** The rules of the suites that it stands for: they try the examples that can be named. */
  rules: readonly Rule['id'][];
  /**
   * Reads lists to their ends in these companies, by name. Nothing else should write there meanwhile: it has each of them to
   * itself, one case at a time.
   */
  readsLists?: (profile: Profile) => readonly string[];
  /** How many cases each depth judges. */
  cases: Record<Depth, number>;
  /** What can be drawn at a target; must not depend on anything but its profile, else a seed would repeat nothing. */
  draws(profile: Profile): fc.Arbitrary<Case>;
}

interface PropertyOf<Drawn> extends Omit<Property, 'draws' | 'cases'> {
  cases?: Property['cases'];
  drawn: fc.Arbitrary<Drawn> | ((profile: Profile) => fc.Arbitrary<Drawn>);
  /** Throws `RuleViolation` when the property does not hold for what was drawn. Each case has data of its own. */
  holds(context: CheckContext, drawn: Drawn): Promise<void>;
}

/** Enough to meet what is common at quick depth, and what takes luck at full depth. */
const usualCases = { quick: 8, full: 25 };

/** A property whose drawn values have a type of their own. */
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
