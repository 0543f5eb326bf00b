import type { JWK } from 'jose';
import { newKey, readKey, readKeyFile, requirePrivate } from '../../certify/certificate/keys.ts';

/** What a certificate is signed with; not `isOwn`: it was made for this session alone, and nobody knows it. */
export interface SigningKey {
  jwk: JWK;
  isOwn: boolean;
}

const given = async (file: string | undefined): Promise<JWK | undefined> => {
  if (file !== undefined) return await readKeyFile(file);
  const { SELO_SIGNING_KEY: text } = process.env;
  return text === undefined ? undefined : await readKey(text, 'SELO_SIGNING_KEY');
};

/** The key of the file, else of SELO_SIGNING_KEY, else a new one. Throws `KeyError`, also on one that cannot sign. */
export const signingKeyFrom = async (file: string | undefined): Promise<SigningKey> => {
  const jwk = await given(file);
  if (jwk === undefined) return { jwk: await newKey(), isOwn: false };
  // a session is too long to find out at its end
  requirePrivate(jwk, file ?? 'SELO_SIGNING_KEY');
  return { jwk, isOwn: true };
};
