import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prometheusText, zeroCounts } from '../../fixtures/capture/control/counts.ts';
import { defaultLimits, maxConnections } from '../../fixtures/capture/receive/limits.ts';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { issue, writeTexts } from '../../fixtures/test-certificates.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { guideNamed, runScript, scriptsOf } from '../test-guide.ts';

const guide = guideNamed('capture.md');
const [service = ''] = [...guide.matchAll(/^ExecStart=\/usr\/bin\/(.*)$/gm)].map(([, line = '']) => line);
const starts = [...scriptsOf(guide, /selo capture/), service];
const [questions = ''] = scriptsOf(guide, /\/metrics/);

/** The server runs until what follows in the guide has been asked of it. */
const stubs = `
npx() {
  shift
  touch printed
  "$NODE" "$ENTRY" "$@" > printed 2> warned &
  trap 'kill $!; cat warned >&2' EXIT
  until grep -q 'Ctrl-C stops it' printed; do kill -0 $!; sleep 0.05; done
  ask
  trap - EXIT
  kill $!
  wait $!
}
curl() { "$NODE" "$ASK" "$@"; }
ask() {
${questions}
}`;

/** Stands in for curl, which need not be there. */
const asking = `
const [flag, ...rest] = process.argv.slice(2);
const url = rest.at(-1);
const headers = rest[0] === '-H' ? Object.fromEntries([rest[1].split(': ')]) : {};
const answer = await fetch(url, { headers });
console.log(await answer.text());
process.exitCode = answer.ok && flag === '--fail' ? 0 : 22;`;

test('the guide has commands', () => {
  expect([starts.length, questions.split('curl').length]).toEqual([3, 3]);
});

test.each(starts.map((script) => [script]))('the commands of the guide work: %s', async (script) => {
  await using folder = await temporaryFolder();
  const { cert, key } = await issue(undefined);
  const files = await writeTexts(folder.path, { 'cert.pem': cert, 'key.pem': key, 'ask.mjs': asking });
  const port = await freePort('127.0.0.1');
  const hasCertificate = script.includes('--cert');
  const here = script
    .replace(/--port \d+/, `--port ${port}`)
    .replace('/etc/selo/fullchain.pem', files['cert.pem'] ?? '')
    .replace('/etc/selo/privkey.pem', files['key.pem'] ?? '')
    .replace('/var/lib', folder.path);
  const { stdout } = await runScript(`${here}\ncat printed warned`, {
    cwd: folder.path,
    stubs,
    env: {
      NODE: process.execPath,
      ENTRY: join(import.meta.dirname, '../selo.ts'),
      ASK: files['ask.mjs'] ?? '',
      SELO_CAPTURE_TOKEN: 'control-token-of-a-test',
      CAPTURE_URL: `${hasCertificate ? 'https' : 'http'}://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: files['cert.pem'] ?? '',
    },
  });
  const address = `https://capture.example.com${hasCertificate ? ':8443' : ''}`;
  expect(stdout).toContain('{"ok":true}');
  expect(stdout).toContain('selo_capture_mailboxes 0\n');
  expect(stdout).toContain(
    `capture: { publicUrl: '${address}', controlUrl: '${address}/control', controlToken: { env: 'SELO_CAPTURE_TOKEN' } }`,
  );
  expect(stdout).not.toContain('WARNING');
});

test('the limits of the guide are those that there are', () => {
  const { mailboxRate, maxMailboxAttempts, maxAttempts, maxMailboxes } = defaultLimits;
  const limits = [...Object.values(mailboxRate), maxMailboxAttempts, maxAttempts, maxMailboxes, maxConnections];
  const rows = guide.split('\n').filter((line) => line.startsWith('| '));
  for (const limit of limits) expect(rows.join('\n')).toContain(limit.toLocaleString('en-US'));
});

test('the metrics that the guide names are reported', () => {
  const zero = {
    dropped: 0,
    heldAttempts: 0,
    heldCharacters: 0,
    mailboxes: 0,
    listeners: 0,
    rssBytes: 0,
    heapUsedBytes: 0,
  };
  const said = prometheusText({ ...zeroCounts(), ...zero });
  const named = [...guide.matchAll(/`(selo_capture_\w+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(said).toContain(`\n${name} 0\n`);
});
