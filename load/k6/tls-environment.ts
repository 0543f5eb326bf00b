import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Tls, tlsMaterial } from '../../fixtures/profile/tls-material.ts';
import { K6Error } from './k6-error.ts';

interface TlsOptions {
  /** For the file of authorities, which are not secret. */
  folder: string;
  platform?: NodeJS.Platform;
  /** A file of authorities that k6 trusts anyway. */
  trustedFile?: string | undefined;
}

/** Systems on which Go reads the authorities from a file. On others, it asks the system. */
const readsFile: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'openbsd'];

/** A private key without encryption, since k6 supports only an old form of encrypted keys. */
const plainKey = (key: string, passphrase: string | undefined): string =>
  createPrivateKey({ key, ...omitUndefined({ passphrase }) })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();

/**
 * The variables that make k6 trust the authorities of a profile's `tls`, besides those of this machine, and send its client
 * certificate. Throws `K6Error` if that is not possible on this system.
 */
export const tlsEnvironment = (
  tls: Tls | undefined,
  { folder, platform = process.platform, trustedFile = process.env.SSL_CERT_FILE }: TlsOptions,
): Record<string, string> => {
  const { ca, cert, key, passphrase } = tls ? tlsMaterial(tls) : {};
  const environment: Record<string, string> = {};
  if (ca !== undefined) {
    if (!readsFile.includes(platform)) {
      throw new K6Error(
        'k6 trusts only the authorities of this system. Add the authority in tls.ca of the profile to them, remove tls.ca, and set NODE_USE_SYSTEM_CA=1 so that Selo also trusts them.',
      );
    }
    const file = join(folder, 'authorities.pem');
    writeFileSync(file, [...(trustedFile ? [readFileSync(trustedFile, 'utf8')] : []), ca].join('\n'));
    environment.SSL_CERT_FILE = file;
  }
  if (cert !== undefined && key !== undefined) {
    environment.SELO_TLS_CERT = cert;
    environment.SELO_TLS_KEY = plainKey(key, passphrase);
  }
  return environment;
};
