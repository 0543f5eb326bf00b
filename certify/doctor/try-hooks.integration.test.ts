import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueAt } from '../../core/json.ts';
import type { Finding } from '../../fixtures/finding.ts';
import { serving } from '../../fixtures/test-server.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { exampleShop } from '../session/example-session.ts';
import { openStage, type Stage } from '../stage/open-stage.ts';
import { orderBody } from '../stage/test-acting.ts';
import { startTestReceiver } from '../stage/test-receiver.ts';
import { headersFor } from '../stage/test-stage.ts';
import { tryHooks } from './try-hooks.ts';

const tried = async (partner: PartnerConfig, onReady: (stage: Stage) => void = () => {}): Promise<Finding[]> => {
  await using stage = await openStage({
    host: '127.0.0.1',
    port: 0,
    timeScale: 0.05,
    hasSecond: partner.capabilities.includes('several-companies'),
    earlier: { calls: 0, attempts: 0, faults: 0 },
    note: () => {},
  });
  onReady(stage);
  return await tryHooks({ partner, partnerFolder: process.cwd(), stage, signal: new AbortController().signal });
};

/** The software is gone for this long. */
const goneMs = 200;

const badIn = (findings: readonly Finding[]): Finding[] => findings.filter(({ state }) => state !== 'ok');

/** A running partner with hooks that respond so by the name of the action. */
const answering = async (
  answers: Record<string, { status: number; body?: string }>,
  capabilities: PartnerConfig['capabilities'],
): Promise<{ findings: Finding[]; asked: string[] }> => {
  const asked: string[] = [];
  await using hooks = await serving((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    asked.push(name);
    const { status, body = '' } = answers[name] ?? { status: 404 };
    response.writeHead(status).end(body);
  });
  const triggers = { kind: 'http', url: `${hooks.url}/hooks` } as const;
  return { findings: await tried({ name: 'A shop', version: '1', capabilities, triggers }), asked };
};

test('every hook of a correct partner is tried once, and nothing is found', async () => {
  const findings = await tried(await exampleShop());
  expect(badIn(findings)).toEqual([]);
  expect(findings).toHaveLength(22);
  expect(findings.find(({ subject }) => subject === 'create-order')?.message).toMatch(
    /^is accepted, id .* POST \/orders 200/,
  );
});

test.each([
  ['uses the token of the second company', true, []],
  [
    'knows one token',
    false,
    [{ subject: 'create-store', message: 'for the second company, no request carries its token' }],
  ],
])('software for two companies that %s', async (_, hasSecond, expected) => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  await using hooks = await serving(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { access } = await opened;
    const { secondToken = access.token } = access;
    const isForSecond = hasSecond && text.includes('second');
    if (request.url?.endsWith('/create-store')) {
      const headers = headersFor({ ...access, token: isForSecond ? secondToken : access.token });
      await fetch(`${access.baseUrl}/stores`, { method: 'POST', headers, body: '{"externalId":"s","name":"s"}' });
    }
    response.end('{"id":"s","coupons":[]}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const capabilities: PartnerConfig['capabilities'] = ['stores', 'several-companies'];
  const findings = await tried({ name: 'A shop', version: '1', capabilities, triggers }, resolve);
  expect(badIn(findings)).toMatchObject(expected);
  expect(findings.filter(({ subject }) => subject === 'create-store')).toHaveLength(2);
});

test('software that ends without an answer when it is restarted, and is back a moment later, has restarted', async () => {
  const server = createServer(({ url, socket }, response) => {
    if (!url?.endsWith('/restart')) return void response.end('{"id":"s","coupons":[]}');
    socket.destroy();
    const { port } = z.object({ port: z.number() }).parse(server.address());
    server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), goneMs));
    server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const triggers = { kind: 'http', url: `http://127.0.0.1:${port}` } as const;
  const findings = await tried({ name: 'A shop', version: '1', capabilities: ['carts'], triggers });
  server.close();
  expect(findings.at(-1)).toMatchObject({ subject: 'restart', state: 'ok' });
});

test('an action that sends other records first shows its own request as well', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  await using hooks = await serving(async ({ url }, response) => {
    const { access } = await opened;
    const paths = url?.endsWith('/create-cart') ? ['customers', 'products', 'stores', 'abandoned-carts'] : [];
    for (const path of paths) {
      const body = JSON.stringify({ externalId: path, name: path, phone: '+5511999990001' });
      await fetch(`${access.baseUrl}/${path}`, { method: 'POST', headers: headersFor(access), body });
    }
    response.end('{"id":"1"}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const findings = await tried({ name: 'A shop', version: '1', capabilities: ['carts'], triggers }, resolve);
  expect(findings.find(({ subject }) => subject === 'create-cart')?.message).toContain('POST /abandoned-carts');
});

test.each([409, 200])('software that registers when it starts may answer %i when asked to register', async (status) => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  await using hooks = await serving(async ({ url }, response) => {
    const { access } = await opened;
    if (url === '/idle') {
      const body = JSON.stringify({ event: 'coupon_create', targetUrl: `${hooks.url}/notified` });
      await fetch(`${access.baseUrl}/webhooks`, { method: 'POST', headers: headersFor(access), body });
    }
    response.writeHead(url === '/register-webhook' ? status : 200).end('{"id":"1"}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const findings = await tried({ name: 'A shop', version: '1', capabilities: ['webhooks'], triggers }, resolve);
  expect(findings.find(({ subject }) => subject === 'register-webhook')?.message).toMatch(/has registered before/);
});

test('a registration that was removed is no reason to need none for the second company', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  await using hooks = await serving(async ({ url }, response) => {
    const { access } = await opened;
    const headers = headersFor(access);
    const body = JSON.stringify({ event: 'coupon_create', targetUrl: `${hooks.url}/notified` });
    const register = async (): Promise<string> => {
      const made = await fetch(`${access.baseUrl}/webhooks`, { method: 'POST', headers, body });
      return String(valueAt(await made.json(), '/id'));
    };
    if (url === '/register-webhook') await register();
    if (url === '/unregister-webhook') {
      await fetch(`${access.baseUrl}/webhooks/${await register()}`, { method: 'DELETE', headers });
    }
    response.end('{"id":"1"}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const findings = await tried(
    { name: 'A shop', version: '1', capabilities: ['webhooks', 'several-companies'], triggers },
    resolve,
  );
  const registrations = findings.filter(({ subject }) => subject === 'register-webhook');
  expect(registrations).toHaveLength(2);
  expect(registrations.map(({ message }) => message)).not.toContainEqual(expect.stringContaining('registered before'));
});

test('an action whose request the platform refuses is a problem, although its hook answers 200', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  await using hooks = await serving(async ({ url }, response) => {
    const { access } = await opened;
    if (url === '/create-customer') {
      await fetch(`${access.baseUrl}/customers`, { method: 'POST', headers: headersFor(access), body: '{}' });
    }
    response.end('{"id":"1"}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const findings = await tried({ name: 'A shop', version: '1', capabilities: ['customers'], triggers }, resolve);
  expect(findings.find(({ subject }) => subject === 'create-customer')).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/the platform answers 400 to POST \/customers: .*phone/),
  });
});

test('no further action is tried once the software does not come to rest', async () => {
  const asked: string[] = [];
  await using hooks = await serving(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === '/idle' && asked.includes('/create-store') ? 503 : 200).end('{"id":"1"}');
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  const findings = await tried({ name: 'A shop', version: '1', capabilities: ['stores', 'carts'], triggers });
  expect(badIn(findings)).toMatchObject([
    { subject: 'create-store', message: expect.stringMatching(/`idle` fails after it: 503/) },
  ]);
  expect(asked).toEqual(['/idle', '/create-store', '/idle']);
});

test('a partner that never deletes a customer is legal', async () => {
  const made = { status: 200, body: '{"id":"1"}' };
  const { findings } = await answering(
    { idle: { status: 200 }, 'create-customer': made, 'update-customer': made, 'delete-customer': { status: 501 } },
    ['customers'],
  );
  expect(findings.find(({ subject }) => subject === 'delete-customer')).toMatchObject({
    state: 'warning',
    message: 'is not done: 501',
  });
});

test('a partner that answers 404 everywhere is one problem, which names the key', async () => {
  const { findings, asked } = await answering({}, ['orders', 'customers', 'webhooks']);
  expect(findings).toEqual([
    {
      subject: 'triggers.url',
      state: 'problem',
      message: expect.stringMatching(/^every hook answered 404 \(idle, register-webhook\)/),
      advice: expect.stringContaining('Correct `triggers.url`'),
    },
  ]);
  expect(asked).toEqual(['idle', 'register-webhook']);
});

test.for<[string, { status: number; body?: string }, Partial<Finding>]>([
  [
    'is not served',
    { status: 404 },
    { message: 'answers 404', advice: 'Serve `POST <url>/create-store`, or remove `stores` from `capabilities`.' },
  ],
  ['fails', { status: 500, body: 'no table stores' }, { message: 'fails: 500: no table stores' }],
  [
    'needs a bearer',
    { status: 401 },
    { advice: 'Name the variable with the bearer of the hooks in `triggers.tokenEnv`, and set it.' },
  ],
  ['cannot do it', { status: 501 }, { message: 'refuses: 501' }],
  [
    'answers what cannot be read',
    { status: 200, body: '{"id":{}}' },
    { message: expect.stringMatching(/cannot be read: id/) },
  ],
])('a hook that %s is named, with its key', async ([, answer, found]) => {
  const { findings } = await answering({ idle: { status: 200 }, 'create-store': answer }, ['stores']);
  expect(badIn(findings)[0]).toMatchObject({ subject: 'create-store', state: 'problem', ...found });
});

test('a hook that is accepted while nothing reaches the platform is a warning with the address', async () => {
  const taken = { status: 200, body: '{"id":"1"}' };
  const { findings } = await answering({ idle: { status: 200 }, 'create-store': taken }, ['stores']);
  expect(badIn(findings)[0]).toMatchObject({
    subject: 'create-store',
    state: 'warning',
    message: 'is accepted, id 1, and no request reaches the platform',
    advice: expect.stringMatching(/the address http:\/\/127\.0\.0\.1:\d+ /),
  });
});

test('a process that answers before the declared one is started is no partner', async () => {
  const partner = await exampleShop();
  await using other = await serving((_, response) => response.end('{}'));
  const findings = await tried({ ...partner, triggers: { kind: 'http', url: `${other.url}/hooks` } });
  expect(findings).toEqual([
    expect.objectContaining({
      subject: 'triggers.url',
      message: expect.stringMatching(/^another process answers at http/),
    }),
  ]);
});

test('a process that ends is reported with what it said last', async () => {
  const partner = await exampleShop();
  const start = { command: 'node', args: ['-e', 'console.error("no database"); process.exit(3)'], env: {} };
  expect(await tried({ ...partner, start })).toEqual([
    expect.objectContaining({ subject: 'start', message: expect.stringMatching(/exit code 3: no database/) }),
  ]);
});

test('credentials that the platform refuses are a problem of start.env', async () => {
  const partner = await exampleShop({ PLATFORM_TOKEN: 'a-token-of-nobody' });
  const [first] = badIn(await tried({ ...partner, capabilities: ['stores'] }));
  expect(first).toMatchObject({
    subject: 'create-store',
    message: expect.stringMatching(/answers 401 to POST \/stores/),
  });
});

/** Software whose hooks act by `act` before they answer `body`; what each was asked with is in the result. */
const acting = async (
  capabilities: PartnerConfig['capabilities'],
  act: (name: string, stage: Stage) => Promise<unknown>,
  body: (name: string) => object = () => ({ id: '1', coupons: [] }),
): Promise<{ findings: Finding[]; asked: Record<string, string> }> => {
  const { promise: opened, resolve } = Promise.withResolvers<Stage>();
  const asked: Record<string, string> = {};
  await using hooks = await serving(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    let text = '';
    for await (const part of request) text += part;
    asked[name] = text;
    await act(name, await opened);
    response.end(JSON.stringify(body(name)));
  });
  const triggers = { kind: 'http', url: hooks.url } as const;
  return { findings: await tried({ name: 'A shop', version: '1', capabilities, triggers }, resolve), asked };
};

const post = ({ access }: Stage, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(access.baseUrl + path, {
    method: 'POST',
    headers: { ...headersFor(access), ...headers },
    body: JSON.stringify(body),
  });

const store = { externalId: 's', name: 's' };

test('a request that is refused at the edge is a problem of start.env', async () => {
  const { findings } = await acting(['stores'], async (name, stage) => {
    if (name === 'create-store') await post(stage, '/stores', store, { [stage.access.accessHeader]: 'another' });
  });
  expect(badIn(findings)[0]).toMatchObject({
    subject: 'create-store',
    state: 'problem',
    message: 'the platform answers 403 to POST /stores',
  });
});

test('an answer without the id that later actions need is a warning', async () => {
  const sends = async (name: string, stage: Stage): Promise<void> => {
    if (name === 'create-store') await post(stage, '/stores', store);
  };
  const { findings } = await acting(['stores'], sends, () => ({ coupons: [] }));
  expect(badIn(findings)).toMatchObject([
    { subject: 'create-store', state: 'warning', message: 'is accepted, and the answer has no `id`' },
  ]);
});

test('the token of the second company on requests for the first one shows nothing', async () => {
  const { findings } = await acting(['stores', 'several-companies'], async (name, stage) => {
    const isFirst = stage.transcript.calls.length === 0;
    const token = isFirst ? stage.access.secondToken : stage.access.token;
    if (name === 'create-store') await post(stage, '/stores', store, { authorization: `Bearer ${token?.value}` });
  });
  expect(badIn(findings)).toMatchObject([{ message: 'for the second company, no request carries its token' }]);
});

test('a coupon that was notified is redeemed rather than one of the software, and marked without one of its own', async () => {
  await using receiver = await startTestReceiver();
  const { asked } = await acting(
    ['webhooks', 'orders', 'redemption', 'mark-used'],
    async (name, stage) => {
      if (name === 'register-webhook') {
        await post(stage, '/webhooks', { event: 'coupon_create', targetUrl: receiver.url });
      }
      if (name === 'create-order') {
        await post(stage, '/orders', orderBody('a1'));
        await expect.poll(() => receiver.received.length).toBe(1);
      }
    },
    (name) => (name === 'make-coupon' ? { id: 'own', code: 'OWN' } : { id: '1' }),
  );
  const notified = { code: receiver.received[0]?.body.code };
  expect([asked.redeem, asked['mark-coupon-used']].map((text = '') => JSON.parse(text))).toEqual([notified, notified]);
});

test('a coupon to mark may be a notified one, and without any there is nothing to correct', async () => {
  const { findings } = await acting(['orders', 'mark-used'], async () => {});
  expect(findings.find(({ subject }) => subject === 'mark-coupon-used')).toMatchObject({
    state: 'warning',
    message: 'is not tried: there is no coupon to mark',
    advice: expect.stringMatching(/if you declare one/),
  });
});
