import type { Cause } from '../../core/outcome.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import type { Capability } from '../../suites/capability.ts';
import type { Rule } from '../../suites/rule.ts';

/** An address in front of a platform. */
export interface Front extends AsyncDisposable {
  url: string;
}

/** Rules that a variant leaves unjudged: those that need what it lacks, those named, or those of a section's prefix. */
export type Unverified = {
  cause: Cause;
  /** All of them, always, when absent; `some`: only some are, or by chance. */
  extent?: 'some';
} & ({ needs: readonly Capability[] } | { rules: readonly (Rule['id'] | `${Uppercase<string>}-`)[] });

/** What makes a platform legal in another way, and what cannot be judged on it. */
export interface Difference {
  options?: EmbeddedOptions;
  /** The profile that describes the target, made from the one that describes the platform. */
  profile?: (profile: Profile) => Profile;
  /** What stands between the suites and the platform at this URL. */
  inFront?: (platformUrl: string) => Promise<Front>;
  /** The difference is in how bytes travel, so it shows only over real connections. */
  onTheWire?: true;
  /** Makes happen on the platform what was before the run, and returns what the profile then says. */
  before?: SimulationOptions['before'];
  /** How its changes show or act late. */
  late?: Pick<SimulationOptions, 'readLag' | 'registrationLagMs'>;
  unverified?: readonly Unverified[];
  /** Rules of level should that may warn: the document leaves it open, and hardly means it. */
  warns?: readonly ListedRule['id'][];
  /** `full`, where the difference is in how deliveries are retried; `quick` when absent. */
  depth?: 'full';
}

/** A legal platform, or a legal description of one. */
export interface Variant extends Difference {
  name: string;
  /** Ends the sentence "a target that …". */
  text: string;
  /** What the document leaves open, in other words than its own. */
  open: string;
  /** The section that leaves it open. */
  source: string;
}
