import { expect, test } from 'vitest';
import { startTestPlatform } from '../test-platform.ts';

const registration = { code: 'A/1', amount: 10, phone: '+5511900000001', externalId: 'partner-1' };
const byCode = `/coupons/code/${encodeURIComponent('A/1')}`;

function idOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
}

test('a registered coupon has the documented shape by code, id and externalId', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', { ...registration, type: 'fixed_cart', minPurchaseValue: 30 });
  const { json } = await platform.get(byCode);
  expect(json).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    externalId: 'partner-1',
    code: 'A/1',
    type: 'fixed_cart',
    amount: 10,
    used: false,
    isValid: true,
    minPurchaseValue: 30,
    acumulative: false,
    startDate: expect.stringMatching(/Z$/),
    expiryDate: '2100-01-01T00:00:00Z',
    customer: { externalId: '', firstName: '', lastName: '', phone: '5511900000001', email: '' },
  });
  expect((await platform.get(`/coupons/${idOf(json)}`)).json).toEqual(json);
  expect((await platform.get('/coupons/external/partner-1')).json).toEqual(json);
});

test.each([
  ['code', { amount: 10, phone: '1', externalId: 'x' }],
  ['amount', { code: 'A', phone: '1', externalId: 'x' }],
  ['phone', { code: 'A', amount: 10, externalId: 'x' }],
  ['externalId', { code: 'A', amount: 10, phone: '1' }],
  ['amount', { code: 'A', amount: '10', phone: '1', externalId: 'x' }],
  ['type', { code: 'A', amount: 10, phone: '1', externalId: 'x', type: 'fixed' }],
  ['expiryDate', { code: 'A', amount: 10, phone: '1', externalId: 'x', expiryDate: '2026-02-30' }],
])('a coupon whose %s is missing or wrong gets a 400 that names it', async (field, body) => {
  await using platform = await startTestPlatform();
  const refused = await platform.post('/coupons', body);
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ message: [expect.stringContaining(`"${field}"`)] });
});

test('createOnProvider stands in for externalId, which stays null until it is set by code', async () => {
  await using platform = await startTestPlatform();
  const { externalId, ...rest } = registration;
  expect((await platform.post('/coupons', { ...rest, createOnProvider: true })).status).toBe(200);
  expect((await platform.get(byCode)).json).toMatchObject({ externalId: null });
  expect((await platform.get('/coupons/external/later')).status).toBe(404);
  await platform.put(byCode, { externalId: 'later' });
  expect((await platform.get('/coupons/external/later')).json).toMatchObject({ code: 'A/1', externalId: 'later' });
});

test('an externalId of 256 characters is stored with 255', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', { ...registration, externalId: `${'x'.repeat(255)}y` });
  expect((await platform.get(byCode)).json).toMatchObject({ externalId: 'x'.repeat(255) });
});

test.each([
  ['2026-12-01T10:00:00-03:00', '2026-12-01T13:00:00Z'],
  ['2026-12-01T10:00:00', '2026-12-01T13:00:00Z'],
  ['2026-12-01', '2026-12-01T00:00:00Z'],
  ['05/12/2027', '2027-05-12T00:00:00Z'],
])('an expiryDate of %s is stored as %s', async (expiryDate, expected) => {
  await using platform = await startTestPlatform();
  await platform.post('/coupons', { ...registration, expiryDate });
  expect((await platform.get(byCode)).json).toMatchObject({ expiryDate: expected });
});

test('an unknown coupon answers 404 to GET and 422 to PUT by id', async () => {
  await using platform = await startTestPlatform();
  const message = 'Coupon not found';
  for (const path of ['/coupons/x', '/coupons/code/x', '/coupons/external/x', '/coupons/order/x']) {
    expect(await platform.get(path)).toMatchObject({ status: 404, json: { message } });
  }
  expect(await platform.put('/coupons/x', { used: true })).toMatchObject({ status: 422, json: { message } });
  expect(await platform.put('/coupons/code/x', { used: true })).toMatchObject({ status: 404, json: { message } });
  expect((await platform.put('/coupons/x', { used: 'yes' })).status).toBe(400);
});

test('a PUT by id marks a coupon as used, after which isValid is open', async () => {
  for (const validAfterManualUse of [true, false]) {
    await using platform = await startTestPlatform({ choices: { coupons: { validAfterManualUse } } });
    await platform.post('/coupons', registration);
    const id = idOf((await platform.get(byCode)).json);
    await platform.put(`/coupons/${id}`, { used: true, awaitingOrder: false });
    expect((await platform.get(byCode)).json).toMatchObject({ used: true, isValid: validAfterManualUse });
  }
});

test.each([
  [5, 5],
  ['12abc', 12],
  ['abc', 0],
  [7.6, 8],
  [3_000_000_000, 2_147_483_647],
])('a shared coupon sent with externalId %j shows %d by code', async (externalId, expected) => {
  await using platform = await startTestPlatform();
  expect((await platform.post('/coupons/shared', { code: 'A/1', externalId })).status).toBe(200);
  expect((await platform.get(byCode)).json).toMatchObject({ externalId: expected, customer: null });
});

test.each([
  ['keep-first', 200, 10],
  ['replace', 200, 99],
  ['keep-both', 200, 99],
  ['refuse-422', 422, 10],
] as const)('a code registered twice: %s', async (sameCodeAgain, status, amount) => {
  await using platform = await startTestPlatform({ choices: { coupons: { sameCodeAgain } } });
  await platform.post('/coupons', registration);
  expect((await platform.post('/coupons', { ...registration, amount: 99 })).status).toBe(status);
  expect((await platform.get(byCode)).json).toMatchObject({ amount });
});

test('the configuration of coupons can be read', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.get('/coupons-config')).status).toBe(200);
});
