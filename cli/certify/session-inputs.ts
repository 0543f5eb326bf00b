import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Key, newKey, readKey, readKeyFile, requirePrivate } from '../../certify/certificate/keys.ts';
import { type PartnerConfig, partnerConfigSchema } from '../../certify/partner-config.ts';
import type { SessionOptions } from '../../certify/session/run-session.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { CliError } from '../cli-error.ts';

/** Reads a partner file. Throws `CliError` with everything that is wrong with it. */
export const readPartnerFile = (file: string): PartnerConfig => {
  if (!existsSync(file)) throw new CliError(`--partner ${file}: there is no such file.`);
  const parsed = partnerConfigSchema.safeParse(readJson(file, (message) => new CliError(message)));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(the whole)'}: ${message}`);
  throw new CliError(`${file} does not describe a partner:\n${problems.join('\n')}`);
};

/** Where the programs of the file run, wherever Selo is started. The paths in the file are relative to this folder. */
export const folderOf = (file: string): string => dirname(resolve(file));

export type SessionSecrets = Pick<SessionOptions, 'credentials' | 'controlToken'>;

const names = [
  'SELO_CONTROL_TOKEN',
  'SELO_PARTNER_TOKEN',
  'SELO_PARTNER_SECOND_TOKEN',
  'SELO_PARTNER_ACCESS_KEY',
] as const;
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
  const {
    SELO_CONTROL_TOKEN: control,
    SELO_PARTNER_TOKEN: token,
    SELO_PARTNER_SECOND_TOKEN: secondToken,
    SELO_PARTNER_ACCESS_KEY: accessKey,
  } = environment;
  if (partner.triggers?.kind === 'poll' && control === undefined) {
    throw new CliError('The partner asks what to do (triggers "poll"): set SELO_CONTROL_TOKEN, which it asks with.');
  }
  return {
    credentials: { ...omitUndefined({ token, secondToken, accessKey }) },
    ...(control === undefined ? {} : { controlToken: { env: 'SELO_CONTROL_TOKEN', value: control } }),
  };
};

/** The key that signs a certificate. If not `isOwn`, it was generated for this session. */
export interface SigningKey {
  jwk: Key;
  isOwn: boolean;
}

const configuredKey = async (file: string | undefined): Promise<Key | undefined> => {
  if (file !== undefined) return await readKeyFile(file);
  const { SELO_SIGNING_KEY: text } = process.env;
  return text === undefined ? undefined : await readKey(text, 'SELO_SIGNING_KEY');
};

/**
 * Reads the key from the file or SELO_SIGNING_KEY, or generates one. Throws `KeyError`, also for a key that cannot
 * sign.
 */
export const signingKeyFrom = async (file: string | undefined): Promise<SigningKey> => {
  const jwk = await configuredKey(file);
  if (jwk === undefined) return { jwk: await newKey(), isOwn: false };
  // fail now, not at the end of a long session
  requirePrivate(jwk, file ?? 'SELO_SIGNING_KEY');
  return { jwk, isOwn: true };
};
