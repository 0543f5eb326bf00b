import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { type Access, platformEnvironment } from '../stage/access.ts';
import type { Surroundings } from '../surroundings.ts';
import { commandTrigger } from './command-trigger.ts';
import { httpTrigger } from './http-trigger.ts';
import { type Ask, promptTrigger } from './prompt-trigger.ts';
import type { Trigger } from './trigger.ts';

interface TriggerOptions {
  partner: Pick<PartnerConfig, 'triggers'>;
  /** The folder in which the partner's programs run. */
  partnerFolder: string;
  /** For the partner's programs. */
  access: Access;
  ask: Ask;
  reachPartner: Surroundings['reachPartner'];
}

/** A partner that is only observed needs no trigger. */
const noTrigger: Trigger = {
  act: () => Promise.resolve({ outcome: 'cannot' }),
  idle: () => Promise.resolve({ outcome: 'done' }),
};

/** Creates the trigger that a partner's file declares. A partner that polls has a separate one. */
export const triggerOf = (options: TriggerOptions): Trigger => {
  const { partner, partnerFolder, access, ask, reachPartner } = options;
  const { triggers } = partner;
  if (triggers === undefined || triggers.kind === 'poll') return noTrigger;
  if (triggers.kind === 'person') return promptTrigger(ask);
  if (triggers.kind === 'command')
    return commandTrigger({ ...triggers, folder: partnerFolder, environment: platformEnvironment(access) });
  const token = triggers.tokenEnv === undefined ? undefined : process.env[triggers.tokenEnv];
  return httpTrigger({ url: triggers.url, reachPartner, ...omitUndefined({ token }) });
};
