import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issue, issueAuthority, writeTexts } from '../../fixtures/test-certificates.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { tlsEnvironment } from './tls-environment.ts';

const authority = await issueAuthority();
const trustedFile = undefined;

test('a profile without tls sets nothing', () => {
  expect(tlsEnvironment(undefined, { folder: '/nowhere', trustedFile })).toEqual({});
});

test('authorities are added to those of the file that k6 reads by default', async () => {
  await using folder = await temporaryFolder();
  const { ca = '', own = '' } = await writeTexts(folder.path, { ca: authority.cert, own: 'those of the machine' });
  const file = join(folder.path, 'authorities.pem');
  const options = { folder: folder.path, platform: 'linux' as const };
  expect(tlsEnvironment({ ca }, { ...options, trustedFile: own })).toEqual({ SSL_CERT_FILE: file });
  expect(await readFile(file, 'utf8')).toBe(`those of the machine\n${authority.cert}`);
});

test('an authority is refused if k6 trusts only those of the system', async () => {
  await using folder = await temporaryFolder();
  const { ca = '' } = await writeTexts(folder.path, { ca: authority.cert });
  const refusal = expect.objectContaining({ name: 'K6Error', message: expect.stringContaining('tls.ca') });
  expect(() => tlsEnvironment({ ca }, { folder: folder.path, platform: 'darwin', trustedFile })).toThrow(refusal);
});

test('an encrypted key reaches k6 without encryption', async () => {
  await using folder = await temporaryFolder();
  const client = await issue(authority, { passphrase: 'open sesame' });
  const files = await writeTexts(folder.path, { cert: client.cert, key: client.key });
  const passphrase = { env: 'WORD', value: 'open sesame' };
  const { SELO_TLS_CERT, SELO_TLS_KEY = '' } = tlsEnvironment(
    { ...files, passphrase },
    { folder: folder.path, trustedFile },
  );
  expect(SELO_TLS_CERT).toBe(client.cert);
  expect(createPrivateKey(SELO_TLS_KEY).equals(createPrivateKey({ key: client.key, passphrase: 'open sesame' }))).toBe(
    true,
  );
});
