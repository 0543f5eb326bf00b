import { FlattenedSign, importJWK, type JWK } from 'jose';
import { type Certificate, certificateSchema, type SignedCertificate } from '../../core/certificate.ts';
import { algorithm, publicPart } from './keys.ts';

/** The signed bytes: the certificate's JSON, as a reader reproduces it from the file. */
export const signedBytes = (certificate: Certificate): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(certificate));

/** Signs a certificate. The signature contains the public key. */
export const signCertificate = async (issued: Certificate, key: JWK): Promise<SignedCertificate> => {
  // the schema puts keys in the order that a reader gets
  const certificate = certificateSchema.parse(issued);
  const signer = new FlattenedSign(signedBytes(certificate)).setProtectedHeader({
    alg: algorithm,
    jwk: publicPart(key),
  });
  const { protected: header = '', signature } = await signer.sign(await importJWK(key, algorithm));
  return { certificate, signature: { protected: header, signature } };
};

/** A certificate as one JWS in compact form: the bytes and the signature are those of the file as JSON. */
export const compactOf = ({ certificate, signature }: SignedCertificate): string =>
  [signature.protected, Buffer.from(signedBytes(certificate)).toString('base64url'), signature.signature].join('.');

const compact = /^([\w-]+)\.([\w-]+)\.([\w-]+)\s*$/;

/** Returns the text of a certificate as JSON, from either form. */
export const certificateJson = (text: string): string => {
  const [, header, payload = '', signature] = compact.exec(text) ?? [];
  if (header === undefined) return text;
  const certificate = Buffer.from(payload, 'base64url').toString('utf8');
  return `{"certificate":${certificate},"signature":${JSON.stringify({ protected: header, signature })}}`;
};
