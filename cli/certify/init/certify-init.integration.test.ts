import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from '../../../fixtures/processes/free-port.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { runSelo } from '../../run/selo-process.ts';
import { runScript } from '../../test-guide.ts';
import { scriptsTriedBy } from '../../test-tried-scripts.ts';
import { skeletons } from './certify-init.ts';

const run = promisify(execFile);

/** An order that is sent by what each language comes with, in place of what is not written yet. */
const sendingAnOrder = {
  typescript: [
    "'create-order': () => never('create-order')",
    `'create-order': async () => {
    const id = 'order-1';
    const { PLATFORM_URL, PLATFORM_TOKEN, PLATFORM_ACCESS_HEADER, PLATFORM_ACCESS_KEY } = process.env;
    await fetch(PLATFORM_URL + '/orders', {
      method: 'POST',
      headers: {
        authorization: 'Bearer ' + PLATFORM_TOKEN,
        [PLATFORM_ACCESS_HEADER ?? '']: PLATFORM_ACCESS_KEY ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ externalId: id, status: 'completed' }),
    });
    return { id };
  }`,
  ],
  python: [
    'never("create-order")',
    `import urllib.error, urllib.request
    headers = {
        "Authorization": "Bearer " + os.environ["PLATFORM_TOKEN"],
        os.environ["PLATFORM_ACCESS_HEADER"]: os.environ["PLATFORM_ACCESS_KEY"],
        "Content-Type": "application/json",
    }
    body = json.dumps({"externalId": "order-1", "status": "completed"}).encode()
    request = urllib.request.Request(os.environ["PLATFORM_URL"] + "/orders", body, headers)
    try:
        urllib.request.urlopen(request)
    except urllib.error.HTTPError:
        pass
    return {"id": "order-1"}`,
  ],
  php: [
    "fn (array $parameters) => never('create-order')",
    `function (array $parameters) {
        $headers = [
            'Authorization: Bearer ' . getenv('PLATFORM_TOKEN'),
            getenv('PLATFORM_ACCESS_HEADER') . ': ' . getenv('PLATFORM_ACCESS_KEY'),
            'Content-Type: application/json',
        ];
        $body = json_encode(['externalId' => 'order-1', 'status' => 'completed']);
        $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
        file_get_contents(getenv('PLATFORM_URL') . '/orders', false, stream_context_create(['http' => $http]));
        return ['id' => 'order-1'];
    }`,
  ],
} as const;

/** Writes hooks into a folder, and says what the doctor finds in them before and after an order is written. */
const tried = async (language: keyof typeof sendingAnOrder, folder: string): Promise<string[]> => {
  const hooks = join(folder, skeletons[language].file);
  const port = String(await freePort('127.0.0.1'));
  const init = ['certify', 'init', '--language', language, '--folder', folder, '--hooks-port', port];
  const written = await runSelo([...init, '--capabilities', 'orders', 'webhooks']);
  expect([written.code, written.stderr]).toEqual([0, '']);
  const doctor = async (): Promise<string> => {
    const { code, stdout } = await runSelo(['certify', 'doctor', '--partner', join(folder, 'partner.json')]);
    expect(code).toBe(3);
    return stdout;
  };
  const before = await doctor();
  const [unwritten, sending] = sendingAnOrder[language];
  const text = await readFile(hooks, 'utf8');
  expect(text).toContain(unwritten);
  await writeFile(
    hooks,
    text.replace(unwritten, () => sending),
  );
  return [before, await doctor()];
};

test('blanks and commas separate the names of capabilities', async () => {
  await using folder = await temporaryFolder();
  const init = ['certify', 'init', '--folder', folder.path, '--capabilities', 'orders,', 'webhooks,redemption'];
  const { code, stderr } = await runSelo(init);
  expect([code, stderr]).toEqual([0, '']);
  const partner: unknown = JSON.parse(await readFile(join(folder.path, 'partner.json'), 'utf8'));
  expect(partner).toMatchObject({ capabilities: ['orders', 'webhooks', 'redemption'] });
});

test.for(['typescript', 'python', 'php'] as const)(
  'hooks in %s answer as they are written, and as soon as one is filled in its request reaches the platform',
  async (language, { skip }) => {
    const { command } = skeletons[language];
    const missing = await run(command, ['--version']).then(
      () => undefined,
      (error: unknown) => messageOf(error),
    );
    if (missing !== undefined) return skip(`${command} is needed: ${missing}`);
    await using folder = await temporaryFolder();
    const [before, after] = await tried(language, folder.path);
    expect(before).toContain('idle: answers when nothing is under way');
    for (const action of ['register-webhook', 'create-order']) {
      expect(before).toContain(`${action}: refuses: 501: ${action} is not written yet`);
    }
    expect(before).toContain('unregister-webhook: is not done: 501');
    for (const hook of ['restart', 'state']) expect(before).toContain(`${hook}: is not served`);
    expect(after).toMatch(/create-order: is accepted, id order-1, and the platform answers 400 to POST \/orders: /);
  },
);

test('every action of what is declared is in the hooks, with `restart` and `state`, none else, and no file is replaced', async () => {
  await using folder = await temporaryFolder();
  const args = ['certify', 'init', '--folder', folder.path, '--capabilities', 'stores'];
  expect((await runSelo(args)).code).toBe(0);
  const text = await readFile(join(folder.path, 'hooks.ts'), 'utf8');
  expect([...text.matchAll(/never\('([\w-]+)'\)/g)].map(([, name]) => name)).toEqual([
    'create-store',
    'restart',
    'state',
  ]);
  const again = await runSelo(args);
  expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/partner\.json exists already: name another/)]);
  const unknown = await runSelo([...args, '--capabilities', 'shops']);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/--capabilities shops: there are webhooks/),
  ]);
});

test.each(scriptsTriedBy('cli/certify/init/certify-init.integration.test.ts').map((script) => [script]))(
  'the commands of the guide work: %s',
  async (script) => {
    await using folder = await temporaryFolder();
    const { stdout } = await runScript(script, { cwd: folder.path });
    expect(stdout).toMatch(/certification\/hooks\.ts: the hooks.*create-order: refuses: 501/s);
  },
);
