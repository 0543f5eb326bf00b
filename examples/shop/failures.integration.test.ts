import { expect, test } from 'vitest';
import { textIn } from './json.ts';
import { bodiesTo, codeIn, earnCoupon, internalError, isTo, startTestShop } from './test-shop.ts';

test('a failed lookup is retried', async () => {
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
    environment: { PLATFORM_TIMEOUT_MS: '1000' },
    answer: (call, count) => (isTo('POST', '/orders')(call) && count === 1 ? new Promise(() => {}) : undefined),
  });
  await shop.act('create-order', { status: 'on-hold' });
  await shop.idle();
  const [first, second, ...more] = bodiesTo(shop.calls, 'POST', '/orders');
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});

test('a call that always fails is sent six times', async () => {
  await using shop = await startTestShop({
    answer: (call) => (isTo('POST', '/stores')(call) ? internalError : undefined),
  });
  await shop.act('create-store');
  await shop.idle();
  expect(shop.calls.filter(isTo('POST', '/stores'))).toHaveLength(6);
  expect(shop.notes).toEqual([expect.stringMatching(/^store .* has to wait: 500/)]);
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
