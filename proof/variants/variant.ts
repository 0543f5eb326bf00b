import type { Cause } from '../../core/outcome.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import type { Capability } from '../../suites/capability.ts';
import type { Rule } from '../../suites/rule.ts';

/** A server in front of a platform. */
export interface Front extends AsyncDisposable {
  url: string;
}

/** Rules that a variant leaves unverified, by what they need, by id, or by the prefix of their section. */
export type Unverified = {
  cause: Cause;
  /** `some`: only some of them, or only by chance. Without it, all of them are always unverified. */
  extent?: 'some';
} & ({ needs: readonly Capability[] } | { rules: readonly (Rule['id'] | `${Uppercase<string>}-`)[] });

/** How a legal platform differs, and what cannot be judged on it. */
export interface Difference {
  options?: EmbeddedOptions;
  /** Makes the profile of the target from that of the platform. */
  profile?: (profile: Profile) => Profile;
  /** Starts a server in front of the platform at this URL. */
  inFront?: (platformUrl: string) => Promise<Front>;
  /** The difference shows only over real connections. */
  onTheWire?: true;
  /** Prepares the platform before the run, and returns the change of the profile. */
  before?: SimulationOptions['before'];
  late?: Pick<SimulationOptions, 'readLag' | 'registrationLagMs'>;
  unverified?: readonly Unverified[];
  /** Rules of level `should` that may warn. */
  warns?: readonly ListedRule['id'][];
  /** `full` for differences in retries; `quick` by default. */
  depth?: 'full';
}

/** A legal platform, or a legal description of one. */
export interface Variant extends Difference {
  name: string;
  /** Ends the sentence "a target that …". */
  text: string;
  /** What the document leaves open, in our own words. */
  open: string;
  /** The section of the document. */
  source: string;
}

/** Variants that the same sentence of the document leaves open. */
export const leftOpen = (
  open: string,
  source: string,
  variants: readonly Omit<Variant, 'open' | 'source'>[],
): Variant[] => variants.map((variant) => ({ ...variant, open, source }));
