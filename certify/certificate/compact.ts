import type { SignedCertificate } from '../../core/certificate.ts';
import { signedBytes } from './sign.ts';

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
