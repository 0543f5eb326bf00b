import { expect, test } from 'vitest';
import { startTestPlatform } from '../test-platform.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function idOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
}

test('a write repeats the body without id, and a GET shows what was stored', async () => {
  await using platform = await startTestPlatform();
  const sent = { phone: '+55 11 91234-5678', firstName: 'Ana', unknownField: 1 };
  const written = await platform.post('/customers', sent);
  expect([written.status, written.json]).toEqual([200, sent]);
  const stored = (await platform.get('/customers/phone/5511912345678')).json;
  expect(stored).toMatchObject({ phone: '5511912345678', firstName: 'Ana', externalId: null });
  expect(stored).not.toHaveProperty('unknownField');
  expect(idOf(stored)).toMatch(uuid);
});

test.each([
  ['stored', true, { name: 'A', id: expect.stringMatching(uuid) }],
  ['empty-object', false, {}],
] as const)('a write may answer %s', async (writes, writesCarryId, expected) => {
  await using platform = await startTestPlatform({ choices: { answers: { writes, writesCarryId } } });
  expect((await platform.post('/stores', { name: 'A' })).json).toMatchObject(expected);
});

test('a customer is found by id, externalId and phone, changed and removed', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/customers', { phone: '+5511900000001', externalId: 'c/1', email: 'a@example.com' });
  const id = idOf((await platform.get('/customers/phone/%2B5511900000001')).json);
  await platform.put(`/customers/${id}`, { firstName: 'Bia' });
  const changed = (await platform.get(`/customers/external/${encodeURIComponent('c/1')}`)).json;
  expect(changed).toMatchObject({ id, firstName: 'Bia', email: 'a@example.com' });
  const removed = await platform.remove(`/customers/${id}`);
  expect([removed.status, removed.json]).toEqual([200, { result: true }]);
  expect((await platform.get(`/customers/${id}`)).status).toBe(422);
});

test('an unknown customer answers 422 to GET and 404 to PUT and DELETE', async () => {
  await using platform = await startTestPlatform();
  for (const path of ['/customers/x', '/customers/external/x', '/customers/phone/1']) {
    expect(await platform.get(path)).toMatchObject({ status: 422, json: { message: 'Customer not found' } });
  }
  const unknown = { status: 404, json: { message: 'Customer not found' } };
  expect(await platform.put('/customers/x', { firstName: 'A' })).toMatchObject(unknown);
  expect(await platform.remove('/customers/x')).toMatchObject(unknown);
});

test.each([
  [
    '/customers',
    { phone: '1', firstName: 'Old' },
    { phone: '1', firstName: 'New' },
    '/customers/phone/1',
    { firstName: 'Old' },
  ],
  ['/products', { name: 'P', price: 1 }, { name: 'P', price: 2 }, '/products/name/P', { price: 1 }],
] as const)('%s sent again stays as it is', async (path, first, again, lookup, expected) => {
  await using platform = await startTestPlatform();
  await platform.post(path, first);
  const id = idOf((await platform.get(lookup)).json);
  expect((await platform.post(path, again)).status).toBe(200);
  expect((await platform.get(lookup)).json).toMatchObject({ id, ...expected });
  const list = await platform.get(`${path}?after=2020-01-01T00:00:00Z&page=1&pageSize=50`);
  expect(list.json).toMatchObject({ pagination: { totalRecords: 1 } });
});

test('products of one name and two providers are two, and one sent without provider is a third', async () => {
  await using platform = await startTestPlatform();
  for (const provider of ['one', 'two', 'one', undefined]) await platform.post('/products', { name: 'P', provider });
  const list = await platform.get('/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
  expect(list.json).toMatchObject({ pagination: { totalRecords: 3 } });
});

test('a product without provider may be the one of any provider', async () => {
  await using platform = await startTestPlatform({ choices: { products: { withoutProvider: 'any-provider' } } });
  for (const provider of ['one', undefined]) await platform.post('/products', { name: 'P', provider });
  const list = await platform.get('/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
  expect(list.json).toMatchObject({ pagination: { totalRecords: 1 } });
});

const byExternalId = [
  ['/stores', { name: 'S' }, 'Store not found'],
  ['/abandoned-carts', { customer: { phone: '1' } }, 'Abandoned Cart not found'],
  ['/orders', { status: 'on-hold', customer: { phone: '1', address: 'x' } }, 'Order not found'],
] as const;

test.each(byExternalId)('%s with one externalId are one record, without it each is its own', async (path, body) => {
  await using platform = await startTestPlatform();
  for (const externalId of ['same', 'same', undefined, undefined]) await platform.post(path, { ...body, externalId });
  const list = await platform.get(`${path}?after=2020-01-01T00:00:00Z&page=1&pageSize=50`);
  expect(list.json).toMatchObject({ pagination: { totalRecords: 3 } });
});

test.each(byExternalId)('%s are found, changed and removed', async (path, body, message) => {
  await using platform = await startTestPlatform();
  await platform.post(path, { ...body, externalId: 'mine' });
  const id = idOf((await platform.get(`${path}/external/mine`)).json);
  expect((await platform.put(`${path}/${id}`, { externalId: 'yours' })).status).toBe(200);
  expect((await platform.get(`${path}/${id}`)).json).toMatchObject({ id, externalId: 'yours' });
  expect(await platform.remove(`${path}/${id}`)).toMatchObject({ status: 200, json: { result: true } });
  for (const gone of [`${path}/${id}`, `${path}/external/yours`]) {
    expect(await platform.get(gone)).toMatchObject({ status: 404, json: { message } });
  }
  expect(await platform.remove(`${path}/${id}`)).toMatchObject({ status: 404, json: { message } });
});

test('an unknown product answers 404 on every lookup', async () => {
  await using platform = await startTestPlatform();
  for (const path of ['/products/x', '/products/external/x', '/products/name/x']) {
    expect(await platform.get(path)).toMatchObject({ status: 404, json: { message: 'Product not found' } });
  }
});

test('logical deletion brings a record back under its old id, physical deletion does not', async () => {
  for (const [deletion, isSame] of [
    ['logical', true],
    ['physical', false],
  ] as const) {
    await using platform = await startTestPlatform({ choices: { records: { deletion } } });
    await platform.post('/stores', { name: 'S', externalId: 's' });
    const id = idOf((await platform.get('/stores/external/s')).json);
    await platform.remove(`/stores/${id}`);
    expect((await platform.get('/stores/external/s')).status).toBe(404);
    await platform.post('/stores', { name: 'S', externalId: 's' });
    expect(idOf((await platform.get('/stores/external/s')).json) === id).toBe(isSame);
  }
});

test('a full PUT needs what the POST needs and resets what it leaves out', async () => {
  await using platform = await startTestPlatform({ choices: { records: { puts: 'full' } } });
  await platform.post('/products', { name: 'P', provider: 'one', price: 3 });
  const id = idOf((await platform.get('/products/name/P')).json);
  expect((await platform.put(`/products/${id}`, { price: 4 })).status).toBe(400);
  await platform.put(`/products/${id}`, { name: 'P' });
  expect((await platform.get(`/products/${id}`)).json).toMatchObject({ name: 'P', provider: null, price: null });
});

test('a number sent as text is refused, unless the choice is to accept it', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.post('/products', { name: 'P', price: '3' })).status).toBe(400);
  await using lenient = await startTestPlatform({ choices: { requests: { numbersAsText: 'accept' } } });
  expect((await lenient.post('/products', { name: 'P', price: '3' })).status).toBe(200);
  expect((await lenient.get('/products/name/P')).json).toMatchObject({ price: 3 });
});

test('open routes move and vanish by choice', async () => {
  await using platform = await startTestPlatform({
    choices: {
      pathOf: (route) => (route === 'POST /customers' ? '/crm/contacts/new' : route.slice(route.indexOf('/'))),
      absentRoutes: ['GET /stores'],
    },
  });
  expect((await platform.post('/crm/contacts/new', { phone: '1' })).status).toBe(200);
  expect((await platform.post('/customers', { phone: '1' })).status).toBe(404);
  expect((await platform.get('/stores?after=2020-01-01&page=1&pageSize=1')).status).toBe(404);
});

test('users are found and removed by documented answers', async () => {
  await using platform = await startTestPlatform({
    companies: [{ name: 'A', history: 'none', users: [{ email: 'u+1@example.com' }] }],
  });
  const id = platform.company.users[0]?.id;
  expect((await platform.get(`/users/email/${encodeURIComponent('u+1@example.com')}`)).json).toMatchObject({ id });
  expect((await platform.get(`/users/${id}`)).json).toMatchObject({ email: 'u+1@example.com' });
  expect(await platform.remove(`/users/${id}`)).toMatchObject({ status: 200, text: '' });
  const message = 'Usuário não encontrado';
  expect(await platform.get(`/users/${id}`)).toMatchObject({ status: 404, json: { message } });
  expect(await platform.get('/users/email/none')).toMatchObject({ status: 422, json: { message } });
  expect(await platform.remove(`/users/${id}`)).toMatchObject({ status: 400, json: { message: [message] } });
});
