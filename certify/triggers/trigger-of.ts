import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerConfig } from '../partner-config.ts';
import type { Surroundings } from '../surroundings.ts';
import { commandTrigger } from './command-trigger.ts';
import { httpTrigger } from './http-trigger.ts';
import { type Ask, promptTrigger } from './prompt-trigger.ts';
import type { Trigger } from './trigger.ts';

interface TriggerOptions {
  partner: Pick<PartnerConfig, 'triggers'>;
  /** Where its programs run; the working directory when left out. */
  partnerFolder?: string;
  ask: Ask;
  reachPartner: Surroundings['reachPartner'];
}

/** A partner that is only observed is not made to act. */
const noTrigger: Trigger = {
  act: () => Promise.resolve({ outcome: 'cannot' }),
  idle: () => Promise.resolve(true),
};

/** The way in which a partner's file says that the software is made to act; one that polls has its own. */
export const triggerOf = ({ partner: { triggers }, partnerFolder, ask, reachPartner }: TriggerOptions): Trigger => {
  if (triggers === undefined || triggers.kind === 'poll') return noTrigger;
  if (triggers.kind === 'person') return promptTrigger(ask);
  if (triggers.kind === 'command') return commandTrigger({ ...triggers, ...omitUndefined({ folder: partnerFolder }) });
  const token = triggers.tokenEnv === undefined ? undefined : process.env[triggers.tokenEnv];
  return httpTrigger({ url: triggers.url, reachPartner, ...omitUndefined({ token }) });
};
