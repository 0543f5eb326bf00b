import { FlattenedSign, importJWK, type JWK } from 'jose';
import { type Certificate, certificateSchema, type SignedCertificate } from '../../core/certificate.ts';
import { algorithm, publicPart } from './keys.ts';

/** The bytes that are signed: the certificate's JSON, as a reader of the file writes it again. */
export const signedBytes = (certificate: Certificate): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(certificate));

/** Signs a certificate; the key's public part stands in the signature. */
export const signCertificate = async (issued: Certificate, key: JWK): Promise<SignedCertificate> => {
  // in the order in which a reader has it
  const certificate = certificateSchema.parse(issued);
  const signer = new FlattenedSign(signedBytes(certificate)).setProtectedHeader({
    alg: algorithm,
    jwk: publicPart(key),
  });
  const { protected: header = '', signature } = await signer.sign(await importJWK(key, algorithm));
  return { certificate, signature: { protected: header, signature } };
};
