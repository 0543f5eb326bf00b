import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { resultSchema } from '../../core/result.ts';
import { reasonOf } from '../../core/verdict.ts';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import { issue, writeTexts } from '../../fixtures/test-certificates.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runSelo, serveTarget } from '../run/selo-process.ts';
import { startCaptureProcess } from './test-capture-process.ts';

const token = 'control-token-of-a-test';

const certificates = async (folder: string) => {
  const [one, other] = [await issue(undefined), await issue(undefined)];
  const old = await issue(undefined, { days: -1 });
  const locked = await issue(undefined, { passphrase: 'secret' });
  return writeTexts(folder, {
    cert: one.cert,
    key: one.key,
    otherKey: other.key,
    oldCert: old.cert,
    oldKey: old.key,
    lockedCert: locked.cert,
    lockedKey: locked.key,
    noise: 'hello',
  });
};

const refused: [args: string[], said: RegExp, tokenGiven?: string][] = [
  [['--cert', '{cert}'], /--cert and --key go together/],
  [['--key', '{key}'], /--cert and --key go together/],
  [['--cert', '{cert}', '--key', '/nowhere/key.pem'], /--key \/nowhere\/key\.pem cannot be read: ENOENT/],
  [['--cert', '/nowhere', '--key', '{key}'], /--cert \/nowhere cannot be read: ENOENT/],
  [['--cert', '{noise}', '--key', '{key}'], /--cert .* is not a PEM certificate/],
  [['--cert', '{cert}', '--key', '{noise}'], /--key .* is not a PEM private key/],
  [['--cert', '{cert}', '--key', '{otherKey}'], /is not the key of the certificate in/],
  [['--cert', '{oldCert}', '--key', '{oldKey}'], /has expired/],
  [['--cert', '{lockedCert}', '--key', '{lockedKey}'], /not a PEM private key without a passphrase/],
  [['--cert', '{cert}', '--key', '{key}', '--public-url', 'http://a.example'], /the address must begin with https/],
  [['--host', '0.0.0.0'], /say with --public-url/],
  [['--public-url', 'capture.example.com'], /expected an http or https address/],
  [['--public-url', 'ftp://capture.example.com'], /expected an http or https address/],
  [['--public-url', 'https://me@capture.example.com'], /expected an http or https address/],
  [['--data', '/tmp'], /set SELO_CAPTURE_TOKEN/, ''],
  [['--data', '{noise}'], /cannot start: ENOTDIR/],
  [[], /at least 16 characters/, 'short'],
  [[], /at least 16 characters/, 'with white space in it'],
];

test.each(refused)('selo capture %j is wrong usage, described in words', async (args, said, tokenGiven = token) => {
  await using folder = await temporaryFolder();
  const files = await certificates(folder.path);
  const given = args.map((arg) => arg.replace(/\{(\w+)\}/, (_, name: string) => files[name] ?? ''));
  const env = { SELO_CAPTURE_TOKEN: tokenGiven };
  const { code, stdout, stderr } = await runSelo(['capture', '--port', '0', ...given], { env });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)]);
  expect(stderr).not.toMatch(/^ +at /m);
});

test('a port that is taken is reported', async () => {
  await using taken = await startCapture();
  const { port } = new URL(taken.publicUrl);
  const { code, stderr } = await runSelo(['capture', '--port', port], { env: { SELO_CAPTURE_TOKEN: token } });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^The capture server cannot start: .*EADDRINUSE/)]);
});

const exposures: [what: string, args: string[], isWarned: boolean][] = [
  ['on this machine alone', [], false],
  ['behind a proxy', ['--host', '0.0.0.0', '--public-url', 'https://capture.example.com'], false],
  ['over TLS', ['--host', '0.0.0.0', '--public-url', 'https://a.example', '--cert', '{cert}', '--key', '{key}'], false],
  ['in clear text for others', ['--host', '0.0.0.0', '--public-url', 'http://capture.example.com'], true],
];

test.each(exposures)('%s, a warning is due or not', async (_, args, isWarned) => {
  await using folder = await temporaryFolder();
  const files = await certificates(folder.path);
  const given = args.map((arg) => arg.replace(/\{(\w+)\}/, (__, name: string) => files[name] ?? ''));
  await using capture = await startCaptureProcess(given);
  expect(capture.warnings().includes('WARNING')).toBe(isWarned);
});

test('a run receives over TLS, resets included', async () => {
  await using folder = await temporaryFolder();
  const { cert, key } = await issue(undefined);
  const files = await writeTexts(folder.path, { 'cert.pem': cert, 'key.pem': key });
  // the platform of this process trusts it as one on another machine would trust a public one
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  const tls = ['--cert', files['cert.pem'] ?? '', '--key', files['key.pem'] ?? ''];
  await using capture = await startCaptureProcess(tls, true);
  const { controlUrl, controlToken } = capture;
  await using target = await serveTarget({ policy: { timeScale: 0.01 } }, (profile) => ({
    ...profile,
    capture: { controlUrl, controlToken: { env: 'SELO_CAPTURE_TOKEN', value: controlToken } },
  }));
  const { code, stderr } = await runSelo(
    ['run', '--profile', target.profileFile, '--out', target.out, '--rule', 'DLV-9', 'DLV-15', 'DLV-16'],
    { env: { ...target.env, SELO_CAPTURE_TOKEN: controlToken, NODE_EXTRA_CA_CERTS: files['cert.pem'] ?? '' } },
  );
  const { verdicts } = resultSchema.parse(JSON.parse(await readFile(join(target.out, 'latest.json'), 'utf8')));
  expect([code, stderr.includes('rejected')]).toEqual([0, false]);
  expect(verdicts.map((verdict) => [verdict.rule, verdict.outcome, reasonOf(verdict)])).toEqual(
    ['DLV-9', 'DLV-15', 'DLV-16'].map((rule) => [rule, 'pass', undefined]),
  );
});
