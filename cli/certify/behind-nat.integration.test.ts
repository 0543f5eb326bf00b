import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { partnerConfigSchema } from '../../certify/partner-config.ts';
import { signedCertificateSchema } from '../../core/certificate.ts';
import type { PartnerCapability } from '../../core/partner-record.ts';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runSelo } from '../run/selo-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shop = fileURLToPath(new URL('../../examples/shop/main.ts', import.meta.url));
const agent = fileURLToPath(new URL('../../examples/certify-compose/agent.mjs', import.meta.url));
const folder = resolve(root, 'examples/certify-compose');

const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  restart: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.array(z.string()),
  volumes: z.array(z.string()),
  depends_on: z.array(z.string()).default([]),
});
const composeSchema = z.object({
  services: z.object({ selo: service, caddy: service }),
  volumes: z.record(z.string(), z.null()),
});

const readFolder = (name: string): string => readFileSync(resolve(folder, name), 'utf8');
const compose = composeSchema.parse(parse(readFolder('compose.yaml')));
const { selo } = compose.services;

/** A process that is ended after the test. */
const started = (file: string, env: Record<string, string>): Disposable => {
  const child = spawn(process.execPath, [file], { env, stdio: 'ignore' });
  return { [Symbol.dispose]: () => void child.kill() };
};

/** The command line with other values for these options. */
const withValues = (args: readonly string[], values: Record<string, string>): string[] =>
  args.map((arg, index) => values[args[index - 1] ?? ''] ?? arg);

test('what the compose file mounts is there, and read-only where it is of the host', () => {
  for (const { volumes, restart } of Object.values(compose.services)) {
    expect(restart).toBe('no');
    for (const volume of volumes) {
      const [source = '', , mode] = volume.split(':');
      if (source.startsWith('.')) expect([existsSync(resolve(folder, source)), mode]).toEqual([true, 'ro']);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
  expect(selo.user).toBe('node');
  for (const name of selo.depends_on) expect(Object.keys(compose.services)).toContain(name);
});

test('its secrets are named, and the example of the environment has each of them without a value', () => {
  const printed = new Map(
    readFolder('.env.example')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^(?:# )?([A-Z_]+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value] as const];
      }),
  );
  for (const { environment } of Object.values(compose.services)) {
    for (const name of environment) expect([...printed.keys()]).toContain(name);
  }
  for (const name of ['SELO_CONTROL_TOKEN', 'SELO_PARTNER_TOKEN', 'SELO_PARTNER_ACCESS_KEY']) {
    expect(printed.get(name)).toBe('');
  }
  expect(readFolder('.gitignore')).toBe('.env\n');
});

test.for<[what: string, capabilities: PartnerCapability[], scenarios: string[], kept: string[]]>([
  ['polls', [], ['order'], ['PART-1']],
  ['is notified besides', ['webhooks'], ['registered', 'notified'], ['PART-1', 'PART-9']],
])('its command line certifies a partner that %s', async ([, capabilities, scenarios, kept]) => {
  await using out = await temporaryFolder();
  const [port, shopPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const secrets = {
    SELO_CONTROL_TOKEN: 'control-token-of-a-test',
    SELO_PARTNER_TOKEN: 'partner-token-of-a-test',
    SELO_PARTNER_ACCESS_KEY: 'access-key-of-a-test',
  };
  const url = `http://127.0.0.1:${port}`;
  using _shop = started(shop, {
    SHOP_PORT: String(shopPort),
    SHOP_RETRY_PAUSE_MS: '20',
    PLATFORM_URL: url,
    PLATFORM_TOKEN: secrets.SELO_PARTNER_TOKEN,
    PLATFORM_ACCESS_HEADER: 'service-access',
    PLATFORM_ACCESS_KEY: secrets.SELO_PARTNER_ACCESS_KEY,
  });
  using _agent = started(agent, {
    SELO_URL: url,
    SELO_CONTROL_TOKEN: secrets.SELO_CONTROL_TOKEN,
    HOOKS_URL: `http://127.0.0.1:${shopPort}/hooks`,
  });
  const [, , ...args] = selo.command.map((arg) => arg.replace(`\${SELO_HOST}`, 'certify.example.com'));
  const partner = partnerConfigSchema.parse(JSON.parse(readFolder('partner.json')));
  const partnerFile = resolve(out.path, 'partner.json');
  writeFileSync(partnerFile, JSON.stringify({ ...partner, capabilities: [...partner.capabilities, ...capabilities] }));
  const here = withValues(args, {
    '--partner': partnerFile,
    '--host': '127.0.0.1',
    '--port': String(port),
    '--out': out.path,
  });
  const { code, stdout, stderr } = await runSelo([...here, '--time-scale', '0.05', '--scenario', ...scenarios], {
    cwd: root,
    env: secrets,
  });
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^incomplete$.*not played/ms)]);
  expect(stderr).toContain('address        https://certify.example.com\n');
  for (const [index] of scenarios.entries()) expect(stderr).toContain(`${index + 1} of ${scenarios.length} · `);
  const [file = ''] = globSync('*/certificate.json', { cwd: out.path });
  const text = readFileSync(resolve(out.path, file), 'utf8');
  const { certificate } = signedCertificateSchema.parse(JSON.parse(text));
  expect(certificate.verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  for (const id of kept)
    expect([id, certificate.verdicts.find((each) => each.id === id)?.outcome]).toEqual([id, 'pass']);
  for (const value of Object.values(secrets)) expect(stdout + stderr + text).not.toContain(value);
});

test.for([
  'certify.example.com',
  'ftp://certify.example.com',
  'https://certify.example.com/?a=1',
  'https://x/#',
  'https://me:it@x',
])('the public address %s is refused', async (address) => {
  const { code, stderr } = await runSelo(['certify', '--partner', 'x.json', '--public-url', address]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--public-url.*Expected an http or https address/)]);
});

test('a partner that polls needs a control token', async () => {
  const { code, stderr } = await runSelo(['certify', '--partner', resolve(folder, 'partner.json')]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('set SELO_CONTROL_TOKEN')]);
});
