import { expect, test, vi } from 'vitest';
import { textIn } from './json.ts';
import {
  bodiesTo,
  codeIn,
  earnCoupon,
  isTo,
  noticeOf,
  startRegisteredShop,
  startTestShop,
  type TestShop,
} from './test-shop.ts';

const notFound = { status: 404, body: { message: 'Coupon not found' } };

const made = {
  type: 'fixed_cart',
  amount: 25.5,
  minPurchaseValue: 30,
  acumulative: true,
  expiryDate: '2100-01-01T00:00:00Z',
  customer: { phone: '5511987654321' },
};

const oddCodes = ['GiftBack-1A2B', 'VOLTE 10%/1A2B', 'Sábado?#&+1'];

/** Gives the shop a single coupon with that code. */
const notified = async (code: string, environment: Record<string, string> = {}): Promise<TestShop> => {
  const path = `/coupons/code/${encodeURIComponent(code)}`;
  const shop = await startRegisteredShop({
    environment,
    answer: (call) => {
      if (!isTo('GET', '/coupons/')(call)) return call.path === path ? { status: 200, body: {} } : undefined;
      return call.path === path ? { status: 200, body: made } : notFound;
    },
  });
  await shop.notify(noticeOf(code));
  await shop.idle();
  return shop;
};

test('a paid order earns a coupon, which the next order redeems', async () => {
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
    phone: expect.stringMatching(/^\+55119\d{8}$/),
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
  expect(await shop.act('redeem', { code })).toMatchObject({ status: 409 });
  expect(shop.notes).toEqual([]);
});

test('a repeated notification makes no second coupon', async () => {
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
  await using shop = await startRegisteredShop({
    answer: (call) => (call.path === `/coupons/code/${code}` ? { status: 200, body: made } : undefined),
  });
  await Promise.all(Array.from({ length: 10 }, () => shop.notify(noticeOf(code))));
  await shop.idle();
  expect(await shop.coupons()).toEqual([
    expect.objectContaining({ code, type: 'fixed_cart', amount: 25.5, minPurchaseValue: 30, combinable: true }),
  ]);
  expect(shop.calls.filter(isTo('PUT', `/coupons/code/${code}`))).toHaveLength(1);
});

test('a coupon that has expired or that costs more is not redeemed', async () => {
  await using shop = await startRegisteredShop({
    answer: ({ path }) => {
      if (path === '/coupons/code/OLD') return { status: 200, body: { ...made, expiryDate: '2020-01-01T00:00:00Z' } };
      return path === '/coupons/code/DEAR' ? { status: 200, body: { ...made, minPurchaseValue: 500 } } : undefined;
    },
  });
  for (const code of ['OLD', 'DEAR']) await shop.notify(noticeOf(code));
  await shop.idle();
  const refused = { status: 409, body: { message: expect.any(String) } };
  expect(await shop.act('redeem', { code: 'OLD' })).toEqual(refused);
  expect(await shop.act('create-order', { couponCode: 'DEAR', total: 499 })).toEqual(refused);
  expect(await shop.act('redeem', { code: 'DEAR', total: 499 })).toEqual(refused);
  expect(await shop.act('redeem', { code: 'DEAR', total: 510 })).toMatchObject({ status: 200 });
  await shop.idle();
  expect(bodiesTo(shop.calls, 'POST', '/orders')).toEqual([
    expect.objectContaining({ couponCode: 'DEAR', total: 510 }),
  ]);
});

test('a coupon is redeemed by an order of its minimum purchase if no total is given', async () => {
  await using shop = await startRegisteredShop({
    answer: ({ path }) =>
      path === '/coupons/code/DEAR' ? { status: 200, body: { ...made, minPurchaseValue: 500 } } : undefined,
  });
  await shop.notify(noticeOf('DEAR'));
  await shop.idle();
  await shop.act('redeem', { code: 'DEAR' });
  await shop.idle();
  expect(bodiesTo(shop.calls, 'POST', '/orders')).toEqual([expect.objectContaining({ total: 500 })]);
});

test('a shop that ignores the expiry says that its coupons never expire', async () => {
  await using shop = await startTestShop({ environment: { SHOP_FAULT: 'ignores the expiry' } });
  expect(await earnCoupon(shop)).toMatchObject({ expiryDate: null });
});

test.each(oddCodes)(
  'a coupon with the code %s is looked up, identified, kept and redeemed by its code',
  async (code) => {
    await using shop = await notified(code);
    const coupons = await shop.coupons();
    expect(coupons).toEqual([expect.objectContaining({ code })]);
    expect(bodiesTo(shop.calls, 'PUT', `/coupons/code/${encodeURIComponent(code)}`)).toEqual([
      { externalId: coupons[0]?.id },
    ]);
    expect(await shop.act('redeem', { code })).toMatchObject({ status: 200 });
    await shop.idle();
    expect(bodiesTo(shop.calls, 'POST', '/orders')).toEqual([expect.objectContaining({ couponCode: code })]);
  },
);

test.each(oddCodes)('a coupon with the code %s is redeemed on an existing order', async (code) => {
  await using shop = await notified(code);
  const { body } = await shop.act('create-order', { status: 'on-hold' });
  const id = textIn(body, 'id');
  expect(await shop.act('redeem', { code, id })).toMatchObject({ status: 200, body: { id } });
  await shop.idle();
  const change = shop.calls.findLast(isTo('PUT', '/orders/'));
  expect(JSON.parse(change?.body ?? '')).toMatchObject({ couponCode: code });
});

test('a code that is not escaped in a path finds no coupon', async () => {
  await using shop = await notified('VOLTE 10%/1A2B', { SHOP_FAULT: 'codes unescaped in paths' });
  expect(await shop.coupons()).toEqual([]);
});

test('a coupon that the lookup does not find is not made', async () => {
  await using shop = await startRegisteredShop({
    answer: (call) => (isTo('GET', '/coupons/code/')(call) ? notFound : undefined),
  });
  expect(await shop.notify(noticeOf('GONE'))).toBe(204);
  await shop.idle();
  expect(await shop.coupons()).toEqual([]);
  expect(shop.calls.filter(isTo('PUT', '/coupons'))).toEqual([]);
  expect(await shop.notify(noticeOf('GONE TOO'))).toBe(204);
});

test('a shop that forgets a notification makes a second coupon when it is repeated', async () => {
  await using shop = await startTestShop({ environment: { SHOP_FAULT: 'second coupon after a while' } });
  const { code } = await earnCoupon(shop);
  const again = noticeOf(code);
  await vi.waitUntil(
    async () => {
      await shop.notify(again);
      await shop.idle();
      return (await shop.coupons()).length > 1;
    },
    { timeout: 60_000 },
  );
});
