import type { PartnerConfig } from '../../certify/partner-config.ts';
import type { SessionOptions } from '../../certify/session/run-session.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { CliError } from '../cli-error.ts';

export type SessionSecrets = Pick<SessionOptions, 'credentials' | 'controlToken'>;

const names = ['SELO_CONTROL_TOKEN', 'SELO_PARTNER_TOKEN', 'SELO_PARTNER_ACCESS_KEY'] as const;
const minLength = 16;
const minHooksLength = 8;

const requireUsable = (name: string, value: string, length: number): void => {
  // a shorter value occurs in other texts, and redaction would remove it there
  if (value.length < length) throw new CliError(`${name} should have at least ${length} characters.`);
  // secrets are sent in headers
  if (!/^[\x21-\x7e]+$/.test(value)) throw new CliError(`${name} should be ASCII characters without white space.`);
};

const requireHooksToken = ({ triggers }: Pick<PartnerConfig, 'triggers'>, environment: NodeJS.ProcessEnv): void => {
  if (triggers?.kind !== 'http' || triggers.tokenEnv === undefined) return;
  const value = environment[triggers.tokenEnv];
  if (!value) {
    throw new CliError(
      `The partner’s hooks need a bearer (tokenEnv): set ${triggers.tokenEnv}, or leave tokenEnv out.`,
    );
  }
  requireUsable(triggers.tokenEnv, value, minHooksLength);
};

/**
 * Reads the secrets of a session from the environment. Throws `CliError` if one of them, or the bearer token of the
 * hooks, is missing or cannot be used.
 */
export const sessionSecrets = (
  partner: Pick<PartnerConfig, 'triggers'>,
  environment: NodeJS.ProcessEnv,
): SessionSecrets => {
  requireHooksToken(partner, environment);
  for (const name of names) {
    const value = environment[name];
    if (value === undefined) continue;
    requireUsable(name, value, minLength);
    const same = names.find((other) => other !== name && environment[other] === value);
    // a recording contains the name of the secret that a partner sent
    if (same !== undefined) throw new CliError(`${name} and ${same} are the same: each needs a value of its own.`);
  }
  const { SELO_CONTROL_TOKEN: control, SELO_PARTNER_TOKEN: token, SELO_PARTNER_ACCESS_KEY: accessKey } = environment;
  if (partner.triggers?.kind === 'poll' && control === undefined) {
    throw new CliError('The partner asks what to do (triggers "poll"): set SELO_CONTROL_TOKEN, which it asks with.');
  }
  return {
    credentials: { ...omitUndefined({ token, accessKey }) },
    ...(control === undefined ? {} : { controlToken: { env: 'SELO_CONTROL_TOKEN', value: control } }),
  };
};
