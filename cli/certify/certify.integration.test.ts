import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { exampleShop } from '../../certify/session/example-session.ts';
import { signedCertificateSchema } from '../../core/certificate.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runSelo } from '../run/selo-process.ts';

const certify = async (folder: string, partner: PartnerConfig, ...args: string[]) => {
  const file = join(folder, 'partner.json');
  await writeFile(file, JSON.stringify(partner));
  const out = join(folder, 'out');
  const ended = await runSelo(['certify', '--partner', file, '--time-scale', '0.05', '--out', out, ...args]);
  return { ...ended, out };
};

const filesIn = async (out: string): Promise<{ certificate: string; page: string }> => {
  const [session = ''] = await readdir(out);
  return { certificate: join(out, session, 'certificate.json'), page: join(out, session, 'certificate.html') };
};

test('a mistake is reported with what was seen, and its certificate is one all the same', async () => {
  await using folder = await temporaryFolder();
  const key = join(folder.path, 'key.json');
  expect((await runSelo(['keys', 'new', key])).code).toBe(0);
  const { code, stdout, stderr, out } = await certify(
    folder.path,
    await exampleShop({ SHOP_FAULT: 'canceled with two Ls' }),
    '--scenario',
    'order',
    '--key',
    key,
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('1 of 1 · An order is paid at once')]);
  expect(stdout).toMatch(/✗ PART-8 .*one L/);
  expect(stdout).toMatch(/\nnot certified\n/);
  const { certificate, page } = await filesIn(out);
  const text = await readFile(certificate, 'utf8');
  expect(signedCertificateSchema.parse(JSON.parse(text)).certificate.level).toBe('not certified');
  expect(await readFile(page, 'utf8')).toContain('not certified');
  expect(text + (await readFile(page, 'utf8'))).not.toContain('Souza');

  const trusted = join(folder.path, 'key.public.json');
  const compact = certificate.replace(/json$/, 'jws');
  const asCompact = await runSelo(['verify', compact, '--key', trusted]);
  expect([asCompact.code, asCompact.stdout]).toEqual([0, expect.stringContaining('✗ the certificate is authentic')]);
  const verified = await runSelo(['verify', certificate, '--key', trusted]);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringContaining('✗ the certificate is authentic, and the partner is not certified'),
  ]);
  expect(verified.stdout).toContain('\ncertificate.html is the page that was issued with it\n');
  await writeFile(page, (await readFile(page, 'utf8')).replaceAll('not certified', 'certified'));
  const painted = await runSelo(['verify', certificate, '--key', trusted]);
  expect([painted.code, painted.stdout]).toEqual([
    1,
    expect.stringContaining('✗ certificate.html in its folder is not the page'),
  ]);
  await writeFile(
    certificate,
    text.replace('"version":"1.0.0"', '"version":"1.0.1"').replace('"version": "1.0.0"', '"version": "1.0.1"'),
  );
  const edited = await runSelo(['verify', certificate, '--key', trusted]);
  expect([edited.code, edited.stdout]).toEqual([1, expect.stringContaining('changed after it was signed')]);
});

test('a part of the scenarios makes no whole certificate', async () => {
  await using folder = await temporaryFolder();
  const { code, stdout } = await certify(folder.path, await exampleShop(), '--scenario', 'order', '--quiet');
  expect([code, stdout]).toEqual([3, expect.stringMatching(/\nincomplete\n.*scenarios were not played/s)]);
});

test.for<[what: string, content: string | undefined, message: RegExp]>([
  ['a file that is not there', undefined, /there is no such file/],
  ['a file that is no JSON', '{', /cannot be read as JSON/],
  [
    'a partner that can do what nobody knows',
    '{"name":"x","version":"1","capabilities":["flying"],"triggers":{"kind":"http","url":"http://x"}}',
    /does not describe a partner:\n {2}capabilities\.0/,
  ],
  [
    'a person to act where there is no terminal',
    '{"name":"x","version":"1","capabilities":["orders"],"triggers":{"kind":"person"}}',
    /no terminal to ask at/,
  ],
  [
    'a partner that cannot be made to act',
    '{"name":"x","version":"1","capabilities":["orders"]}',
    /has no triggers.*--observe/,
  ],
])('%s is reported', async ([, content, message]) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'partner.json');
  if (content !== undefined) await writeFile(file, content);
  const { code, stderr } = await runSelo(['certify', '--partner', file]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('a scenario that there is none of is reported, with those that there are', async () => {
  const { code, stderr } = await runSelo([
    'certify',
    '--partner',
    'examples/shop/partner.json',
    '--scenario',
    'nothing',
  ]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--scenario nothing: there are registered, notified/)]);
});

test('a key that is none, and one that would be lost, are reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'key.json');
  await writeFile(file, '{"kty":"RSA"}');
  const taken = await runSelo(['keys', 'new', file]);
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('a key must not be overwritten')]);
  const none = await runSelo(['verify', file, '--key', file]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('contains no key')]);
});
