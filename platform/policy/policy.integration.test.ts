import { expect, test } from 'vitest';
import type { DeepPartial } from '../overrides.ts';
import { startTestPlatform } from '../test-platform.ts';
import { startTestReceiver } from '../test-receiver.ts';
import { documentedPolicy, type Policy } from './policy.ts';

const flow = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
} as const;
const order = { status: 'completed', customer: { phone: '1', address: 'x' } };

const withPolicy = (policy: DeepPartial<Policy>) =>
  startTestPlatform({
    policy,
    companies: [
      { name: 'A', history: 'none', flows: [flow] },
      { name: 'B', history: 'none' },
    ],
  });

test('the documented backoff starts at two seconds and doubles', () => {
  const { webhooks } = documentedPolicy;
  expect([1, 2, 3, 9].map((attempt) => webhooks.delaySeconds(attempt))).toEqual([2, 4, 8, 512]);
});

test('a page of 51 is served when the policy’s limit is 51', async () => {
  await using platform = await withPolicy({ pages: { maxPageSize: 51 } });
  expect((await platform.get('/products?after=2020-01-01&page=1&pageSize=51')).status).toBe(200);
});

test('a policy can change the zone of only the after filter', async () => {
  const zoneMinutes = { after: { withoutZone: -120 } };
  await using platform = await withPolicy({ dates: { zoneMinutes } });
  await platform.post('/products', { name: 'P' });
  const { createdAt } = Object((await platform.get('/products/name/P')).json);
  const wallClock = (hours: number) => new Date(Date.parse(createdAt) - hours * 3_600_000).toISOString().slice(0, 19);
  const count = async (query: string) =>
    Object((await platform.get(`/products?${query}&page=1&pageSize=1`)).json).pagination.totalRecords;
  expect(await count(`after=${wallClock(2)}`)).toBe(1);
  expect(await count(`after=${wallClock(1)}`)).toBe(0);
  expect(await count(`after=2020-01-01&updatedAt=${wallClock(3)}`)).toBe(1);
});

test('a policy can change the answers of single routes', async () => {
  const missingRecord = { 'PUT /orders/:id': { message: 'Order not found' } };
  await using platform = await withPolicy({
    errors: { missingRecord },
    writes: { successStatus: (route) => (route === 'POST /stores' ? 201 : 200) },
  });
  expect((await platform.put('/orders/x', { status: 'completed' })).json).toMatchObject({ message: 'Order not found' });
  expect((await platform.post('/stores', { name: 'S' })).status).toBe(201);
  expect((await platform.post('/products', { name: 'P' })).status).toBe(200);
});

test('one route can leak to another company', async () => {
  const mayReach: Policy['isolation']['mayReach'] = (facts) =>
    facts.route === 'GET /products/name/:name' || documentedPolicy.isolation.mayReach(facts);
  await using platform = await withPolicy({ isolation: { mayReach } });
  const headers = { authorization: `Bearer ${platform.companies[1]?.token}` };
  await platform.send('POST', '/products', { body: { name: 'Theirs', externalId: 't' }, headers });
  expect((await platform.get('/products/name/Theirs')).status).toBe(200);
  expect((await platform.get('/products/external/t')).status).toBe(404);
});

test.each<[string, Policy['webhooks']['target'], 'former' | 'current', string | undefined]>([
  ['the old URL', ({ current, former }) => former ?? current, 'former', 'Bearer old'],
  [
    'a removed bearer',
    ({ current, former }) => current && { ...current, bearerToken: current.bearerToken ?? former?.bearerToken },
    'current',
    'Bearer old',
  ],
])('a notification can go to %s', async (_, target, expected, authorization) => {
  await using former = await startTestReceiver();
  await using current = await startTestReceiver();
  await using platform = await withPolicy({ webhooks: { target } });
  const registration = { event: 'coupon_create', targetUrl: former.url, bearerToken: 'old' };
  const { id } = Object((await platform.post('/webhooks', registration)).json);
  await platform.put(`/webhooks/${id}`, { targetUrl: current.url, bearerToken: null });
  await platform.post('/orders', order);
  const receiver = { former, current }[expected];
  expect((await receiver.awaitCount(1))[0]?.headers.authorization).toBe(authorization);
});

test('a redirect can be followed', async () => {
  await using final = await startTestReceiver();
  await using first = await startTestReceiver(
    (response) => void response.writeHead(307, { location: final.url }).end(),
  );
  await using platform = await withPolicy({ webhooks: { followsRedirects: true } });
  await platform.post('/webhooks', { event: 'coupon_create', targetUrl: first.url });
  await platform.post('/orders', order);
  await final.awaitCount(1);
  expect(first.received).toHaveLength(1);
});

test('a flow can be entered again and a registered coupon notified', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await withPolicy({
    flows: { mayEnter: ({ flow: { isActive } }) => isActive },
    webhooks: { isSent: () => true },
  });
  await platform.post('/webhooks', { event: 'coupon_create', targetUrl: receiver.url });
  await platform.post('/coupons', { code: 'A', amount: 1, phone: '2', externalId: 'a' });
  expect(await receiver.awaitCount(1)).toMatchObject([{ payload: { code: 'A', orderId: null } }]);
  await platform.post('/orders', { ...order, externalId: 'o' });
  const { id } = Object((await platform.get('/orders/external/o')).json);
  await platform.put(`/orders/${id}`, { status: 'completed' });
  // two coupons of the flow, and the giftback that the second one cancels
  await receiver.awaitCount(4);
});

test('customers can be distinguished by e-mail instead of phone', async () => {
  await using platform = await withPolicy({ identity: { customer: ({ email }) => email } });
  for (const phone of ['1', '2']) await platform.post('/customers', { phone, email: 'same@example.com' });
  const { json } = await platform.get('/customers?after=2020-01-01&page=1&pageSize=1');
  expect(json).toMatchObject({ pagination: { totalRecords: 1 } });
});
