import type { Secret } from '../fixtures/profile/secret.ts';
import type { PartnerConfig } from './partner-config.ts';

const namesSecret = /token|key|secret|password/i;
/** Shorter values are common words. */
const minLength = 8;

/**
 * The secrets of a partner's file: the bearer of its hooks, and variables of its process that are named like
 * credentials. Their marks differ from those of the session's own credentials.
 */
export const partnerSecrets = (
  { triggers, start }: Pick<PartnerConfig, 'triggers' | 'start'>,
  environment: NodeJS.ProcessEnv,
): Secret[] => {
  const bearer =
    triggers?.kind === 'http' && triggers.tokenEnv !== undefined ? environment[triggers.tokenEnv] : undefined;
  const given = Object.entries(start?.env ?? {}).filter(
    ([name, value]) => namesSecret.test(name) && value.length >= minLength,
  );
  return [
    ...(bearer ? [{ env: 'HOOKS_TOKEN', value: bearer }] : []),
    ...given.map(([name, value]) => ({ env: `START_${name}`, value })),
  ];
};
