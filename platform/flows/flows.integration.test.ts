import { expect, test } from 'vitest';
import type { PlatformOptions } from '../start-platform.ts';
import { eventually, startTestPlatform, type TestPlatform } from '../test-platform.ts';
import type { FlowSeed } from './flow-seed.ts';

const giftback: FlowSeed = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
};

function withFlows(flows: FlowSeed[], options: PlatformOptions = {}) {
  return startTestPlatform({ ...options, companies: [{ name: 'A', history: 'none', flows }] });
}

/** Posts an order and gives the coupon that a flow made for it, undefined when none did. */
async function couponOf(platform: TestPlatform, order: { status: string; phone: string; externalId: string }) {
  const { status, phone, externalId } = order;
  await platform.post('/orders', { status, externalId, customer: { phone, address: 'x' }, total: 200 });
  return generatedCoupon(platform, externalId);
}

async function generatedCoupon(platform: TestPlatform, externalId: string) {
  const { id = '' } = fields((await platform.get(`/orders/external/${externalId}`)).json);
  const reply = await platform.get(`/coupons/order/${id}`);
  return reply.status === 200 ? { ...fields(reply.json), orderId: id } : undefined;
}

function fields(json: unknown): Partial<{ id: string; code: string; type: string; amount: number; used: boolean }> {
  return typeof json === 'object' && json !== null ? json : {};
}

async function runCount(platform: TestPlatform): Promise<number> {
  const { json } = await platform.panel('GET', `/panel/companies/${platform.company.id}/flow-runs`);
  return Array.isArray(json) ? json.length : -1;
}

test('a completed order gets the coupon of its flow, with the flow’s terms', async () => {
  await using platform = await withFlows([
    { ...giftback, minPurchaseValue: 50, acumulative: true, validDays: 10, codePrefix: 'Volte-' },
  ]);
  const coupon = await couponOf(platform, { status: 'completed', phone: '5511900000001', externalId: 'o' });
  expect(coupon).toMatchObject({
    code: expect.stringMatching(/^Volte-[0-9A-F]{12}$/),
    type: 'percent',
    amount: 10,
    used: false,
    isValid: true,
    externalId: null,
    minPurchaseValue: 50,
    acumulative: true,
    customer: { phone: '5511900000001' },
  });
});

test('a giftback may be a share of the purchase', async () => {
  await using platform = await withFlows([giftback], { choices: { coupons: { giftback: 'share-of-purchase' } } });
  const coupon = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'o' });
  expect(coupon).toMatchObject({ type: 'fixed_cart', amount: 20 });
});

test.each([
  ['percent', 'percent'],
  ['fixed', 'fixed_cart'],
] as const)('a %s coupon step gives a coupon of type %s', async (discount, type) => {
  await using platform = await withFlows([{ ...giftback, step: { kind: 'coupon', discount, amount: 15 } }]);
  const coupon = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'o' });
  expect(coupon).toMatchObject({ type, amount: 15 });
});

test('no coupon comes of an inactive flow, another status, delivered, or processing', async () => {
  await using platform = await withFlows([
    { ...giftback, active: false },
    { ...giftback, trigger: 'delivered' },
    { ...giftback, trigger: 'on-hold' },
  ]);
  expect(await couponOf(platform, { status: 'completed', phone: '1', externalId: 'completed' })).toBeUndefined();
  expect(await couponOf(platform, { status: 'processing', phone: '1', externalId: 'processing' })).toBeUndefined();
  expect(await couponOf(platform, { status: 'on-hold', phone: '1', externalId: 'on-hold' })).toBeDefined();
});

test.each([
  [{ processingEntersOnHoldFlow: true }, 'on-hold', 'processing', true],
  [{ processingEntersOnHoldFlow: false }, 'on-hold', 'processing', false],
  [{ canceledEntersFlows: true }, 'canceled', 'canceled', true],
  [{ canceledEntersFlows: false }, 'canceled', 'canceled', false],
] as const)('with %j a flow on %s for an order sent as %s runs: %s', async (orders, trigger, status, runs) => {
  await using platform = await withFlows([{ ...giftback, trigger }], { choices: { orders } });
  expect((await couponOf(platform, { status, phone: '1', externalId: 'o' })) !== undefined).toBe(runs);
});

test('an order enters a flow once, however often its status is sent', async () => {
  await using platform = await withFlows([giftback]);
  const first = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'o' });
  for (const status of ['completed', 'on-hold', 'completed']) {
    await platform.put(`/orders/${first?.orderId}`, { status });
    await couponOf(platform, { status, phone: '1', externalId: 'o' });
  }
  expect(await runCount(platform)).toBe(1);
});

test('an order on its way through two statuses enters the flow of each', async () => {
  await using platform = await withFlows([giftback, { ...giftback, trigger: 'on-hold' }]);
  const first = await couponOf(platform, { status: 'on-hold', phone: '1', externalId: 'o' });
  await platform.put(`/orders/${first?.orderId}`, { status: 'completed' });
  expect(await runCount(platform)).toBe(2);
});

test('a flow that runs once per customer runs only for the first order of a phone', async () => {
  await using platform = await withFlows([{ ...giftback, runMode: 'once-per-customer' }]);
  expect(await couponOf(platform, { status: 'completed', phone: '1', externalId: 'first' })).toBeDefined();
  expect(await couponOf(platform, { status: 'completed', phone: '1', externalId: 'second' })).toBeUndefined();
  expect(await couponOf(platform, { status: 'completed', phone: '2', externalId: 'third' })).toBeDefined();
});

test('a new giftback cancels the unused one of its phone and no other', async () => {
  await using platform = await withFlows([giftback]);
  const [phone, otherPhone] = ['551190000001', '551190000002'];
  await platform.post('/coupons', { code: 'REGISTERED', amount: 1, phone, externalId: 'r', awaitingOrder: false });
  const other = await couponOf(platform, { status: 'completed', phone: otherPhone, externalId: 'other' });
  const used = await couponOf(platform, { status: 'completed', phone, externalId: 'used' });
  await platform.put(`/coupons/code/${used?.code}`, { used: true, awaitingOrder: false });
  const unused = await couponOf(platform, { status: 'completed', phone, externalId: 'unused' });
  const latest = await couponOf(platform, { status: 'completed', phone, externalId: 'latest' });
  expect(await platform.get(`/coupons/code/${unused?.code}`)).toMatchObject({
    status: 404,
    json: { message: 'Coupon not found' },
  });
  expect((await platform.get(`/coupons/${unused?.id}`)).status).toBe(404);
  for (const code of [other?.code, used?.code, latest?.code, 'REGISTERED']) {
    expect((await platform.get(`/coupons/code/${code}`)).status, code).toBe(200);
  }
  await platform.put(`/orders/${latest?.orderId}`, { couponCode: latest?.code });
  expect((await platform.put(`/orders/${latest?.orderId}`, { couponCode: unused?.code })).status).toBe(422);
});

test('a coupon step that is no giftback cancels nothing', async () => {
  await using platform = await withFlows([{ ...giftback, step: { kind: 'coupon', discount: 'fixed', amount: 5 } }]);
  const first = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'first' });
  await couponOf(platform, { status: 'completed', phone: '1', externalId: 'second' });
  expect((await platform.get(`/coupons/code/${first?.code}`)).status).toBe(200);
});

test('a canceled giftback may still be found by id, with a deletion date', async () => {
  await using platform = await withFlows([giftback], {
    choices: { coupons: { canceledGiftback: 'kept-with-deletion-date' } },
  });
  const first = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'first' });
  await couponOf(platform, { status: 'completed', phone: '1', externalId: 'second' });
  expect((await platform.get(`/coupons/code/${first?.code}`)).status).toBe(404);
  expect((await platform.get(`/coupons/${first?.id}`)).json).toMatchObject({ deletedAt: expect.stringMatching(/Z$/) });
});

test('a coupon survives a change of its customer’s phone, and its giftback stays with the old one', async () => {
  await using platform = await withFlows([giftback]);
  const first = await couponOf(platform, { status: 'completed', phone: '551190000001', externalId: 'first' });
  const { id } = fields((await platform.get('/customers/phone/551190000001')).json);
  await platform.put(`/customers/${id}`, { phone: '551190000002' });
  await couponOf(platform, { status: 'completed', phone: '551190000002', externalId: 'second' });
  expect((await platform.get(`/coupons/code/${first?.code}`)).status).toBe(200);
});

test('a policy can let a giftback cancel every other one of the company', async () => {
  await using platform = await withFlows([giftback], { policy: { giftbacks: { key: ({ companyId }) => companyId } } });
  const other = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'other' });
  await couponOf(platform, { status: 'completed', phone: '2', externalId: 'latest' });
  expect((await platform.get(`/coupons/code/${other?.code}`)).status).toBe(404);
});

test('a flow may run some seconds after the order has arrived, and still runs once', async () => {
  await using platform = await withFlows([{ ...giftback, runMode: 'once-per-customer' }], {
    policy: { timeScale: 0.01 },
    choices: { orders: { flowDelaySeconds: 20 } },
  });
  for (const externalId of ['first', 'second']) {
    expect(await couponOf(platform, { status: 'completed', phone: '1', externalId })).toBeUndefined();
  }
  const made = await eventually('the coupon', () => generatedCoupon(platform, 'first'));
  expect(made).toMatchObject({ used: false });
  expect(await runCount(platform)).toBe(1);
});

test('an earlier giftback may be canceled some seconds after the new one has come', async () => {
  await using platform = await withFlows([giftback], {
    policy: { timeScale: 0.01 },
    choices: { coupons: { cancellationDelaySeconds: 20 } },
  });
  const first = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'first' });
  const second = await couponOf(platform, { status: 'completed', phone: '1', externalId: 'second' });
  expect(await platform.get(`/coupons/code/${first?.code}`)).toMatchObject({ status: 200 });
  await eventually('the cancellation', async () =>
    (await platform.get(`/coupons/code/${first?.code}`)).status === 404 ? true : undefined,
  );
  expect(await platform.get(`/coupons/code/${second?.code}`)).toMatchObject({ status: 200 });
});

test('of giftbacks made in the same instant with delayed cancellations, one is left', async () => {
  await using platform = await withFlows([giftback], {
    policy: { timeScale: 0.01 },
    choices: { coupons: { cancellationDelaySeconds: 20 }, dates: { fractionDigits: 0 } },
  });
  const orders = ['a', 'b', 'c'].map((externalId) => ({ status: 'completed', phone: '1', externalId }));
  const made = await Promise.all(orders.map((order) => couponOf(platform, order)));
  const statuses = async () =>
    Promise.all(made.map(async (coupon) => (await platform.get(`/coupons/code/${coupon?.code}`)).status));
  const settled = await eventually('the cancellations', async () => {
    const now = await statuses();
    return now.filter((status) => status === 404).length >= 2 ? now : undefined;
  });
  expect(settled.toSorted()).toEqual([200, 404, 404]);
});
