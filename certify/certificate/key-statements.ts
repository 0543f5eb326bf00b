import { CompactSign, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { algorithm, KeyError, publicPart } from './keys.ts';

/** A public key in statements and stores; `kid` is its thumbprint (RFC 7638). */
export const publicKeySchema = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  alg: z.string().exactOptional(),
  kid: z.string(),
});

/** `superseded`: earlier signatures stay valid; `compromised`: no signature of the key is valid. */
const revocationReasons = ['superseded', 'compromised'] as const;

/** A statement of an issuer about its keys, signed by one of them. */
const statementSchema = z.discriminatedUnion('kind', [
  /** The next key of the issuer. */
  z.strictObject({ kind: z.literal('introduce'), key: publicKeySchema, at: z.iso.datetime() }),
  z.strictObject({
    kind: z.literal('revoke'),
    keys: z.array(z.strictObject({ kid: z.string(), reason: z.enum(revocationReasons) })).min(1),
    at: z.iso.datetime(),
  }),
]);

export type KeyStatement = z.output<typeof statementSchema>;
export type Revocation = Extract<KeyStatement, { kind: 'revoke' }>['keys'][number];

const type = 'selo-key-statement+jws';

/** Signs a statement as a compact JWS. */
export const signStatement = async (statement: KeyStatement, key: JWK): Promise<string> => {
  const signer = new CompactSign(new TextEncoder().encode(JSON.stringify(statementSchema.parse(statement))));
  const { kid = '' } = key;
  return await signer.setProtectedHeader({ alg: algorithm, typ: type, kid }).sign(await importJWK(key, algorithm));
};

/** The id of the key that a statement names as its signer; undefined if it is no statement. */
const signerOf = (jws: string): string | undefined => {
  try {
    const { kid, typ } = decodeProtectedHeader(jws);
    return typ === type ? kid : undefined;
  } catch {
    return undefined;
  }
};

export const isStatement = (text: string): boolean => signerOf(text) !== undefined;

/** Reads a statement. Throws `KeyError` if none of these keys signed it. */
export const readStatement = async (
  jws: string,
  keys: readonly JWK[],
  from: string,
): Promise<{ signer: string; statement: KeyStatement }> => {
  const signer = signerOf(jws);
  const key = keys.find(({ kid }) => kid === signer);
  if (signer === undefined || key === undefined) {
    throw new KeyError(
      `${from} is signed with key ${signer ?? 'unknown'}, which is not trusted: trust the key before it first.`,
    );
  }
  try {
    const { payload } = await compactVerify(jws, await importJWK(publicPart(key), algorithm), {
      algorithms: [algorithm],
    });
    return { signer, statement: statementSchema.parse(parsedJson(new TextDecoder().decode(payload))) };
  } catch {
    throw new KeyError(`${from} was changed after it was signed, or is no statement on keys: get it again.`);
  }
};
