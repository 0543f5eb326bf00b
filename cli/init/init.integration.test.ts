import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { runSelo } from '../run/selo-process.ts';

const secretsOf = ({ profile }: Awaited<ReturnType<typeof startEmbedded>>): Record<string, string> => ({
  SELO_ACCESS_KEY: profile.accessHeader.value.value,
  SELO_TOKEN: profile.companies[0]?.token.value ?? '',
});

/** What an operator may hand out: a collection whose example holds a secret and a name of somebody. */
const collection = {
  item: [
    {
      name: 'people',
      item: [
        {
          request: {
            method: 'POST',
            url: { raw: '{{base}}/api/v1/customers' },
            body: { raw: '{"phone":"+5511988887777","firstName":"Joana","apiToken":"a-token-of-somebody"}' },
          },
        },
      ],
    },
  ],
};

test('a profile is found by asking a platform', { timeout: 180_000 }, async () => {
  await using folder = await temporaryFolder();
  await using target = await startEmbedded({ dialect: 'foreign' });
  const { profile } = target;
  const file = join(folder.path, 'found.ts');
  const described = join(folder.path, 'collection.json');
  writeFileSync(described, JSON.stringify(collection));
  const env = secretsOf(target);
  const args = ['init', '--base-url', profile.baseUrl, '--access-header', profile.accessHeader.name, '--out', file];
  const { code, stdout, stderr } = await runSelo([...args, '--probe', '--writes', '--take-over', '--from', described], {
    env,
  });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('doctor --try');
  const text = readFileSync(file, 'utf8');
  for (const secret of [...Object.values(env), 'a-token-of-somebody', 'Joana', '988887777']) {
    expect(text + stdout + stderr).not.toContain(secret);
  }
  const { profile: found } = await loadProfile(file, {}, env);
  const { customers, orders, webhooks } = profile.resources;
  expect(found.resources).toMatchObject({
    customers: { create: { path: customers ? customers.create?.path : '' }, list: customers ? customers.list : '' },
    orders: { list: orders ? orders.list : '' },
    webhooks: { body: webhooks ? webhooks.body : {}, idPointer: '/id' },
  });
  expect(text).toMatch(/\/\/ one notification: arrived for the order .*\n {2}capture: /);
  expect(text).toMatch(/\/\/ a customer with such a phone was created, and found by it\n {2}phonePattern: /);
  // nobody said which step the flow has, so it is in a comment
  expect(found.companies[0]?.flows).toBeUndefined();
  expect(text).toMatch(/\/\/ flows: \[/);
  expect(text).toMatch(/\/\/ +\d+ companies\[\]\.flows/);
});

test.for<[what: string, args: string[], said: RegExp]>([
  ['a value in place of a variable', ['--token-variable', 'abc-def'], /expected the name of an environment variable/],
  ['a file of another kind', ['--out', 'mine.json'], /ends in \.ts/],
  ['a target that is not there', ['--probe', '--base-url', 'http://127.0.0.1:9'], /cannot be judged/],
  [
    'a missing variable',
    ['--probe', '--base-url', 'http://127.0.0.1:9', '--token-variable', 'NOT_SET'],
    /NOT_SET is not set/,
  ],
  [
    'a description that is not there',
    ['--probe', '--base-url', 'http://127.0.0.1:9', '--from', 'none.yaml'],
    /no such file/,
  ],
  ['a description of nothing', ['--probe', '--base-url', 'http://127.0.0.1:9', '--from', 'empty.yaml'], /OpenAPI/],
  [
    'a description that cannot be read',
    ['--probe', '--base-url', 'http://127.0.0.1:9', '--from', 'torn.json'],
    /neither/,
  ],
  ['taking over without writing', ['--probe', '--base-url', 'http://127.0.0.1:9', '--take-over'], /needs --writes/],
  ['no address', ['--probe'], /needs --base-url/],
])('init refuses %s in plain words, and writes nothing', async ([, args, said]) => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'empty.yaml'), 'a: 1\n');
  writeFileSync(join(folder.path, 'torn.json'), '{"openapi":');
  const env = { SELO_ACCESS_KEY: 'the-access-key', SELO_TOKEN: 'the-token-value' };
  const { code, stderr } = await runSelo(['init', ...args], { cwd: folder.path, env });
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
  expect(stderr).not.toMatch(/Selo failed|\n +at /);
  expect(existsSync(join(folder.path, 'selo.config.ts'))).toBe(false);
});
