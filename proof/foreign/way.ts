import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Choices } from '../../platform/choices.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { DeepPartial } from '../../platform/overrides.ts';
import type { Policy } from '../../platform/policy/policy.ts';
import type { ScaledRuntime } from '../../platform/runtime.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { WorldOptions } from '../../simulation/simulated-world.ts';
import type { Unverified } from '../variants/variant.ts';
import type { Draw } from './draw.ts';

/** One legal way of doing what the document leaves open. */
export interface Way {
  choices?: DeepPartial<Choices>;
  policy?: DeepPartial<Policy>;
  /** Rewrites calls and answers in the names of the reference platform, above any defect. */
  around?: Wrap;
  /** Rewrites them as callers see them. */
  inFront?: Wrap;
  /** How notifications are sent. */
  sender?: (sender: Sender, runtime: ScaledRuntime) => Sender;
  /** What the owner's profile says of it. */
  profile?: (profile: Profile) => Profile;
  world?: Pick<WorldOptions, 'network' | 'clockSkewMs' | 'readLag'>;
  /** What cannot be judged because of it. */
  unverified?: readonly Unverified[];
}

/** Something that the document leaves open, with legal ways of doing it. */
export interface Choice {
  name: string;
  /** The statements that leave it open, and how. */
  open: string;
  ways: Readonly<Record<string, Way | ((draw: Draw) => Way)>>;
}
