import { expect, test } from 'vitest';
import type { Choices } from './choices.ts';
import type { DeepPartial } from './overrides.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

const list = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50';
const order = { status: 'completed', externalId: 'o', customer: { phone: '1', address: 'x' } };
const coupon = { code: 'A', amount: 10, phone: '1', externalId: 'a', awaitingOrder: false };
const flows = [
  { trigger: 'completed', step: { kind: 'giftback', percent: 10 }, runMode: 'once-per-order', active: true } as const,
];

const withChoices = (choices: DeepPartial<Choices>) =>
  startTestPlatform({ choices, companies: [{ name: 'A', history: 'none', flows }] });

async function idOf(platform: TestPlatform, path: string): Promise<string> {
  return Object((await platform.get(path)).json).id;
}

test.each([
  [0, /:\d{2}Z$/],
  [3, /\.\d{3}Z$/],
  [6, /\.\d{6}Z$/],
] as const)('with %d fraction digits a record is listed from its own createdAt on', async (fractionDigits, form) => {
  await using platform = await withChoices({ dates: { fractionDigits } });
  await platform.post('/products', { name: 'P' });
  const { createdAt, updatedAt } = Object((await platform.get('/products/name/P')).json);
  expect([createdAt, updatedAt]).toEqual([expect.stringMatching(form), expect.stringMatching(form)]);
  const found = await platform.get(`/products?after=${createdAt}&updatedAt=${updatedAt}&page=1&pageSize=1`);
  expect(found.json).toMatchObject({ pagination: { totalRecords: 1 } });
});

test('ids may be UUIDs of version 7', async () => {
  await using platform = await withChoices({ ids: { uuidVersion: 7 } });
  await platform.post('/products', { name: 'P' });
  const id = await idOf(platform, '/products/name/P');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.each([
  ['oldest-first', ['P0', 'P1', 'P2']],
  ['newest-first', ['P2', 'P1', 'P0']],
] as const)('lists come %s', async (manner, names) => {
  await using platform = await withChoices({ lists: { order: manner } });
  for (const name of ['P0', 'P1', 'P2']) await platform.post('/products', { name });
  const { data } = Object((await platform.get(list)).json);
  expect(data.map(({ name }: { name: string }) => name)).toEqual(names);
});

test.each([
  ['ignore', 200],
  ['refuse-400', 400],
  ['refuse-422', 422],
] as const)('a bad updatedAt: %s', async (badUpdatedAt, status) => {
  await using platform = await withChoices({ lists: { badUpdatedAt } });
  expect((await platform.get(`${list}&updatedAt=never`)).status).toBe(status);
});

test.each([
  ['utc', '2027-05-12T00:00:00Z'],
  ['brasilia', '2027-05-12T03:00:00Z'],
] as const)('a date with slashes in %s', async (slashZone, expiryDate) => {
  await using platform = await withChoices({ dates: { slashZone } });
  await platform.post('/coupons', { ...coupon, expiryDate: '05/12/2027' });
  expect((await platform.get('/coupons/code/A')).json).toMatchObject({ expiryDate });
});

test.each([
  ['refuse', 400],
  ['swap', 200],
] as const)('a date with slashes and a day above 12: %s', async (slashDayAbove12, status) => {
  await using platform = await withChoices({ dates: { slashDayAbove12 } });
  expect((await platform.post('/coupons', { ...coupon, expiryDate: '25/12/2027' })).status).toBe(status);
});

test('the message for an unknown user may be a text', async () => {
  await using platform = await withChoices({ users: { missingOnDelete: 'text' } });
  expect(await platform.remove('/users/x')).toMatchObject({ status: 400, json: { message: 'Usuário não encontrado' } });
});

test.each([
  ['code', 'A'],
  ['id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['null', null],
] as const)('couponUsed may show %s', async (couponUsed, expected) => {
  await using platform = await withChoices({ orders: { couponUsed } });
  await platform.post('/coupons', coupon);
  await platform.post('/orders', { ...order, couponCode: 'A' });
  expect((await platform.get('/orders/external/o')).json).toMatchObject({ couponUsed: expected });
});

test('a coupon without type may be fixed, and one past its expiry may stay valid', async () => {
  for (const validAfterExpiry of [true, false]) {
    await using platform = await withChoices({ coupons: { typeWhenAbsent: 'fixed_cart', validAfterExpiry } });
    await platform.post('/coupons', { ...coupon, expiryDate: '2020-01-01T00:00:00Z' });
    const expected = { type: 'fixed_cart', isValid: validAfterExpiry, used: false };
    expect((await platform.get('/coupons/code/A')).json).toMatchObject(expected);
  }
});

test('a generated code may need encoding in a path', async () => {
  await using platform = await withChoices({ coupons: { generatedCodes: 'needs-encoding' } });
  await platform.post('/orders', order);
  const generated = await platform.get(`/coupons/order/${await idOf(platform, '/orders/external/o')}`);
  const { code } = Object(generated.json);
  expect(code).toMatch(/[ %/+ç]/);
  expect((await platform.get(`/coupons/code/${encodeURIComponent(code)}`)).json).toEqual(generated.json);
});

test.each([
  ['404', 404, { message: 'Coupon not found' }],
  ['422', 422, { message: 'Coupon not found' }],
  ['null-200', 200, null],
] as const)('an order without coupon: %s', async (orderWithoutCoupon, status, json) => {
  await using platform = await withChoices({
    coupons: { orderWithoutCoupon },
    answers: { extraFields: { errors: false } },
  });
  await platform.post('/orders', { ...order, status: 'on-hold' });
  const orderId = await idOf(platform, '/orders/external/o');
  expect(await platform.get(`/coupons/order/${orderId}`)).toMatchObject({ status, json });
});

test('a PUT by an unknown code may get 422', async () => {
  await using platform = await withChoices({ coupons: { putUnknownCodeStatus: 422 } });
  expect((await platform.put('/coupons/code/x', { used: true })).status).toBe(422);
});

test('a shared coupon’s id may be a text and may be found', async () => {
  await using platform = await withChoices({ coupons: { sharedExternalId: 'text', sharedByExternalId: 'found' } });
  await platform.post('/coupons/shared', { code: 'S', externalId: '12x' });
  expect((await platform.get('/coupons/external/12')).json).toMatchObject({ code: 'S', externalId: '12' });
});

test('fields that the document does not show may have other names', async () => {
  const fields = { webhookUrl: 'callback', orderCustomer: 'buyer', customerAddress: 'location', orderTotal: 'value' };
  await using platform = await withChoices({ fields });
  const sent = { ...order, buyer: { phone: '1', location: 'x' }, value: 5 };
  expect((await platform.post('/orders', sent)).status).toBe(200);
  expect((await platform.get('/orders/external/o')).json).toMatchObject({ value: 5, buyer: { location: 'x' } });
  const registration = { event: 'coupon_create', callback: 'http://127.0.0.1:9/' };
  expect((await platform.post('/webhooks', registration)).status).toBe(200);
});

test('records and errors may have no field besides the known ones', async () => {
  await using platform = await withChoices({ answers: { extraFields: { records: false, errors: false } } });
  expect((await platform.get('/products/x')).json).toEqual({ message: 'Product not found' });
  await platform.post('/stores', { name: 'S', externalId: 's' });
  const { id, ...rest } = Object((await platform.get('/stores/external/s')).json);
  expect(Object.keys(rest)).toEqual(['externalId', 'name', 'createdAt', 'updatedAt']);
});

test('phones may be kept as they are sent', async () => {
  await using platform = await withChoices({ customers: { phoneForm: 'as-sent' } });
  await platform.post('/customers', { phone: '+55 11 9' });
  expect((await platform.get(`/customers/phone/${encodeURIComponent('+55 11 9')}`)).json).toMatchObject({
    phone: '+55 11 9',
  });
  expect((await platform.get('/customers/phone/55119')).status).toBe(422);
});

test.each([401, 403, 404] as const)('a bad token may get %d, as JSON', async (badTokenStatus) => {
  await using platform = await withChoices({ requests: { badTokenStatus } });
  const refused = await platform.send('GET', list, { headers: { authorization: 'Bearer wrong' } });
  expect([refused.status, refused.json]).toMatchObject([badTokenStatus, { message: expect.any(String) }]);
});
