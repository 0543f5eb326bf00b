import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { issueCertificate } from './issue.ts';
import { newKey, publicPart } from './keys.ts';
import { compactOf, signCertificate } from './sign.ts';
import { observedSession } from './test-session.ts';

const run = promisify(execFile);

const check = `
import json, sys, jwt
token, key = open(sys.argv[1]).read().strip(), jwt.PyJWK(json.load(open(sys.argv[2])))
try:
    payload = jwt.api_jws.PyJWS().decode(token, key, algorithms=["EdDSA"])
    certificate = json.loads(payload)
    print(certificate["schema"], certificate["level"], certificate["partner"]["name"])
except jwt.InvalidSignatureError:
    print("not signed by this key")
`;

/** Sets up a Python with PyJWT in its own folder; a string says why that failed. */
const pythonIn = async (folder: string): Promise<{ python: string } | string> => {
  const python = join(folder, 'venv/bin/python');
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    await run(python, ['-m', 'pip', 'install', '--quiet', 'PyJWT[crypto]==2.15.1']);
    return { python };
  } catch (error) {
    return `Python with PyJWT is needed: ${messageOf(error).split('\n')[0]}`;
  }
};

test('a library of another ecosystem verifies the compact form with the public key alone', async ({ skip }) => {
  await using folder = await temporaryFolder();
  const installed = await pythonIn(folder.path);
  if (typeof installed === 'string') return skip(installed);
  const key = await newKey();
  const record = { ...emptyRecord(), capabilities: ['orders' as const] };
  const certificate = issueCertificate(
    observedSession(record),
    { name: 'Loja São João', version: '1', capabilities: ['orders'] },
    { selo: '0.1.0', keepsCustomers: false },
  );
  const token = compactOf(await signCertificate(certificate, key));
  const [script, signed, trusted] = ['check.py', 'certificate.jws', 'key.json'].map((name) => join(folder.path, name));
  if (script === undefined || signed === undefined || trusted === undefined) throw new Error('three files are named');
  await writeFile(script, check);
  const verified = async (text: string, jwk: object): Promise<string> => {
    await writeFile(signed, text);
    await writeFile(trusted, JSON.stringify(jwk));
    return (
      await run(installed.python, [script, signed, trusted], { env: { PYTHONIOENCODING: 'utf8' } })
    ).stdout.trim();
  };

  expect(await verified(token, publicPart(key))).toBe('selo-certificate/5 incomplete Loja São João');
  expect(await verified(token, publicPart(await newKey()))).toBe('not signed by this key');
  const [header, payload = '', signature] = token.split('.');
  const changed = Buffer.from(payload, 'base64url')
    .toString('utf8')
    .replace('"level":"incomplete"', '"level":"certified"');
  const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.');
  expect(await verified(forged, publicPart(key))).toBe('not signed by this key');
}, 120_000);
