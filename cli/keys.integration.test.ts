import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issueCertificate } from '../certify/certificate/issue.ts';
import { readKeyFile } from '../certify/certificate/keys.ts';
import { signCertificate } from '../certify/certificate/sign.ts';
import { observedSession } from '../certify/certificate/test-session.ts';
import { emptyRecord } from '../certify/obligations/test-records/test-record.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { runSelo } from './run/selo-process.ts';
import { runScript } from './test-guide.ts';
import { scriptsTriedBy } from './test-tried-scripts.ts';

test('keys are trusted, rotated and revoked by files, and a certificate is checked against them', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const store = ['--store', at('trusted.json')];
  const selo = async (...args: string[]) => {
    const { code, stdout, stderr } = await runSelo(args);
    expect([args.slice(0, 2), code, stderr]).toEqual([args.slice(0, 2), 0, '']);
    return stdout;
  };
  await selo('keys', 'new', at('old.json'));
  await selo('keys', 'new', at('next.json'));
  await selo('keys', 'trust', at('old.public.json'), ...store, '--issuer', 'Platform');
  await selo('keys', 'introduce', at('next.public.json'), '--key', at('old.json'), '--out', at('next.jws'));
  expect(await selo('keys', 'trust', at('next.jws'), ...store)).toMatch(
    /key [\w-]{43} of Platform · trusted directly\nkey [\w-]{43} of Platform · introduced by [\w-]{43}\n/,
  );

  const issued = issueCertificate(
    observedSession({ ...emptyRecord(), capabilities: ['orders'] }),
    { name: 'Shop', version: '1', capabilities: ['orders'] },
    { selo: '0.1.0', keepsCustomers: false },
  );
  const certificate = at('certificate.json');
  const signWith = async (key: string): Promise<void> =>
    writeFileSync(certificate, JSON.stringify(await signCertificate(issued, await readKeyFile(at(key)))));
  await signWith('next.json');
  const trusting = ['verify', certificate, '--trusted', at('trusted.json')];
  const trusted = await runSelo(trusting);
  expect([trusted.code, trusted.stdout]).toEqual([0, expect.stringContaining('the certificate is authentic')]);
  expect((await runSelo([...trusting, '--expect', 'certified'])).code).toBe(5);

  const revoking = ['keys', 'revoke', at('old.public.json'), '--key', at('next.json'), '--out', at('old.jws')];
  await selo(...revoking, '--reason', 'compromised');
  await selo('keys', 'trust', at('old.jws'), ...store);
  expect(await selo('keys', 'list', ...store)).toContain('compromised since');
  await signWith('old.json');
  const refused = await runSelo(trusting);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/✗ .* revoked as compromised/)]);

  for (const [args, said] of [
    [[...trusting, '--key', at('next.public.json')], /--key and --trusted both say/],
    [['verify', certificate, '--trusted', at('none.json')], /none\.json does not exist/],
    [['verify', certificate, '--trusted', certificate], /is no store of keys/],
    [[...revoking, '--reason', 'compromised'], /old\.jws cannot be written/],
    [['keys', 'introduce', at('next.public.json'), '--key', at('old.public.json')], /only a public key/],
  ] as const) {
    const { code, stderr } = await runSelo([...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
  }
  expect(readFileSync(at('trusted.json'), 'utf8')).not.toContain('"d"');
});

test.each(scriptsTriedBy('cli/keys.integration.test.ts').map((script) => [script]))(
  'the commands of the guide work: %s',
  async (script) => {
    await using folder = await temporaryFolder();
    const { stdout } = await runScript(script, { cwd: folder.path, stubs: '' });
    expect(stdout).toMatch(/of Platform · trusted directly · superseded since .*\n.* introduced by/);
  },
);
