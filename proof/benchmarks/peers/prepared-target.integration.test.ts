import { expect, test } from 'vitest';
import { portmanConfig } from './portman-config.ts';
import { readDescription, startPrepared, withValues } from './prepared-target.ts';

test('every example that stands for a value of the platform gets one', async () => {
  await using prepared = await startPrepared({});
  const text = withValues(await readDescription(), prepared.values);
  expect(text.match(/example: SELO_[A-Z_]+/g)).toBeNull();
});

test('the records that the examples name are there', async () => {
  await using prepared = await startPrepared({});
  const { profile } = prepared.target;
  const headers = {
    authorization: `Bearer ${prepared.tokens.owner}`,
    [profile.accessHeader.name]: profile.accessHeader.value.value,
  };
  const statusOf = async (path: string) => (await fetch(profile.baseUrl + path, { headers })).status;
  for (const [path, name] of [
    ['customers', 'SELO_OTHER_CUSTOMER'],
    ['products', 'SELO_PRODUCT'],
    ['orders', 'SELO_ORDER'],
    ['abandoned-carts', 'SELO_CART'],
    ['stores', 'SELO_OTHER_STORE'],
    ['coupons', 'SELO_COUPON'],
    ['users', 'SELO_KNOWN_USER'],
  ] as const) {
    expect([path, await statusOf(`/${path}/${prepared.values.get(name)}`)]).toEqual([path, 200]);
  }
  expect(await statusOf(`/coupons/order/${prepared.values.get('SELO_ORDER')}`)).toBe(200);
});

test('every operation that the configuration of Portman names is described', async () => {
  const described = new Set((await readDescription()).match(/(?<=operationId: )\w+(?=\n)/g));
  const named = JSON.stringify(portmanConfig).match(/(?<="openApiOperationId":")\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((operationId) => !described.has(operationId))).toEqual([]);
});
