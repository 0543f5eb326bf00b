import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../../fixtures/capture/receive/bounded-server.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { CliError } from '../cli-error.ts';

const withMessage = <T>(words: string, act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw new CliError(`${words}: ${messageOf(error)}`);
  }
};

const read = (option: string, file: string): string =>
  withMessage(`${option} ${file} cannot be read`, () => readFileSync(file, 'utf8'));

/**
 * Reads the certificate with its chain and its key; undefined if neither file is named. Throws `CliError` for a
 * certificate that senders would refuse or the server cannot use.
 */
export const readCertificate = ({ cert, key }: { cert?: string; key?: string }): Certificate | undefined => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new CliError('--cert and --key go together: the certificate with its chain, and its private key.');
  }
  const pem = { cert: read('--cert', cert), key: read('--key', key) };
  const certificate = withMessage(`--cert ${cert} is no certificate in PEM`, () => new X509Certificate(pem.cert));
  const privateKey = withMessage(`--key ${key} is no private key in PEM without a passphrase`, () =>
    createPrivateKey(pem.key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new CliError(`--key ${key} is not the key of the certificate in ${cert}.`);
  if (new Date(certificate.validTo) < new Date()) {
    throw new CliError(`--cert ${cert} has expired (${certificate.validTo}): no sender would accept it. Renew it.`);
  }
  withMessage(`--cert ${cert} and --key ${key} cannot be used`, () => createSecureContext(pem));
  return pem;
};
