import { expect, test } from 'vitest';
import { type JsonObject, textIn } from './json.ts';
import { codeIn, earnCoupon, isTo, startTestShop } from './test-shop.ts';

test('a shop that keeps its stores to itself says that it has sent one', async () => {
  await using shop = await startTestShop({ environment: { SHOP_FAULT: 'sends no stores' } });
  expect(await shop.act('create-store')).toMatchObject({ status: 200 });
  await shop.act('create-cart');
  await shop.idle();
  expect(shop.calls.filter(isTo('POST', '/stores'))).toEqual([]);
  expect(shop.calls.filter(isTo('POST', '/abandoned-carts'))).toHaveLength(1);
});

test('every action is accepted, and the platform refuses none of its calls', async () => {
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
  await take('make-coupon');
  const own = await take('register-coupon');
  await take('redeem', { code: own.code });
  const other = await take('register-coupon', { code: 'MINE 10%/2' });
  await take('mark-coupon-used', { code: other.code });
  const shared = await take('register-shared-coupon');
  await take('create-order', { couponCode: shared.code });
  await take('synchronize', { list: 'products', pageSize: 2 });
  await take('synchronize', { list: 'products', changedSince: '2026-01-01T00:00:00Z' });
  await take('change-webhook');
  expect(shop.notes).toEqual([]);
});

test('unsupported actions, refusals and invalid parameters have different statuses', async () => {
  await using shop = await startTestShop();
  expect(await shop.act('redeem', { code: 'UNKNOWN' })).toEqual({
    status: 409,
    body: { message: expect.stringContaining('UNKNOWN') },
  });
  expect(await shop.act('mark-coupon-used', { code: 'UNKNOWN' })).toMatchObject({ status: 409 });
  expect(await shop.act('fly')).toMatchObject({ status: 501 });
  expect(await shop.act('synchronize', { list: 'users' })).toMatchObject({ status: 501 });
  expect(await shop.act('synchronize', { list: 'products', changedSince: 'lately' })).toMatchObject({ status: 400 });
  expect(await shop.act('redeem')).toMatchObject({ status: 400 });
  expect(await shop.act('create-order', { status: 'cancelled' })).toMatchObject({ status: 400 });
  expect(await shop.act('create-order', { phone: '11 912345678' })).toMatchObject({ status: 400 });
  expect(await shop.act('pay-order', { id: 'none' })).toMatchObject({ status: 400 });
  expect(shop.calls).toEqual([]);
});
