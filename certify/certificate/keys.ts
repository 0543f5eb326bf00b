import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { UserError } from '../../fixtures/reading/user-error.ts';

/** A key that cannot be read or written. The message says what to do. */
export class KeyError extends UserError {
  override name = 'KeyError';
}

export const algorithm = 'EdDSA';
const curve = 'Ed25519';
/** Only its owner may read a private key. */
const ownerOnly = 0o600;

/** A key; `kid` is its thumbprint (RFC 7638). */
export type Key = JWK & { kid: string };

/** A public key with its thumbprint, whatever id it had. */
export const publicKeyOf = async (jwk: JWK): Promise<Key> => {
  const own = publicPart(jwk);
  return { ...own, kid: await calculateJwkThumbprint(own) };
};

/** Creates a key with its private part. */
export const newKey = async (): Promise<Key> => {
  const { privateKey } = await generateKeyPair(algorithm, { crv: curve, extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: algorithm, kid: (await publicKeyOf(jwk)).kid };
};

export const publicPart = ({ kty, crv, x, alg, kid }: JWK): JWK =>
  JSON.parse(JSON.stringify({ kty, crv, x, alg, kid })) as JWK;

/** Reads a private or a public key. Throws `KeyError` if the text is no key. */
export const readKey = async (text: string, from: string): Promise<Key> => {
  try {
    const jwk = JSON.parse(text) as JWK;
    await importJWK(jwk, algorithm);
    if (jwk.crv !== curve) throw new Error(`its curve is ${jwk.crv}, not ${curve}`);
    return { ...jwk, kid: (await publicKeyOf(jwk)).kid };
  } catch (error) {
    const message = messageOf(error);
    throw new KeyError(`${from} contains no key for certificates: ${message}. "npx selo keys new" creates one.`);
  }
};

/** Throws `KeyError` on a public key, which cannot sign. */
export const requirePrivate = (jwk: JWK, from: string): void => {
  if (jwk.d !== undefined) return;
  throw new KeyError(`${from} contains only a public key, which cannot sign: name the file with the private key.`);
};

/** Throws `KeyError` if the file cannot be read. */
export const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new KeyError(`${file} cannot be read: ${messageOf(error)}`);
  }
};

export const readKeyFile = async (file: string): Promise<Key> => {
  if (!existsSync(file)) throw new KeyError(`${file} does not exist: "npx selo keys new ${file}" creates a key.`);
  return readKey(readText(file), file);
};

/** Writes a new private key and its public part. Throws `KeyError` if a file exists or cannot be written. */
export const writeKey = (jwk: JWK, file: string): { publicFile: string } => {
  const publicFile = file.replace(/(\.json)?$/, '.public.json');
  const taken = [file, publicFile].find(existsSync);
  if (taken !== undefined)
    throw new KeyError(`${taken} exists already, and a key must not be overwritten: name another file.`);
  try {
    writeFileSync(file, `${JSON.stringify(jwk, null, 2)}\n`, { mode: ownerOnly, flag: 'wx' });
    writeFileSync(publicFile, `${JSON.stringify(publicPart(jwk), null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    throw new KeyError(`no key can be written to ${file}: ${messageOf(error)}`);
  }
  return { publicFile };
};
