import { expect, test } from 'vitest';
import { startPlatform } from './start-platform.ts';

test('by default a platform has one company with a token and a history', async () => {
  await using platform = await startPlatform();
  const headers = { authorization: `Bearer ${platform.companies[0]?.token}`, 'service-access': platform.accessKey };
  const url = `${platform.baseUrl}/products?after=2020-01-01&page=1&pageSize=1`;
  expect(await (await fetch(url, { headers })).json()).toMatchObject({ pagination: { totalRecords: 144 } });
});

test('two starts have the same history', async () => {
  const ids = async () => {
    await using platform = await startPlatform({ choices: { lists: { order: 'oldest-first' } } });
    const headers = { authorization: `Bearer ${platform.companies[0]?.token}`, 'service-access': platform.accessKey };
    const url = `${platform.baseUrl}/products?after=2020-01-01&page=1&pageSize=50`;
    const { data } = Object(await (await fetch(url, { headers })).json());
    return data.map(({ id, name }: { id: string; name: string }) => [id, name]);
  };
  expect(await ids()).toEqual(await ids());
});

test('a policy or choice that does not exist is refused', async () => {
  const policy: object = { pages: { maximumPageSize: 51 } };
  await expect(startPlatform({ policy })).rejects.toThrow('policy.pages.maximumPageSize does not exist');
});

test('two companies with one token are refused', async () => {
  const companies = [
    { name: 'A', token: 'same' },
    { name: 'B', token: 'same' },
  ];
  await expect(startPlatform({ companies })).rejects.toMatchObject({ name: 'CompanyTaken' });
});

test('a closed platform does not answer', async () => {
  const platform = await startPlatform();
  await platform[Symbol.asyncDispose]();
  await expect(fetch(platform.baseUrl)).rejects.toThrow('fetch failed');
});
