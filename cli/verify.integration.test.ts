import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issueCertificate } from '../certify/certificate/issue.ts';
import { newKey, writeKey } from '../certify/certificate/keys.ts';
import { signCertificate } from '../certify/certificate/sign.ts';
import { observedSession } from '../certify/certificate/test-session.ts';
import { emptyRecord } from '../certify/obligations/test-records/test-record.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { simulatedTill } from '../simulation/simulated-partners.ts';
import { simulateSession } from '../simulation/simulated-session.ts';
import { runSelo } from './run/selo-process.ts';

const record = { ...emptyRecord(), capabilities: ['orders' as const] };

/** A certificate of a partner that was looked at and did nothing. */
const certificate = issueCertificate(
  observedSession(record),
  { name: 'Shop', version: '1', capabilities: ['orders'] },
  { selo: '0.1.0', keepsCustomers: false },
);

test('what other obligations judged is not called computed again, and needs a key that is trusted', async () => {
  await using folder = await temporaryFolder();
  const key = await newKey();
  const { publicFile } = writeKey(key, join(folder.path, 'key.json'));
  const file = join(folder.path, 'certificate.json');
  const other = { ...certificate, rules: { ...certificate.rules, digest: '0'.repeat(64) } };
  await writeFile(file, JSON.stringify(await signCertificate(other, key)));

  const trusted = await runSelo(['verify', file, '--key', publicFile]);
  expect([trusted.code, trusted.stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    '· the signature holds; its verdicts were judged by other obligations than those of this version: --rules newer shows what would change',
  ]);
  expect(trusted.stdout).toContain('not computed again; its signature, form and level are consistent');
  expect(trusted.stdout).not.toMatch(/✓|obligations, computed again/);

  const unknown = await runSelo(['verify', file]);
  expect([unknown.code, unknown.stdout]).toEqual([1, expect.stringMatching(/✗ .*nobody vouches for them: .*--key/)]);
  expect(unknown.stdout).not.toMatch(/✓|are consistent/);

  const newer = await runSelo(['verify', file, '--key', publicFile, '--rules', 'newer']);
  expect([newer.code, newer.stdout]).toEqual([0, expect.stringContaining('every verdict would be the same')]);

  await writeFile(file, JSON.stringify(await signCertificate(certificate, key)));
  const same = await runSelo(['verify', file]);
  expect([same.code, same.stdout]).toEqual([
    0,
    expect.stringMatching(/computed again from 0 calls.*\n\? the certificate was not changed .*: incomplete\n$/s),
  ]);
  expect(same.stdout).not.toContain('✓');
});

test('authentic is one thing, certified another: --expect distinguishes them by the exit code', async () => {
  await using folder = await temporaryFolder();
  const key = await newKey();
  const { publicFile } = writeKey(key, join(folder.path, 'key.json'));
  const file = join(folder.path, 'certificate.json');
  await writeFile(file, JSON.stringify(await signCertificate(certificate, key)));

  const plain = await runSelo(['verify', file, '--key', publicFile]);
  expect([plain.code, plain.stdout]).toEqual([0, expect.stringMatching(/✗ .* authentic, and .* not certified/)]);
  expect(plain.stdout).not.toContain('✓');
  const byPrivate = await runSelo(['verify', file, '--key', join(folder.path, 'key.json')]);
  expect([byPrivate.code, byPrivate.stdout]).toEqual([plain.code, plain.stdout]);
  for (const level of ['certified', 'certified with remarks']) {
    const { code, stdout } = await runSelo(['verify', file, '--key', publicFile, '--expect', level]);
    expect(code).toBe(5);
    expect(stdout).toContain(`✗ the certificate is authentic: incomplete, and ${level} was expected\n`);
  }
  const unsigned = await runSelo(['verify', file, '--expect', 'certified']);
  expect([unsigned.code, unsigned.stderr]).toEqual([2, expect.stringContaining('--key')]);
});

test('a reader says how many musts may have had no occasion, whatever the issuer allowed', async () => {
  await using folder = await temporaryFolder();
  const key = await newKey();
  const { publicFile } = writeKey(key, join(folder.path, 'key.json'));
  const config = { ...simulatedTill.config, capabilities: ['carts' as const] };
  const session = await simulateSession({ seed: 1, sample: { ...simulatedTill, config } });
  const issued = issueCertificate(session, config, { selo: '0.1.0', keepsCustomers: false });
  const file = join(folder.path, 'certificate.json');
  await writeFile(file, JSON.stringify(await signCertificate(issued, key)));

  const expecting = ['verify', file, '--key', publicFile, '--expect', 'certified'];
  const all = await runSelo(expecting);
  expect([all.code, all.stdout]).toEqual([0, expect.stringMatching(/^ {2}PART-15 .*(?:\n.*)*\n✓ .* certified\n$/m)]);
  const none = await runSelo([...expecting, '--unseen-musts', '0']);
  expect([none.code, none.stdout]).toEqual([
    5,
    expect.stringContaining(
      '✗ the certificate is authentic: certified with 1 must that had no occasion, and at most 0 were',
    ),
  ]);
  const alone = await runSelo(['verify', file, '--key', publicFile, '--unseen-musts', '0']);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('add --expect')]);
});

test('a folder in place of a file, and a key where there is no folder, are reported without a line of source', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'certificate.json');
  await writeFile(file, '{}');
  await mkdir(join(folder.path, 'keys'));
  for (const [args, said] of [
    [['verify', join(folder.path, 'keys')], /cannot be read: EISDIR/],
    [['verify', file, '--key', folder.path], /cannot be read: EISDIR/],
    [['keys', 'new', join(folder.path, 'none', 'key.json')], /no key can be written to .*: ENOENT/],
  ] as const) {
    const { code, stderr } = await runSelo([...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(stderr).not.toMatch(/Selo failed|\.ts/);
  }
});

test.each([
  ['--key', 'issuer.public.json'],
  ['--trusted', 'trusted-keys.json'],
  ['--rules', 'newer'],
  ['--expect', 'certified'],
  ['--unseen-musts', '0'],
])('the result of a run is no certificate, so %s is refused', async (...option) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  await writeFile(file, '{ "schema": 4 }');
  const { code, stderr } = await runSelo(['verify', file, ...option]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is the result of a run: it is not signed')]);
});
