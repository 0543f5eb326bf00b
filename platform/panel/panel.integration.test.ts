import { expect, test } from 'vitest';
import { startTestPlatform } from '../test-platform.ts';
import { startTestReceiver } from '../test-receiver.ts';

const flow = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
} as const;

test('the panel wants its own token, and no second header', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.send('GET', '/panel/companies')).status).toBe(401);
  expect((await platform.panel('GET', '/panel/companies')).status).toBe(200);
});

test('a company founded in the panel can call the API at once', async () => {
  await using platform = await startTestPlatform();
  const founded = {
    name: 'New',
    token: 'its-token',
    users: [{ email: 'u@example.com' }],
    flows: [flow],
    history: 'none',
  };
  const view = await platform.panel('POST', '/panel/companies', founded);
  expect(view.json).toMatchObject({
    name: 'New',
    users: [{ email: 'u@example.com' }],
    flows: [{ ...flow, validDays: 30 }],
  });
  const headers = { authorization: 'Bearer its-token' };
  expect((await platform.send('GET', '/users/email/u@example.com', { headers })).status).toBe(200);
  expect((await platform.panel('POST', '/panel/companies', founded)).status).toBe(400);
});

test('flows are made, switched off and removed', async () => {
  await using platform = await startTestPlatform();
  const flows = `/panel/companies/${platform.company.id}/flows`;
  const made = Object((await platform.panel('POST', flows, flow)).json);
  await platform.panel('PUT', `${flows}/${made.id}`, {
    active: false,
    step: { kind: 'coupon', discount: 'fixed', amount: 5 },
  });
  expect((await platform.panel('GET', flows)).json).toMatchObject([
    { id: made.id, active: false, trigger: 'completed', step: { kind: 'coupon', discount: 'fixed', amount: 5 } },
  ]);
  expect((await platform.panel('DELETE', `${flows}/${made.id}`)).json).toEqual({ result: true });
  expect((await platform.panel('GET', flows)).json).toEqual([]);
});

test.each([
  [{ ...flow, trigger: 'paid' }, 'trigger: expected one of completed, on-hold, canceled, delivered'],
  [{ ...flow, step: { kind: 'giftback' } }, 'step.percent: expected a number from 0'],
  [{ ...flow, activ: true }, /^flow\.activ: unknown field/],
  [{}, /^trigger: expected one of/],
])('a flow of %j is refused with a reason', async (body, message) => {
  await using platform = await startTestPlatform();
  const refused = await platform.panel('POST', `/panel/companies/${platform.company.id}/flows`, body);
  expect(refused.status).toBe(400);
  expect(Object(refused.json).message).toMatch(message);
});

test('a flow started for a customer notifies without an order', async () => {
  await using receiver = await startTestReceiver();
  await using platform = await startTestPlatform();
  await platform.post('/webhooks', { event: 'coupon_create', targetUrl: receiver.url });
  const company = `/panel/companies/${platform.company.id}`;
  const { id } = Object((await platform.panel('POST', `${company}/flows`, { ...flow, active: false })).json);
  const run = Object((await platform.panel('POST', `${company}/flows/${id}/runs`, { phone: '+55 11 9' })).json);
  const [notification] = await receiver.awaitCount(1);
  expect(notification?.payload).toMatchObject({ code: run.code, orderId: null });
  expect((await platform.panel('GET', `${company}/flow-runs`)).json).toMatchObject([
    { flowId: id, orderId: null, phone: '55119', couponCode: run.code },
  ]);
  expect((await platform.panel('GET', `${company}/deliveries?code=${run.code}`)).json).toMatchObject([
    { code: run.code, attempts: [{ number: 1, url: receiver.url }] },
  ]);
  expect((await platform.panel('GET', `${company}/deliveries?code=other`)).json).toEqual([]);
  expect((await platform.panel('GET', `${company}/deliveries?code=other&code=${run.code}`)).json).toHaveLength(1);
});

test('users are added, and the registration is seen', async () => {
  await using platform = await startTestPlatform();
  const company = `/panel/companies/${platform.company.id}`;
  expect((await platform.panel('GET', `${company}/webhook`)).json).toBeNull();
  await platform.post('/webhooks', { event: 'coupon_create', targetUrl: 'http://127.0.0.1:9/' });
  expect((await platform.panel('GET', `${company}/webhook`)).json).toMatchObject({ url: 'http://127.0.0.1:9/' });
  const user = Object((await platform.panel('POST', `${company}/users`, { email: 'new@example.com' })).json);
  expect((await platform.get(`/users/${user.id}`)).status).toBe(200);
});

test('unknown addresses, companies and bodies are distinguished', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.panel('GET', '/panel/nothing')).status).toBe(404);
  expect((await platform.panel('GET', '/panel/companies/x')).status).toBe(404);
  expect((await platform.panel('POST', '/panel/companies')).status).toBe(400);
});
