import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Call } from '../../platform/http/call.ts';
import { type JsonObject, textIn } from './json.ts';
import { bodiesTo, startTestShop, type TestShop } from './test-shop.ts';

const internalError = { status: 500, body: { statusCode: 500, message: 'Internal server error' } };
const notFound = { status: 404, body: { message: 'Coupon not found' } };

const made = {
  type: 'fixed_cart',
  amount: 25.5,
  minPurchaseValue: 30,
  acumulative: true,
  expiryDate: '2100-01-01T00:00:00Z',
  customer: { phone: '5511987654321' },
};

const isTo = (method: string, path: string) => (call: Call) => call.method === method && call.path.startsWith(path);

const codeIn = (coupon: JsonObject | undefined): string => textIn(coupon, 'code') ?? '';

const stateFile = async (): Promise<AsyncDisposable & { file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'));
  return {
    file: join(folder, 'shop.json'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Registers the webhook and has an order bring a coupon. */
const earnCoupon = async (shop: TestShop): Promise<JsonObject> => {
  await shop.act('register-webhook');
  await shop.idle();
  await shop.act('create-order', { total: 200 });
  await vi.waitUntil(async () => (await shop.coupons()).length > 0, { timeout: 10_000 });
  await shop.idle();
  const [coupon = {}] = await shop.coupons();
  return coupon;
};

test('a paid order brings a coupon, which the next order redeems', async () => {
  await using shop = await startTestShop();
  const coupon = await earnCoupon(shop);
  const code = codeIn(coupon);
  expect(coupon).toEqual({
    code: expect.stringMatching(/^GIFT-/),
    id: expect.any(String),
    type: 'percent',
    amount: 10,
    minPurchaseValue: 0,
    combinable: false,
    expiryDate: expect.stringMatching(/Z$/),
  });
  expect(bodiesTo(shop.calls, 'PUT', `/coupons/code/${code}`)).toEqual([{ externalId: coupon.id }]);

  const redeemed = await shop.act('redeem', { code });
  await shop.idle();
  expect(redeemed).toEqual({ status: 200, body: { id: expect.any(String) } });
  expect(bodiesTo(shop.calls, 'POST', '/orders').at(-1)).toMatchObject({
    externalId: textIn(redeemed.body, 'id'),
    status: 'completed',
    couponCode: code,
  });
  expect(await shop.act('redeem', { code })).toMatchObject({ status: 501 });
  expect(shop.notes).toEqual([]);
});

test('a notification that comes again makes no second coupon', async () => {
  await using shop = await startTestShop();
  const coupon = await earnCoupon(shop);
  const { length } = shop.calls;
  const again = { code: coupon.code, id: 'x', orderId: null, companyId: 'y', extra: true };
  expect(await Promise.all([shop.notify(again), shop.notify(again)])).toEqual([204, 204]);
  await shop.act('restart');
  expect(await shop.notify(again)).toBe(204);
  await shop.idle();
  expect(await shop.coupons()).toEqual([coupon]);
  expect(shop.calls).toHaveLength(length);
});

test('a burst of the same notification makes one coupon', async () => {
  const code = 'ONCE';
  await using shop = await startTestShop({
    answer: (call) => (call.path === `/coupons/code/${code}` ? { status: 200, body: made } : undefined),
  });
  await shop.act('register-webhook');
  await shop.idle();
  const payload = { code, id: 'x', orderId: null, companyId: 'y' };
  await Promise.all(Array.from({ length: 10 }, () => shop.notify(payload)));
  await shop.idle();
  expect(await shop.coupons()).toEqual([
    expect.objectContaining({ code, type: 'fixed_cart', amount: 25.5, minPurchaseValue: 30, combinable: true }),
  ]);
  expect(shop.calls.filter(isTo('PUT', `/coupons/code/${code}`))).toHaveLength(1);
});

test('a coupon that has expired or that costs more is not redeemed', async () => {
  await using shop = await startTestShop({
    answer: ({ path }) => {
      if (path === '/coupons/code/OLD') return { status: 200, body: { ...made, expiryDate: '2020-01-01T00:00:00Z' } };
      return path === '/coupons/code/DEAR' ? { status: 200, body: { ...made, minPurchaseValue: 500 } } : undefined;
    },
  });
  await shop.act('register-webhook');
  await shop.idle();
  for (const code of ['OLD', 'DEAR']) await shop.notify({ code, id: 'x', orderId: null, companyId: 'y' });
  await shop.idle();
  expect(await shop.act('redeem', { code: 'OLD' })).toMatchObject({ status: 501 });
  expect(await shop.act('create-order', { couponCode: 'DEAR', total: 499 })).toMatchObject({ status: 501 });
  expect(await shop.act('redeem', { code: 'DEAR' })).toMatchObject({ status: 200 });
  await shop.idle();
  expect(bodiesTo(shop.calls, 'POST', '/orders')).toEqual([
    expect.objectContaining({ couponCode: 'DEAR', total: 500 }),
  ]);
});

test('a coupon that is gone when it is looked up is left alone', async () => {
  await using shop = await startTestShop({
    answer: (call) => (isTo('GET', '/coupons/code/')(call) ? notFound : undefined),
  });
  await shop.act('register-webhook');
  await shop.idle();
  expect(await shop.notify({ code: 'GONE', id: 'x', orderId: null, companyId: 'y' })).toBe(204);
  await shop.idle();
  expect(await shop.coupons()).toEqual([]);
  expect(shop.calls.filter(isTo('PUT', '/coupons'))).toEqual([]);
  expect(await shop.notify({ code: 'GONE TOO', id: 'x', orderId: null, companyId: 'y' })).toBe(204);
});

test('a lookup that fails is tried again', async () => {
  await using shop = await startTestShop({
    answer: (call, count) => (isTo('GET', '/coupons/code/')(call) && count < 3 ? internalError : undefined),
  });
  expect(codeIn(await earnCoupon(shop))).toMatch(/^GIFT-/);
});

test('an order that was answered with 500 is sent again under the same id', async () => {
  await using shop = await startTestShop({
    answer: (call, count) => (isTo('POST', '/orders')(call) && count <= 2 ? internalError : undefined),
  });
  const { body } = await shop.act('create-order');
  await shop.idle();
  const sent = bodiesTo(shop.calls, 'POST', '/orders');
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(sent[0]?.externalId).toBe(textIn(body, 'id'));
  expect(shop.calls.filter(isTo('GET', `/orders/external/${textIn(body, 'id')}`))).toHaveLength(1);
});

test('an order whose answer is lost is sent again under the same id', async () => {
  await using shop = await startTestShop({
    environment: { PLATFORM_TIMEOUT_MS: '100' },
    answer: (call, count) => (isTo('POST', '/orders')(call) && count === 1 ? new Promise(() => {}) : undefined),
  });
  await shop.act('create-order', { status: 'on-hold' });
  await shop.idle();
  const [first, second, ...more] = bodiesTo(shop.calls, 'POST', '/orders');
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});

test('a platform that stays away is asked six times', async () => {
  await using shop = await startTestShop({
    answer: (call) => (isTo('POST', '/stores')(call) ? internalError : undefined),
  });
  await shop.act('create-store');
  await shop.idle();
  expect(shop.calls.filter(isTo('POST', '/stores'))).toHaveLength(6);
  expect(shop.notes).toEqual([expect.stringMatching(/^store .* has to wait: 500/)]);
});

test('a list is read again when a record has moved to a page that was read', async () => {
  const pages = [['a', 'b'], ['b'], ['a', 'b'], ['c']];
  await using shop = await startTestShop({
    answer: (call, count) =>
      isTo('GET', '/products')(call)
        ? {
            status: 200,
            body: {
              pagination: { page: 1, pageSize: 2, totalRecords: 3, totalPages: 2 },
              data: (pages[count - 1] ?? []).map((id) => ({ id })),
            },
          }
        : undefined,
  });
  await shop.act('synchronise', { list: 'products', since: '2026-01-01T00:00:00-03:00', pageSize: 2 });
  await shop.idle();
  expect(shop.calls.map(({ query }) => Object.fromEntries(query))).toEqual(
    ['1', '2', '1', '2'].map((page) => ({ after: '2026-01-01T03:00:00.000Z', page, pageSize: '2' })),
  );
  expect(shop.notes).toEqual([]);
});

test.each([400, 422])('an order that was refused with %d is not sent again', async (status) => {
  await using shop = await startTestShop({
    answer: (call) => (isTo('POST', '/orders')(call) ? { status, body: { message: 'no' } } : undefined),
  });
  await shop.act('create-order');
  await shop.idle();
  expect(shop.calls.filter(isTo('POST', '/orders'))).toHaveLength(1);
  expect(shop.notes).toEqual([expect.stringContaining(`refused: ${status}`)]);
});

test('what a start finds unfinished is finished, and what is done stays done', async () => {
  await using state = await stateFile();
  let isDown = true;
  await using shop = await startTestShop({
    environment: { SHOP_STATE: state.file },
    answer: (call) => (isDown && !isTo('POST', '/webhooks')(call) ? internalError : undefined),
  });
  await shop.act('register-webhook');
  await shop.idle();
  const { body } = await shop.act('create-order', { status: 'on-hold' });
  await shop.act('create-store');
  const id = textIn(body, 'id');
  expect(await shop.notify({ code: 'X', id: 'x', orderId: null, companyId: 'y' })).toBe(204);
  await shop.idle();
  isDown = false;
  await shop.act('restart');
  await shop.idle();
  expect(bodiesTo(shop.calls, 'POST', '/orders').at(-1)).toMatchObject({ externalId: id, status: 'on-hold' });
  await shop.act('cancel-order', { id });
  await shop.idle();
  expect(shop.calls.findLast(isTo('PUT', '/orders/'))?.path).not.toContain(id);
  const { length } = shop.calls;
  await shop.act('restart');
  await shop.act('register-webhook');
  await shop.idle();
  expect(shop.calls).toHaveLength(length);
});

test('a state file of another address changes the registration in place of adding one', async () => {
  await using state = await stateFile();
  await writeFile(
    state.file,
    JSON.stringify({
      lastNumber: 1,
      registration: { id: 'r', url: 'http://old', bearerToken: 'b', platformId: 'p', isRegistered: true },
      customers: {},
      orders: {},
      errands: {},
      jobs: {},
      coupons: [],
      products: {},
    }),
  );
  await using shop = await startTestShop({ environment: { SHOP_STATE: state.file } });
  await shop.idle();
  expect(bodiesTo(shop.calls, 'PUT', '/webhooks/p')).toEqual([
    { event: 'coupon_create', targetUrl: `${shop.url}/webhook`, bearerToken: 'b' },
  ]);
});

test('a notification without the bearer that was registered is refused', async () => {
  await using shop = await startTestShop();
  await shop.act('register-webhook');
  await shop.idle();
  const payload = { code: 'A', id: 'x', orderId: null, companyId: 'y' };
  expect(await shop.notify(payload, '')).toBe(401);
  expect(await shop.notify(payload, 'Bearer wrong')).toBe(401);
  expect(await shop.notify(payload, `bearer ${shop.bearer()}`)).toBe(401);
  expect(await shop.notify({ id: 'x' })).toBe(400);
  expect(await shop.notify(payload)).toBe(204);
});

test('every action is taken, and the platform refuses none of its calls', async () => {
  await using shop = await startTestShop();
  const code = codeIn(await earnCoupon(shop));
  const take = async (action: string, parameters: JsonObject = {}): Promise<JsonObject> => {
    const { status, body } = await shop.act(action, parameters);
    expect([action, status, body]).toEqual([action, 200, expect.objectContaining({ id: expect.any(String) })]);
    await shop.idle();
    return { id: textIn(body, 'id'), code: textIn(body, 'code') };
  };
  const customer = await take('create-customer');
  await take('update-customer', { id: customer.id });
  for (const action of ['create-product', 'create-store', 'create-cart', 'read-coupons-config']) await take(action);
  for (const status of ['on-hold', 'processing', 'canceled']) await take('create-order', { status });
  const order = await take('create-order', { status: 'on-hold', phone: '+5511912345678', total: 70 });
  await take('create-order', { id: order.id });
  await take('redeem', { code, id: order.id });
  await take('pay-order', { id: order.id });
  await take('cancel-order', { id: order.id });
  const own = await take('register-coupon');
  await take('redeem', { code: own.code });
  const other = await take('register-coupon', { code: 'MINE 10%/2' });
  await take('lower-coupon', { code: other.code });
  const shared = await take('register-shared-coupon');
  await take('create-order', { couponCode: shared.code });
  await take('synchronise', { list: 'products', pageSize: 2 });
  expect(shop.notes).toEqual([]);
});

test('what the shop cannot do and what means nothing are told apart', async () => {
  await using shop = await startTestShop();
  expect(await shop.act('redeem', { code: 'UNKNOWN' })).toMatchObject({
    status: 501,
    body: { told: expect.stringContaining('UNKNOWN') },
  });
  expect(await shop.act('fly')).toMatchObject({ status: 501 });
  expect(await shop.act('synchronise', { list: 'users' })).toMatchObject({ status: 501 });
  expect(await shop.act('redeem')).toMatchObject({ status: 400 });
  expect(await shop.act('create-order', { status: 'cancelled' })).toMatchObject({ status: 400 });
  expect(await shop.act('create-order', { phone: '11 912345678' })).toMatchObject({ status: 400 });
  expect(await shop.act('pay-order', { id: 'none' })).toMatchObject({ status: 400 });
  expect(shop.calls).toEqual([]);
});
