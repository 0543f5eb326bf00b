import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Choices } from '../../platform/choices.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { DeepPartial } from '../../platform/overrides.ts';
import type { Policy } from '../../platform/policy/policy.ts';
import type { ScaledRuntime } from '../../platform/runtime.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { WorldOptions } from '../../simulation/simulated-world.ts';
import type { Draw } from '../draw.ts';
import type { Unverified } from '../variants/variant.ts';

export interface Way {
  choices?: DeepPartial<Choices>;
  policy?: DeepPartial<Policy>;
  /** Rewrites calls and answers, with the platform's own names, after any defect did. */
  around?: Wrap;
  /** Rewrites calls and answers as clients see them. */
  inFront?: Wrap;
  sender?: (sender: Sender, runtime: ScaledRuntime) => Sender;
  profile?: (profile: Profile) => Profile;
  world?: Pick<WorldOptions, 'network' | 'clockSkewMs' | 'readLag'>;
  unverified?: readonly Unverified[];
}

export interface Choice {
  name: string;
  open: string;
  ways: Readonly<Record<string, Way | ((draw: Draw) => Way)>>;
}
