import { expect, test } from 'vitest';
import type { Choices } from '../choices.ts';
import type { DeepPartial } from '../overrides.ts';
import type { Policy } from '../policy/policy.ts';
import { eventually, startTestPlatform, type TestPlatform } from '../test-platform.ts';
import { startTestReceiver } from '../test-receiver.ts';

interface Overrides {
  policy?: DeepPartial<Policy>;
  choices?: DeepPartial<Choices>;
}

const giftback = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
} as const;

const startNotifying = (overrides: Overrides = {}) =>
  startTestPlatform({ ...overrides, companies: [{ name: 'A', history: 'none', flows: [giftback] }] });

async function register(platform: TestPlatform, url: string, bearerToken?: string): Promise<string> {
  const { json } = await platform.post('/webhooks', { event: 'coupon_create', targetUrl: url, bearerToken });
  return typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
}

async function completeOrder(platform: TestPlatform, externalId: string): Promise<unknown> {
  await platform.post('/orders', { status: 'completed', externalId, customer: { phone: '1', address: 'x' } });
  return (await platform.get(`/orders/external/${externalId}`)).json;
}

async function deliveries(platform: TestPlatform): Promise<{ state: string; attempts: unknown[] }[]> {
  const { json } = await platform.panel('GET', `/panel/companies/${platform.company.id}/deliveries`);
  return Array.isArray(json) ? json : [];
}

/** Waits until every delivery is over. */
const settled = (platform: TestPlatform) =>
  eventually('all deliveries over', async () => {
    const all = await deliveries(platform);
    const isOver = all.length > 0 && all.every(({ state }) => state !== 'waiting' && state !== 'sending');
    return isOver ? all : undefined;
  });

test('a notification is a POST of JSON that names coupon, order and company, with the bearer', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startNotifying();
  await register(platform, receiver.url, 'partner-token');
  const order = await completeOrder(platform, 'o');
  const [first] = await receiver.awaitCount(1);
  const coupon = (await platform.get(`/coupons/order/${Object(order).id}`)).json;
  expect(first).toMatchObject({
    method: 'POST',
    path: '/hooks',
    headers: { 'content-type': 'application/json', authorization: 'Bearer partner-token' },
  });
  const facts = Object(first?.payload);
  expect(coupon).toMatchObject({ id: facts.id, code: facts.code });
  expect(order).toMatchObject({ id: facts.orderId });
  expect(facts.companyId).toBe(platform.company.id);
  expect(await settled(platform)).toMatchObject([{ state: 'delivered', attempts: [{ number: 1 }] }]);
});

test('a notification may come in chunks', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startNotifying({ choices: { webhooks: { framing: 'chunked' } } });
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  const [first] = await receiver.awaitCount(1);
  expect(first).toMatchObject({
    headers: { 'transfer-encoding': 'chunked' },
    payload: { companyId: platform.company.id },
  });
  expect(first?.headers).not.toHaveProperty('content-length');
});

test('without a registered bearer there is no Authorization', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startNotifying();
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  expect((await receiver.awaitCount(1))[0]?.headers).not.toHaveProperty('authorization');
});

test('a failing receiver gets ten attempts with the same payload and bearer', async () => {
  await using receiver = await startTestReceiver((response) => void response.writeHead(500).end());
  await using platform = await startNotifying();
  await register(platform, receiver.url, 'kept');
  await completeOrder(platform, 'o');
  expect(await settled(platform)).toMatchObject([{ state: 'given-up' }]);
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ payload }) => JSON.stringify(payload))).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer kept']));
});

test.each([201, 204, 299])('an answer of %d is not repeated', async (status) => {
  await using receiver = await startTestReceiver((response) => void response.writeHead(status).end());
  await using platform = await startNotifying();
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  expect(await settled(platform)).toMatchObject([{ state: 'delivered' }]);
  expect(receiver.received).toHaveLength(1);
});

test.each([302, 307, 400, 404, 410, 429, 500, 503])('an answer of %d is tried again', async (status) => {
  await using receiver = await startTestReceiver((response, count) => {
    response.writeHead(count === 1 ? status : 200, { location: '/elsewhere' }).end();
  });
  await using platform = await startNotifying();
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  expect(await settled(platform)).toMatchObject([{ state: 'delivered', attempts: [{ outcome: { status } }, {}] }]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks']);
});

test('a reset connection is tried again', async () => {
  await using receiver = await startTestReceiver((response, count) => {
    if (count === 1) response.socket?.resetAndDestroy();
    else response.writeHead(200).end();
  });
  await using platform = await startNotifying();
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  expect(await settled(platform)).toMatchObject([
    { state: 'delivered', attempts: [{ outcome: { kind: 'failed', code: 'ECONNRESET' } }, {}] },
  ]);
});

test('a receiver that does not answer in time is tried again', async () => {
  await using receiver = await startTestReceiver((response, count) => {
    if (count > 1) response.writeHead(200).end();
  });
  // 60 ms: time enough for the second answer on a busy machine
  await using platform = await startNotifying({ policy: { webhooks: { timeoutSeconds: 20 } } });
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  expect(await settled(platform)).toMatchObject([
    { state: 'delivered', attempts: [{ outcome: { kind: 'timed-out' } }, {}] },
  ]);
});

test('a refused connection is tried up to the tenth attempt', async () => {
  const receiver = await startTestReceiver();
  await receiver[Symbol.asyncDispose]();
  await using platform = await startNotifying({ policy: { timeScale: 0.0005 } });
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  const [delivery] = await settled(platform);
  expect(delivery).toMatchObject({ state: 'given-up' });
  expect(delivery?.attempts).toHaveLength(10);
});

test('registering a coupon and canceling a giftback send nothing', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startNotifying();
  await register(platform, receiver.url);
  await platform.post('/coupons', { code: 'A', amount: 1, phone: '1', externalId: 'a', awaitingOrder: false });
  await platform.post('/coupons/shared', { code: 'B', externalId: 1 });
  for (const externalId of ['first', 'second']) await completeOrder(platform, externalId);
  await settled(platform);
  expect(new Set(receiver.received.map(({ payload }) => Object(payload).orderId)).size).toBe(2);
  expect(receiver.received).toHaveLength(2);
});

test('without a registration, or after its removal, nothing is sent', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startNotifying();
  await completeOrder(platform, 'before');
  const id = await register(platform, receiver.url);
  expect(await platform.remove(`/webhooks/${id}`)).toMatchObject({ status: 200, json: { result: true } });
  await completeOrder(platform, 'after');
  expect(await settled(platform)).toMatchObject([{ state: 'not-registered' }, { state: 'not-registered' }]);
  expect(receiver.received).toHaveLength(0);
});

test('a PUT moves the notifications to the new URL and can take the bearer away', async () => {
  await using former = await startTestReceiver();
  await using current = await startTestReceiver();
  await using platform = await startNotifying();
  const id = await register(platform, former.url, 'token');
  await platform.put(`/webhooks/${id}`, { targetUrl: current.url });
  await completeOrder(platform, 'moved');
  expect((await current.awaitCount(1))[0]?.headers.authorization).toBe('Bearer token');
  await platform.put(`/webhooks/${id}`, { bearerToken: null });
  await completeOrder(platform, 'without');
  expect((await current.awaitCount(2))[1]?.headers).not.toHaveProperty('authorization');
  expect(former.received).toHaveLength(0);
});

test.each([
  [true, 1],
  [false, 2],
])('pending retries follow the registration: %s', async (pendingFollowsRegistration, formerCount) => {
  await using platform = await startNotifying({
    policy: { timeScale: 0.05 },
    choices: { webhooks: { pendingFollowsRegistration } },
  });
  await using former = await startTestReceiver(
    (response, count) => void response.writeHead(count === 1 ? 500 : 200).end(),
  );
  await using current = await startTestReceiver();
  const id = await register(platform, former.url);
  await completeOrder(platform, 'o');
  await former.awaitCount(1);
  await platform.put(`/webhooks/${id}`, { targetUrl: current.url });
  await settled(platform);
  expect(former.received).toHaveLength(formerCount);
  expect(current.received).toHaveLength(2 - formerCount);
});

test.each([
  ['replaces', 200, 404],
  ['updates', 200, 200],
  ['refuses-422', 422, 200],
] as const)('a second registration %s the first', async (secondRegistration, status, oldIdStatus) => {
  await using platform = await startNotifying({ choices: { webhooks: { secondRegistration } } });
  const id = await register(platform, 'http://127.0.0.1:9/one');
  const second = { event: 'coupon_create', targetUrl: 'http://127.0.0.1:9/two' };
  expect((await platform.post('/webhooks', second)).status).toBe(status);
  expect((await platform.put(`/webhooks/${id}`, { bearerToken: 'x' })).status).toBe(oldIdStatus);
});

test('a registration belongs to its company, and an unknown one answers 404', async () => {
  await using platform = await startTestPlatform({ companies: [{ name: 'A' }, { name: 'B' }] });
  const id = await register(platform, 'http://127.0.0.1:9/one');
  const headers = { authorization: `Bearer ${platform.companies[1]?.token}` };
  const unknown = { status: 404, json: { message: 'Configuração de webhook não encontrada' } };
  expect(await platform.send('PUT', `/webhooks/${id}`, { body: { bearerToken: 'x' }, headers })).toMatchObject(unknown);
  expect(await platform.send('DELETE', `/webhooks/${id}`, { headers })).toMatchObject(unknown);
  expect(await platform.put('/webhooks/x', { bearerToken: 'x' })).toMatchObject(unknown);
  expect(await platform.remove('/webhooks/x')).toMatchObject(unknown);
});

test.each([
  { targetUrl: 'http://127.0.0.1:9' },
  { event: 'coupon_delete', targetUrl: 'http://127.0.0.1:9' },
  { event: 'coupon_create' },
  { event: 'coupon_create', targetUrl: 'ftp://127.0.0.1' },
])('a registration of %j is refused with 400', async (body) => {
  await using platform = await startNotifying();
  expect((await platform.post('/webhooks', body)).status).toBe(400);
});

test('closing the platform stops its retries', async () => {
  await using receiver = await startTestReceiver((response) => void response.writeHead(500).end());
  const platform = await startNotifying();
  await register(platform, receiver.url);
  await completeOrder(platform, 'o');
  await receiver.awaitCount(2);
  await platform[Symbol.asyncDispose]();
  const count = receiver.received.length;
  await using other = await startNotifying();
  await using silent = await startTestReceiver((response) => void response.writeHead(500).end());
  await register(other, silent.url);
  await completeOrder(other, 'o');
  await silent.awaitCount(7);
  expect(receiver.received).toHaveLength(count);
});

test.each<[string, Overrides, (received: { headers: object; payload: unknown }[]) => void]>([
  ['nine attempts', { policy: { webhooks: { maxAttempts: 9 } } }, (received) => expect(received).toHaveLength(9)],
  [
    'a bearer that retries lose',
    { policy: { webhooks: { authorization: ({ attempt }) => (attempt === 1 ? 'Bearer token' : undefined) } } },
    (received) => expect(received[1]?.headers).not.toHaveProperty('authorization'),
  ],
  [
    'a payload that changes',
    { policy: { webhooks: { payload: ({ code, attempt }) => ({ code, id: String(attempt) }) } } },
    (received) => expect(received.slice(0, 2)).toMatchObject([{ payload: { id: '1' } }, { payload: { id: '2' } }]),
  ],
  [
    'a status taken for success',
    { policy: { webhooks: { isSuccess: () => true } } },
    (received) => expect(received).toHaveLength(1),
  ],
])('a policy can have %s', async (_, { policy }, judge) => {
  await using receiver = await startTestReceiver((response) => void response.writeHead(500).end());
  await using platform = await startNotifying({ policy: { timeScale: 0.0005, ...policy } });
  await register(platform, receiver.url, 'token');
  await completeOrder(platform, 'o');
  await settled(platform);
  judge(receiver.received);
});

test('many deliveries are in flight at once, and one slow receiver holds up no other', async () => {
  await using slow = await startTestReceiver(() => {});
  await using quick = await startTestReceiver();
  await using platform = await startTestPlatform({
    policy: { webhooks: { timeoutSeconds: 600 } },
    companies: ['slow', 'quick'].map((name) => ({ name, history: 'none', flows: [giftback] })),
  });
  await register(platform, slow.url);
  const headers = { authorization: `Bearer ${platform.companies[1]?.token}` };
  const registration = { event: 'coupon_create', targetUrl: quick.url };
  await platform.send('POST', '/webhooks', { body: registration, headers });
  const order = { status: 'completed', customer: { phone: '1', address: 'x' } };
  await Promise.all(Array.from({ length: 20 }, () => platform.post('/orders', order)));
  await slow.awaitCount(20);
  await platform.send('POST', '/orders', { body: order, headers });
  await quick.awaitCount(1);
  expect((await deliveries(platform)).filter(({ state }) => state === 'sending')).toHaveLength(20);
});
