import type { Secret } from '../fixtures/profile/secret.ts';
import type { PartnerConfig } from './partner-config.ts';

const namesSecret = /token|key|secret|password/i;
/** Shorter values are words that stand in many a text. */
const leastLength = 8;

/**
 * What the partner's file says or names that must not be recorded: the bearer of its hooks, and what its process is
 * started with that has the name of a credential. Their marks are never those of the session's own credentials.
 */
export const partnerSecrets = (
  { triggers, start }: Pick<PartnerConfig, 'triggers' | 'start'>,
  environment: NodeJS.ProcessEnv,
): Secret[] => {
  const bearer =
    triggers?.kind === 'http' && triggers.tokenEnv !== undefined ? environment[triggers.tokenEnv] : undefined;
  const given = Object.entries(start?.env ?? {}).filter(
    ([name, value]) => namesSecret.test(name) && value.length >= leastLength,
  );
  return [
    ...(bearer ? [{ env: 'HOOKS_TOKEN', value: bearer }] : []),
    ...given.map(([name, value]) => ({ env: `START_${name}`, value })),
  ];
};
