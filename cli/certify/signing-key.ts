import type { JWK } from 'jose';
import { newKey, readKey, readKeyFile, requirePrivate } from '../../certify/certificate/keys.ts';

/** The key that signs a certificate. If not `isOwn`, it was generated for this session. */
export interface SigningKey {
  jwk: JWK;
  isOwn: boolean;
}

const given = async (file: string | undefined): Promise<JWK | undefined> => {
  if (file !== undefined) return await readKeyFile(file);
  const { SELO_SIGNING_KEY: text } = process.env;
  return text === undefined ? undefined : await readKey(text, 'SELO_SIGNING_KEY');
};

/**
 * Reads the key from the file or SELO_SIGNING_KEY, or generates one. Throws `KeyError`, also for a key that cannot
 * sign.
 */
export const signingKeyFrom = async (file: string | undefined): Promise<SigningKey> => {
  const jwk = await given(file);
  if (jwk === undefined) return { jwk: await newKey(), isOwn: false };
  // fail now, not at the end of a long session
  requirePrivate(jwk, file ?? 'SELO_SIGNING_KEY');
  return { jwk, isOwn: true };
};
