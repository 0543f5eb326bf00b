import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../core/json.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { serving } from '../fixtures/test-server.ts';
import { runSelo, serveTarget } from './run/selo-process.ts';

test('the missing keys of a profile stand together with the rules that each holds back, and as JSON', async () => {
  await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
  const args = ['doctor', '--profile', target.profileFile];
  const { code, stdout } = await runSelo(args, { env: target.env });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^! profile: rules that cannot be judged, by the key that is missing\n +\d+ {2}writes: true\n/,
  );
  expect(stdout).toMatch(/^✓ token of main, token of second, .*: is accepted$/m);

  const asJson = await runSelo([...args, '--json'], { env: target.env });
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ subject: 'profile', advice: 'writes: true', rules: expect.any(Number) }),
    ]),
  });
});

test('a problem stands first, and no coverage is asked for while the target does not answer', async () => {
  await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
  const env = { ...target.env, SELO_TOKEN_MAIN: 'a token that nobody gave out' };
  const { code, stdout } = await runSelo(['doctor', '--profile', target.profileFile], { env });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^✗ target: /);
  expect(stdout).not.toMatch(/^!/m);
});

test.for<[name: string, begins: string]>([
  ['selo.config.ts', `import { name } from './named.ts';\nexport default`],
  ['selo.config.js', `import { name } from './named.js';\nexport default`],
  ['selo.config.js', `const { name } = require('./common.js');\nmodule.exports =`],
])('%s is read in a project that npm init calls CommonJS: %j', async ([name, begins]) => {
  await using folder = await temporaryFolder();
  const profile = `{ name, baseUrl: 'http://127.0.0.1:9', accessHeader: { value: { env: 'A' } }, companies: [{ name: 'main', token: { env: 'T' } }] }`;
  const files = {
    'package.json': '{ "type": "commonjs" }',
    'named.ts': `export const name: string = 'shared';`,
    'named.js': `export const name = 'shared';`,
    'common.js': `exports.name = 'shared';`,
    [name]: `${begins} ${profile};`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder.path, file), text);
  const env = { A: 'the-access-key', T: 'the-token-value' };
  const { code, stdout, stderr } = await runSelo(['doctor', '--profile', name], { cwd: folder.path, env });
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toContain('✗ target:');
});

describe('with --try', () => {
  test('one record of each kind is created and removed, and one notification comes the whole way', async () => {
    const methods: string[] = [];
    await using target = await serveTarget({
      wrap: (handle) => (call) => {
        methods.push(`${call.method} /${call.segments[0]}`);
        return handle(call);
      },
    });
    const { code, stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ one customer, one product, .*one order: is created, read back and removed$/m);
    expect(stdout).toMatch(
      /one coupon, one shared coupon: is created and read back; the API has no way to delete it$/m,
    );
    expect(stdout).toMatch(/^✓ path to the capture server: all \d+ test requests to \S+ arrived and were answered$/m);
    expect(stdout).toMatch(/^✓ one notification: arrived for the order selo-\S+ after [\d.]+ s with the coupon \S+$/m);
    for (const root of ['customers', 'products', 'stores', 'orders', 'webhooks']) {
      expect(methods).toContain(`DELETE /${root}`);
    }
  });

  test('a wrong body and an address that leads elsewhere are problems, each with its key', async () => {
    await using elsewhere = await serving((_, response) => response.end());
    await using target = await serveTarget({}, (profile) => ({
      ...profile,
      capture: { publicUrl: elsewhere.url },
      resources: { ...profile.resources, stores: { create: { path: '/stores', body: { wrong: true } } } },
    }));
    const { code, stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /✗ one store: creating a store failed: POST \/stores answered 4.*\n +→ correct resources.stores.create\n/,
    );
    expect(stdout).toMatch(
      /✗ path to the capture server: of \d+ test requests to \S+ 0 arrived.*\n +→ correct capture.publicUrl/,
    );
    // its cause is named above
    expect(stdout).not.toContain('one notification');
  });

  test('a refused registration is named once, with what the target said', async () => {
    await using target = await serveTarget({}, (profile) => ({
      ...profile,
      resources: { ...profile.resources, webhooks: { body: { wrong: '{url}' }, idPointer: '/id' } },
    }));
    const { code, stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^✗ registration: POST \/webhooks answered 400 .*targetUrl.*\n +→ correct resources.webhooks.body$/m,
    );
    expect(stdout.match(/✗/g)).toHaveLength(1);
  });

  test.for<[what: string, answer: (body: JsonObject) => JsonObject, pointer: string]>([
    ['at the top', (body) => body, '/id'],
    [
      'within other fields',
      ({ id, ...body }) => ({ data: { registration: { id } }, ...body }),
      '/data/registration/id',
    ],
  ])(
    'an id %s of the answer is named where no pointer is declared, and nothing of ours stays',
    async ([, answer, pointer]) => {
      const registrations = new Set<string>();
      await using target = await serveTarget(
        {
          wrap: (handle) => async (call) => {
            const answered = await handle(call);
            if (call.segments[0] !== 'webhooks' || !isObject(answered.body)) return answered;
            if (call.method === 'DELETE' && answered.status === 200) registrations.delete(call.segments[1] ?? '');
            if (call.method !== 'POST' || typeof answered.body.id !== 'string') return answered;
            registrations.clear();
            registrations.add(answered.body.id);
            return { ...answered, body: answer(answered.body) };
          },
        },
        (profile) => ({
          ...profile,
          companies: profile.companies.slice(0, 1).map((company) => ({ ...company, webhook: { takeOver: true } })),
          resources: { ...profile.resources, webhooks: { body: { targetUrl: '{url}' } } },
        }),
      );
      const { code, stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
      expect(stdout).toMatch(new RegExp(`! registration: .*declare resources.webhooks.idPointer.* ${pointer}(,|\n)`));
      expect(stdout).not.toContain('by hand');
      expect([code, [...registrations]]).toEqual([0, []]);
    },
  );

  test('a registration whose id nothing shows is named as our own, with the setting', async () => {
    await using target = await serveTarget(
      {
        wrap: (handle) => async (call) => {
          const answered = await handle(call);
          const isPost = call.method === 'POST' && call.segments[0] === 'webhooks' && answered.status === 200;
          return isPost ? { ...answered, body: { result: true } } : answered;
        },
      },
      (profile) => ({
        ...profile,
        companies: profile.companies.slice(0, 1).map((company) => ({ ...company, webhook: { takeOver: true } })),
        resources: { ...profile.resources, webhooks: { body: { targetUrl: '{url}' } } },
      }),
    );
    const { code, stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /✗ registration: the registration of main at http\S+ could not be removed: .*idPointer.* \/result\n +→ restore or remove it by hand/,
    );
    expect(stdout).not.toContain('restored');
  });

  test('nothing is created after Ctrl-C', async () => {
    const writes: string[] = [];
    let interrupt = (): void => {};
    await using target = await serveTarget({
      wrap: (handle) => (call) => {
        interrupt();
        if (call.method !== 'GET') writes.push(call.path);
        return handle(call);
      },
    });
    const entry = fileURLToPath(new URL('selo.ts', import.meta.url));
    const doctor = spawn(process.execPath, [entry, 'doctor', '--try', '--profile', target.profileFile], {
      env: target.env,
      stdio: 'ignore',
    });
    interrupt = () => {
      // a second signal would end the process at once
      interrupt = () => {};
      doctor.kill('SIGINT');
    };
    const [code] = await once(doctor, 'exit');
    expect([code, writes]).toEqual([130, []]);
  });

  test('nothing is created where the profile allows no writes', async () => {
    const writes: string[] = [];
    await using target = await serveTarget(
      {
        wrap: (handle) => (call) => {
          if (call.method !== 'GET') writes.push(call.path);
          return handle(call);
        },
      },
      (profile) => ({ ...profile, writes: false }),
    );
    const { stdout } = await runSelo(['doctor', '--try', '--profile', target.profileFile], { env: target.env });
    expect(stdout).toMatch(/! try: nothing is tried: the profile allows no writes\n +→ writes: true/);
    expect(writes).toEqual([]);
  });
});
