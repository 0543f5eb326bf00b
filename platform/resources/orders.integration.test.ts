import { expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../test-platform.ts';

const customer = { phone: '+5511900000001', address: { street: 'Rua Um' } };

async function postOrder(platform: TestPlatform, externalId: string, order: object = {}) {
  const reply = await platform.post('/orders', { externalId, status: 'on-hold', customer, ...order });
  return { reply, ...(await stored(platform, externalId)) };
}

async function stored(platform: TestPlatform, externalId: string) {
  const { json } = await platform.get(`/orders/external/${externalId}`);
  const order: Partial<{ id: string; status: string; couponUsed: unknown; couponCode: unknown }> =
    typeof json === 'object' && json !== null ? json : {};
  return order;
}

const registration = {
  code: 'MINE',
  amount: 10,
  phone: customer.phone,
  externalId: 'partner-coupon',
  awaitingOrder: false,
};

test.each(['completed', 'on-hold', 'canceled'])('an order posted as %s is stored as sent', async (status) => {
  await using platform = await startTestPlatform();
  expect(await postOrder(platform, 'o', { status })).toMatchObject({ reply: { status: 200 }, status });
});

test('processing is stored as on-hold by POST and as processing by PUT', async () => {
  await using platform = await startTestPlatform();
  const { id, status } = await postOrder(platform, 'o', { status: 'processing' });
  expect(status).toBe('on-hold');
  await platform.put(`/orders/${id}`, { status: 'processing' });
  expect((await stored(platform, 'o')).status).toBe('processing');
});

test.each(['pending', 'paid', 'refunded', 'failed', 'cancelled', 'Completed', ' completed', 'delivered', ''])(
  'a status of "%s" gets 422 Invalid status by POST and PUT, and nothing is stored',
  async (status) => {
    await using platform = await startTestPlatform();
    const refused = await platform.post('/orders', { externalId: 'o', status, customer });
    expect(refused).toMatchObject({ status: 422, json: { message: 'Invalid status' } });
    expect((await platform.get('/orders/external/o')).status).toBe(404);
    const { id } = await postOrder(platform, 'other');
    expect(await platform.put(`/orders/${id}`, { status })).toMatchObject({
      status: 422,
      json: { message: 'Invalid status' },
    });
    expect((await stored(platform, 'other')).status).toBe('on-hold');
  },
);

test.each([
  ['no status', { customer }, 'status'],
  ['no customer', { status: 'completed' }, 'customer'],
  ['no phone', { status: 'completed', customer: { address: 'x' } }, 'customer.phone'],
  ['no address', { status: 'completed', customer: { phone: '1' } }, 'customer.address'],
  ['a status that is a number', { status: 1, customer }, 'status'],
])('an order with %s gets a 400 that names it', async (_, order, field) => {
  await using platform = await startTestPlatform();
  const refused = await platform.post('/orders', order);
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ message: expect.arrayContaining([expect.stringContaining(`"${field}"`)]) });
});

test('the 400 check precedes the 422 check', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.post('/orders', { status: 'paid' })).status).toBe(400);
  await using reversed = await startTestPlatform({
    policy: { errors: { first: ({ validation, rule }) => rule ?? validation } },
  });
  expect((await reversed.post('/orders', { status: 'paid' })).status).toBe(422);
});

test('a missing status may get 422', async () => {
  await using platform = await startTestPlatform({ choices: { requests: { missingStatus: 422 } } });
  expect(await platform.post('/orders', { customer })).toMatchObject({
    status: 422,
    json: { message: 'Invalid status' },
  });
});

test('two rules broken by one PUT are reported together', async () => {
  await using platform = await startTestPlatform();
  const { id } = await postOrder(platform, 'o');
  const refused = await platform.put(`/orders/${id}`, { status: 'paid', couponCode: 'UNKNOWN' });
  expect(refused).toMatchObject({ status: 422, json: { message: 'Invalid status, Coupon code not found' } });
});

test('POST takes any coupon code, and couponUsed is null without a match', async () => {
  await using platform = await startTestPlatform();
  const order = await postOrder(platform, 'o', { couponCode: 'UNKNOWN' });
  expect(order).toMatchObject({ reply: { status: 200 }, couponCode: 'UNKNOWN', couponUsed: null });
});

test.each(['POST', 'PUT'])('an on-hold order uses up the coupon whose code it carries by %s', async (method) => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', registration);
  const { id } = await postOrder(platform, 'o', method === 'POST' ? { couponCode: 'MINE' } : {});
  if (method === 'PUT') await platform.put(`/orders/${id}`, { couponCode: 'MINE' });
  expect((await stored(platform, 'o')).couponUsed).toMatchObject({ code: 'MINE' });
  expect((await platform.get('/coupons/code/MINE')).json).toMatchObject({ used: true, isValid: false });
});

test.each(['UNKNOWN', 'SHARED'])('PUT refuses the code %s, which is of no individual coupon', async (couponCode) => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons/shared', { code: 'SHARED', externalId: 7 });
  const { id } = await postOrder(platform, 'o');
  const refused = await platform.put(`/orders/${id}`, { couponCode });
  expect(refused).toMatchObject({ status: 422, json: { message: 'Coupon code not found' } });
  expect((await platform.post('/orders', { status: 'on-hold', customer, couponCode })).status).toBe(200);
});

test('an awaiting coupon goes to the next order of its phone that comes without a code, once', async () => {
  await using platform = await startTestPlatform();
  const { awaitingOrder, ...awaiting } = registration;
  await platform.post('/coupons', awaiting);
  const other = { ...customer, phone: '+5511900000002' };
  expect((await postOrder(platform, 'other-phone', { customer: other })).couponUsed).toBeNull();
  expect((await postOrder(platform, 'own-code', { couponCode: 'X' })).couponUsed).toBeNull();
  expect((await postOrder(platform, 'next')).couponUsed).toMatchObject({ code: 'MINE' });
  expect((await platform.get('/coupons/code/MINE')).json).toMatchObject({ used: true, isValid: false });
  expect((await postOrder(platform, 'after')).couponUsed).toBeNull();
});

test('a coupon registered with awaitingOrder false waits for nothing', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', registration);
  expect((await postOrder(platform, 'o')).couponUsed).toBeNull();
});

test('`used` by itself leaves a coupon awaiting an order; `awaitingOrder: false` ends that', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', { ...registration, awaitingOrder: true });
  await platform.put('/coupons/code/MINE', { used: true });
  expect((await postOrder(platform, 'still')).couponUsed).toMatchObject({ code: 'MINE' });
  await platform.post('/coupons', { ...registration, code: 'OTHER', awaitingOrder: true });
  await platform.put('/coupons/code/OTHER', { used: true, awaitingOrder: false });
  expect((await postOrder(platform, 'lowered')).couponUsed).toBeNull();
  expect((await platform.get('/coupons/code/OTHER')).json).toMatchObject({ used: true });
});

test.each([
  ['oldest', 'FIRST'],
  ['newest', 'SECOND'],
] as const)('of two awaiting coupons the %s may be taken', async (awaitingCoupon, code) => {
  await using platform = await startTestPlatform({ choices: { orders: { awaitingCoupon } } });
  for (const each of ['FIRST', 'SECOND'])
    await platform.post('/coupons', { ...registration, code: each, awaitingOrder: true });
  expect((await postOrder(platform, 'o')).couponUsed).toMatchObject({ code });
});

test('a known externalId posted again changes nothing, or updates by choice', async () => {
  for (const [resend, status] of [
    ['unchanged', 'on-hold'],
    ['updated', 'canceled'],
  ] as const) {
    await using platform = await startTestPlatform({ choices: { records: { resend } } });
    const { id } = await postOrder(platform, 'o');
    expect(await postOrder(platform, 'o', { status: 'canceled' })).toMatchObject({ id, status });
  }
});

test('an unknown order answers in the language of its route', async () => {
  await using platform = await startTestPlatform();
  const english = { status: 404, json: { message: 'Order not found' } };
  expect(await platform.get('/orders/x')).toMatchObject(english);
  expect(await platform.get('/orders/external/x')).toMatchObject(english);
  expect(await platform.remove('/orders/x')).toMatchObject(english);
  const portuguese = { status: 404, json: { message: 'Pedido não encontrado' } };
  expect(await platform.put('/orders/x', { status: 'completed' })).toMatchObject(portuguese);
});

test.each([
  ['after-validation', 400],
  ['before-validation', 404],
] as const)('a bad body for an unknown order is judged %s', async (unknownRecordOnPut, status) => {
  await using platform = await startTestPlatform({ choices: { requests: { unknownRecordOnPut } } });
  expect((await platform.put('/orders/x', { lineItems: 'none' })).status).toBe(status);
});

test('a PUT keeps what it does not send', async () => {
  await using platform = await startTestPlatform();
  const { id } = await postOrder(platform, 'o', { lineItems: [{ name: 'A' }], total: 12.5 });
  await platform.put(`/orders/${id}`, { status: 'completed' });
  expect(await stored(platform, 'o')).toMatchObject({ status: 'completed', lineItems: [{ name: 'A' }], total: 12.5 });
});

test('an order makes its customer, unless the choice is not to', async () => {
  for (const [madeByOrders, status] of [
    [true, 200],
    [false, 422],
  ] as const) {
    await using platform = await startTestPlatform({ choices: { customers: { madeByOrders } } });
    await postOrder(platform, 'o');
    expect((await platform.get('/customers/phone/5511900000001')).status).toBe(status);
  }
});
