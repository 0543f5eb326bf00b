import { expect, test } from 'vitest';
import { isObject } from '../../core/json.ts';
import { serving } from '../../fixtures/test-server.ts';
import { LoadError } from './load-error.ts';
import { probeCompany } from './probe.ts';
import { startTestTarget, type TestTarget } from './test-target.ts';

type Options = Parameters<typeof probeCompany>[0];

const nowhere = 'http://127.0.0.1:9/in';

/** Probes the company `main`; resolves with the orders, or with why it failed. */
const probing = (target: TestTarget, change: Partial<Options> = {}) =>
  probeCompany({
    client: target.client,
    profile: target.profile,
    company: target.company('main'),
    due: 1,
    runId: 'r',
    url: nowhere,
    phone: '+5511987650001',
    isNotified: async () => false,
    timeoutMs: 60,
    ...change,
  }).then(
    (orders) => ({ orders, error: undefined }),
    (error: unknown) => ({ orders: [], error }),
  );

const messageOf = (error: unknown): string => {
  expect(error).toBeInstanceOf(LoadError);
  return error instanceof Error ? error.message : '';
};

test('an order is sent and reported, and its notification is waited for', async () => {
  const arrived: unknown[] = [];
  await using receiver = await serving((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const payload: unknown = JSON.parse(text);
      if (isObject(payload)) arrived.push(payload.orderId);
      response.writeHead(204).end();
    });
  });
  await using target = await startTestTarget();
  await target.send('main', 'POST', '/webhooks', { event: 'coupon_create', targetUrl: receiver.url });
  const { orders, error } = await probing(target, {
    url: receiver.url,
    isNotified: async (id) => arrived.includes(id),
    timeoutMs: 10_000,
  });
  expect(error).toBeUndefined();
  expect(orders).toEqual([['selo-r-probe-main-1', arrived[0], expect.any(Number), 1, 0, 'accepted']]);
});

test('what arrived is known once it was read', async () => {
  await using target = await startTestTarget();
  let looks = 0;
  const { orders, error } = await probing(target, {
    isNotified: async () => {
      looks += 1;
      return looks >= 3;
    },
    timeoutMs: 10_000,
  });
  expect([error, looks, orders.length]).toEqual([undefined, 3, 1]);
});

test('a notification that never comes is reported after three orders, with where the platform would have to reach', async () => {
  await using target = await startTestTarget();
  const { error } = await probing(target);
  expect(messageOf(error)).toMatch(/^main: no notification.*http:\/\/127\.0\.0\.1:9\?.*capture\.publicUrl/);
  const sent = [1, 2, 3, 4].map((tried) => target.send('main', 'GET', `/orders/external/selo-r-probe-main-${tried}`));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 404]);
});

test('the notification of any of the three is enough', async () => {
  await using target = await startTestTarget();
  const seen = new Set<string>();
  const { orders, error } = await probing(target, { isNotified: async (id) => seen.add(id).size === 2 });
  expect([error, orders.length]).toEqual([undefined, 2]);
});

test.for<[string, Partial<Options>, number]>([
  ['of a company whose receiver refuses everything', { url: undefined }, 1],
  ['that is due no notification', { due: 0 }, 0],
])('an order %s is sent, and nothing waited for', async ([, change, orderCount]) => {
  await using target = await startTestTarget();
  const { orders, error } = await probing(target, { ...change, timeoutMs: 600_000 });
  expect([error, orders.length]).toEqual([undefined, orderCount]);
  expect((await target.send('main', 'GET', '/orders/external/selo-r-probe-main-1')).status).toBe(200);
});

test('an order that is refused is reported with the answer', async () => {
  await using target = await startTestTarget();
  const { resources } = target.profile;
  const profile = { ...target.profile, resources: { ...resources, orders: { body: { total: 'a lot' } } } };
  const { error } = await probing(target, { profile });
  expect(messageOf(error)).toMatch(/^main: POST \/orders answered 400 .*\{.*resources\.orders\.body/s);
});

test('a target that is down is reported', async () => {
  await using target = await startTestTarget({ wrap: () => () => ({ status: 503, body: {} }) });
  const { error } = await probing(target);
  expect(messageOf(error)).toMatch(/^main: .*503.*before any load.*Is the target up\?/s);
});

test('a target that fails once is asked again', async () => {
  let posts = 0;
  await using target = await startTestTarget({
    wrap: (handle) => (call) => {
      if (call.method === 'POST') posts += 1;
      return call.method === 'POST' && posts === 1 ? { status: 503, body: {} } : handle(call);
    },
  });
  const { orders, error } = await probing(target, { isNotified: async () => true });
  expect([error, posts, orders.length]).toEqual([undefined, 2, 1]);
});
