import type { Choices } from '../../platform/choices.ts';
import type { DeepPartial } from '../../platform/overrides.ts';
import type { Policy } from '../../platform/policy/policy.ts';
import type { PlatformOptions } from '../../platform/start-platform.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';

/** A change of a platform that goes wrong; it calls `count` each time that it does. */
export interface Fault {
  policy?: DeepPartial<Policy>;
  choices?: DeepPartial<Choices>;
  wrap?: PlatformOptions['wrap'];
  wrapSender?: (sender: Sender) => Sender;
}

export type MakeFault = (count: () => void) => Fault;

/** Returns true every Nth time. */
export const every = (times: number): (() => boolean) => {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % times === 0;
  };
};
