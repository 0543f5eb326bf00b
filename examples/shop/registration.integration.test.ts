import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textIn } from './json.ts';
import { emptyState } from './state.ts';
import {
  bodiesTo,
  earnCoupon,
  internalError,
  isTo,
  noticeOf,
  startRegisteredShop,
  startTestShop,
} from './test-shop.ts';

const notice = noticeOf('A');

const stateFile = async (): Promise<AsyncDisposable & { file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'));
  return {
    file: join(folder, 'shop.json'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};

test('a start finishes unfinished work and repeats no finished work', async () => {
  await using state = await stateFile();
  let isDown = true;
  await using shop = await startRegisteredShop({
    environment: { SHOP_STATE: state.file },
    answer: (call) => (isDown && !isTo('POST', '/webhooks')(call) ? internalError : undefined),
  });
  const { body } = await shop.act('create-order', { status: 'on-hold' });
  await shop.act('create-store');
  const id = textIn(body, 'id');
  expect(await shop.notify(noticeOf('X'))).toBe(204);
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

test('a state file with another URL changes the registration and adds none', async () => {
  await using state = await stateFile();
  await writeFile(
    state.file,
    JSON.stringify({
      ...emptyState(0),
      registration: { id: 'r', url: 'http://old', bearerToken: 'b', platformId: 'p', isRegistered: true },
    }),
  );
  await using shop = await startTestShop({ environment: { SHOP_STATE: state.file } });
  await shop.idle();
  expect(bodiesTo(shop.calls, 'PUT', '/webhooks/p')).toEqual([
    { event: 'coupon_create', targetUrl: `${shop.url}/webhook`, bearerToken: 'b' },
  ]);
});

test('a notification without the bearer that was registered is refused', async () => {
  await using shop = await startRegisteredShop();
  expect(await shop.notify(notice, '')).toBe(401);
  expect(await shop.notify(notice, 'Bearer wrong')).toBe(401);
  expect(await shop.notify(notice, `bearer ${shop.bearer()}`)).toBe(401);
  expect(await shop.notify({ id: 'x' })).toBe(400);
  expect(await shop.notify(notice)).toBe(204);
});

test('during a change of the registration, the old and the new bearer are accepted', async () => {
  const answered = Promise.withResolvers<{ status: number; body: object }>();
  const asked = Promise.withResolvers<void>();
  await using shop = await startRegisteredShop({
    answer(call) {
      if (!isTo('PUT', '/webhooks/')(call)) return undefined;
      asked.resolve();
      return answered.promise;
    },
  });
  const former = shop.bearer();
  expect(await shop.act('change-webhook')).toEqual({ status: 200, body: { id: expect.any(String) } });
  await asked.promise;
  const bearer = shop.bearer();
  expect(bearer).not.toBe(former);
  expect(await shop.notify(notice, `Bearer ${former}`)).toBe(204);
  // the platform may use the bearer before its response has arrived
  expect(await shop.notify(notice, `Bearer ${bearer}`)).toBe(204);
  expect(await shop.act('change-webhook')).toMatchObject({ status: 409 });
  answered.resolve({ status: 200, body: {} });
  await shop.idle();
  expect(await shop.notify(notice, `Bearer ${former}`)).toBe(401);
  expect(await shop.notify(notice, `Bearer ${bearer}`)).toBe(204);
});

test('a changed registration stays the only one, and its new bearer is accepted', async () => {
  await using shop = await startRegisteredShop();
  await shop.act('change-webhook');
  await shop.idle();
  await shop.act('restart');
  await earnCoupon(shop);
  expect(shop.calls.filter(isTo('POST', '/webhooks'))).toHaveLength(1);
  expect(shop.calls.filter(isTo('PUT', '/webhooks/'))).toHaveLength(1);
  expect(bodiesTo(shop.calls, 'POST', '/webhooks')).toEqual([
    expect.objectContaining({ targetUrl: `${shop.url}/webhook` }),
  ]);
  expect(shop.notes).toEqual([]);
});

test('a refused change keeps the old bearer', async () => {
  await using shop = await startRegisteredShop({
    environment: { SHOP_FAULT: 'changes its registration by another id' },
  });
  const former = shop.bearer();
  await shop.act('change-webhook');
  await shop.idle();
  expect(shop.notes).toEqual([expect.stringContaining('the webhook is not registered: 404')]);
  expect(await shop.notify(notice, `Bearer ${former}`)).toBe(204);
  expect(await shop.notify(notice)).toBe(401);
});

test('a change that a restart interrupted is sent again', async () => {
  let isDown = true;
  await using shop = await startRegisteredShop({
    answer: (call) => (isDown && isTo('PUT', '/webhooks/')(call) ? internalError : undefined),
  });
  const former = shop.bearer();
  await shop.act('change-webhook');
  await shop.idle();
  isDown = false;
  expect(await shop.notify(notice, `Bearer ${former}`)).toBe(204);
  await shop.act('restart');
  await shop.idle();
  expect(await shop.notify(notice, `Bearer ${former}`)).toBe(401);
  expect(await shop.notify(notice)).toBe(204);
});

test.each([
  ['nothing', false],
  ['a registration whose id it was not given', true],
])('with %s the shop cannot change its registration', async (_, isRegistered) => {
  await using shop = await startTestShop({
    answer: (call) => (isTo('POST', '/webhooks')(call) ? { status: 200, body: {} } : undefined),
  });
  if (isRegistered) await shop.act('register-webhook');
  await shop.idle();
  expect(await shop.act('change-webhook')).toMatchObject({ status: 501 });
});
