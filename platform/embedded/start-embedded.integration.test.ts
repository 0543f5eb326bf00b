import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { profileAsJson } from '../../fixtures/profile/profile-as-json.ts';
import { bodiesOf } from '../../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { companySeeds, flowsByCompany } from './companies.ts';
import { type DialectName, dialects } from './dialect.ts';
import { startEmbedded } from './start-embedded.ts';

const send = (profile: Profile, method: string, path: string, body?: object): Promise<Response> => {
  const [company] = profile.companies;
  if (!company) throw new Error('the embedded profile has companies');
  return fetch(profile.baseUrl + path, {
    method,
    headers: { ...credentialHeaders(profile, company), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
};

const names: DialectName[] = ['plain', 'foreign'];

test.for(names)('the platform accepts what the %s profile declares', async (dialect) => {
  await using target = await startEmbedded({ dialect });
  const { profile } = target;
  const { resources } = profile;
  const bodies = bodiesOf(profile);
  const phone = '+5511987650001';
  const person = { phone, externalId: 'c', firstName: 'A', lastName: 'B', email: 'a@b.example' };
  const creations: [path: string | undefined, body: object][] = [
    [resources.customers ? resources.customers.create?.path : undefined, bodies.customer(person)],
    [resources.products ? resources.products.create?.path : undefined, bodies.product({ name: 'P', externalId: 'p' })],
    [resources.stores ? resources.stores.create?.path : undefined, bodies.store({ name: 'S', externalId: 's' })],
    [
      resources.abandonedCarts ? resources.abandonedCarts.create?.path : undefined,
      bodies.cart({ phone, externalId: 'a' }),
    ],
    ['/orders', bodies.order({ externalId: 'o', status: 'on-hold', phone, total: 10 })],
    ['/coupons/shared', bodies.sharedCoupon({ externalId: 1, code: 'SHARED' })],
    ['/webhooks', bodies.webhook({ url: 'http://127.0.0.1:1/in' })],
  ];
  for (const [path, body] of creations) {
    expect([path, (await send(profile, 'POST', path ?? '/undeclared', body)).status]).toEqual([path, 200]);
  }
  for (const [name, declared] of Object.entries(resources)) {
    if (typeof declared !== 'object' || !('list' in declared)) continue;
    const list = await send(profile, 'GET', `${declared.list}?after=2020-01-01T00:00:00Z&page=1&pageSize=1`);
    expect([name, list.status]).toEqual([name, 200]);
  }
});

test('the foreign dialect shares no name with the plain one that the document leaves open', () => {
  const { plain, foreign } = dialects;
  expect(foreign.accessHeader).not.toBe(plain.accessHeader);
  for (const resource of ['customers', 'stores', 'abandonedCarts'] as const) {
    expect([resource, foreign.resources[resource]]).not.toEqual([resource, plain.resources[resource]]);
  }
  expect(JSON.stringify(foreign.resources)).not.toMatch(/targetUrl|"address"|"total"/);
});

test('every company has the flows that the profile declares for it, and users that exist', async () => {
  await using target = await startEmbedded();
  expect(target.profile.companies.map(({ name, flows }) => [name, flows])).toEqual(Object.entries(flowsByCompany));
  expect(companySeeds.map(({ name }) => name)).toEqual(Object.keys(flowsByCompany));
  const [main] = target.profile.companies;
  for (const { id, email } of (main?.users?.disposable ?? []).slice(0, 2)) {
    expect(await (await send(target.profile, 'GET', `/users/${id}`)).json()).toMatchObject({ id, email });
  }
  expect(main?.users?.known?.id).not.toBe(main?.users?.disposable?.[0]?.id);
});

test('the secrets are the credentials of the target, and each start has new ones', async () => {
  await using one = await startEmbedded();
  await using other = await startEmbedded();
  expect(one.secrets.map(({ env }) => env)).toEqual([
    'SELO_ACCESS_KEY',
    ...one.profile.companies.map(({ name }) => `SELO_TOKEN_${name.toUpperCase()}`),
  ]);
  const values = [...one.secrets, ...other.secrets].map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  const foreign = { ...one.profile, accessHeader: other.profile.accessHeader };
  expect((await send(foreign, 'GET', '/coupons-config')).status).toBe(403);
});

test('profile and platform keep the same time', async () => {
  await using usual = await startEmbedded();
  // ten attempts, 1,022 documented seconds, in a few real ones
  expect(usual.profile.timeScale * 1022).toBeLessThan(5);
  await using real = await startEmbedded({ policy: { timeScale: 1 } });
  expect(real.profile.timeScale).toBe(1);
});

test('options go through to the platform, and the dialect’s choices stay beside them', async () => {
  await using target = await startEmbedded({
    dialect: 'foreign',
    choices: { requests: { badTokenStatus: 404 } },
    wrap: (handle) => async (call) => ({ ...(await handle(call)), headers: { 'x-wrapped': 'yes' } }),
  });
  const { profile } = target;
  const good = await send(profile, 'GET', '/api/v1/orders?after=2020-01-01T00:00:00Z&page=1&pageSize=1');
  expect([good.status, good.headers.get('x-wrapped')]).toEqual([200, 'yes']);
  const companies = profile.companies.map((company) => ({ ...company, token: { env: 'T', value: 'wrong' } }));
  expect((await send({ ...profile, companies }, 'GET', '/coupons-config')).status).toBe(404);
});

test.for(names)('the %s profile survives being written to a file and loaded again', async (dialect) => {
  await using folder = await temporaryFolder();
  await using target = await startEmbedded({ dialect });
  const text = profileAsJson(target.profile);
  for (const { value } of target.secrets) expect(text).not.toContain(value);
  const file = join(folder.path, 'profile.json');
  await writeFile(file, text);
  const environment = Object.fromEntries(target.secrets.map(({ env, value }) => [env, value]));
  const loaded = await loadProfile(file, {}, environment);
  expect(loaded.profile).toEqual(target.profile);
  expect(loaded.secrets).toEqual(target.secrets);
});
