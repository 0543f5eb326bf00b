import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { exampleShop } from '../../certify/session/example-session.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { serving } from '../../fixtures/test-server.ts';
import { type Ended, runSelo } from '../run/selo-process.ts';

const partner: PartnerConfig = {
  name: 'A shop',
  version: '1',
  capabilities: ['coupons-config'],
  triggers: { kind: 'http', url: 'http://127.0.0.1:1/hooks' },
};

/** A session that cannot begin, and what it left. */
const refused = async (config: PartnerConfig, ...args: string[]): Promise<Ended & { left: string[] }> => {
  await using folder = await temporaryFolder();
  const [file, out] = [join(folder.path, 'partner.json'), join(folder.path, 'out')];
  await writeFile(file, JSON.stringify(config));
  const ended = await runSelo(['certify', '--partner', file, '--out', out, ...args]);
  return { ...ended, left: existsSync(out) ? readdirSync(out) : [] };
};

test('a port that is taken is reported, and nothing is left', async () => {
  await using taken = await serving((_, response) => response.end());
  const { port } = new URL(taken.url);
  const { code, stderr, left } = await refused(partner, '--port', port);
  expect([code, left]).toEqual([2, []]);
  expect(stderr).toMatch(new RegExp(`^--host 127.0.0.1 --port ${port} cannot be listened on: .*EADDRINUSE.*\\n$`));
});

test.for(['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])(
  'with the host %s it has to be said where the partner reaches it',
  async (host) => {
    const { code, stderr, left } = await refused(partner, '--host', host);
    expect([code, stderr, left]).toEqual([2, expect.stringMatching(/say with --public-url where the partner/), []]);
  },
);

test('a partner that is started here needs no other address', async () => {
  const start = { command: 'node', args: ['-e', 'console.error(process.env.PLATFORM_URL); process.exit(3)'], env: {} };
  const { code, stderr } = await refused({ ...partner, start }, '--host', '0.0.0.0');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/exit code 3: http:\/\/127\.0\.0\.1:\d+/)]);
});

test.for<[what: string, start: { command: string; args: string[] }, how: RegExp]>([
  [
    'whose file is not there',
    { command: 'node', args: ['shop.mjs'] },
    /"node shop\.mjs" in \S+: it ended with exit code 1: /,
  ],
  ['whose program is not there', { command: 'no-such-shop', args: [] }, /"no-such-shop" in \S+: no program was found/],
  ['that ends at once', { command: 'node', args: ['-e', '0'] }, /"node -e 0" in \S+: it ended with exit code 0\./],
])('a partner %s gets no certificate, and its command and folder are named', async ([, start, how]) => {
  const { code, stdout, stderr, left } = await refused({ ...partner, start: { ...start, env: {} } });
  expect([code, stdout, left]).toEqual([2, '', []]);
  expect(stderr).toMatch(how);
  expect(stderr).toMatch(/^The partner’s software did not start\..*Correct `start` in the partner file/s);
});

test('the commands of a partner file run in its folder', async () => {
  await using folder = await temporaryFolder();
  const { triggers, start } = await exampleShop();
  await writeFile(join(folder.path, 'shop.mjs'), `import ${JSON.stringify(start?.args[0])};`);
  const file = join(folder.path, 'partner.json');
  const inItsFolder = { command: 'node', args: ['shop.mjs'], env: start?.env ?? {} };
  await writeFile(file, JSON.stringify({ ...partner, capabilities: ['orders'], triggers, start: inItsFolder }));
  const out = join(folder.path, 'out');
  const { code, stdout } = await runSelo(['certify', '--partner', file, '--scenario', 'order', '--out', out]);
  expect([code, stdout]).toEqual([3, expect.stringContaining('scenarios were not played')]);
});

test('a bearer of the hooks that is not set is reported', async () => {
  const triggers = { kind: 'http', url: 'http://127.0.0.1:1/hooks', tokenEnv: 'SHOP_HOOKS' } as const;
  const { code, stderr, left } = await refused({ ...partner, triggers });
  expect([code, stderr, left]).toEqual([2, expect.stringContaining('set SHOP_HOOKS'), []]);
});
