import { expect, test } from 'vitest';
import { startTestPlatform } from '../test-platform.ts';

const list = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=10';

test.each([undefined, 'wrong', ''])(
  'a second header of %j gets the 403 page, whatever the token is',
  async (access) => {
    await using platform = await startTestPlatform();
    for (const token of ['Bearer wrong', `Bearer ${platform.company.token}`]) {
      const headers = { 'service-access': access, authorization: token };
      const refused = await platform.send('GET', list, { headers });
      expect(refused.status).toBe(403);
      expect(refused.headers.get('content-type')).toMatch(/^text\/html/);
      expect(refused.text).toContain('<title>Just a moment...</title>');
    }
  },
);

test('the edge answers before a body is looked at', async () => {
  await using platform = await startTestPlatform();
  const refused = await platform.send('POST', '/orders', { text: '{', headers: { 'service-access': undefined } });
  expect(refused.status).toBe(403);
});

test.each([undefined, 'Bearer wrong', 'Basic x', 'bearer {token}', 'Bearer', '{token}'])(
  'no data comes back for the authorization %j',
  async (authorization) => {
    await using platform = await startTestPlatform();
    const headers = { authorization: authorization?.replace('{token}', platform.company.token) };
    const refused = await platform.send('GET', list, { headers });
    expect(refused.status).toBe(401);
    expect(refused.json).not.toHaveProperty('data');
  },
);

test('a lower-case bearer may be accepted', async () => {
  await using platform = await startTestPlatform({ choices: { requests: { lowerCaseBearer: 'accept' } } });
  const headers = { authorization: `bearer ${platform.company.token}` };
  expect((await platform.send('GET', list, { headers })).status).toBe(200);
});

test('one company reaches no record of another', async () => {
  await using platform = await startTestPlatform({
    companies: [
      { name: 'One', history: 'none' },
      { name: 'Two', history: 'none', users: [{ email: 'two@example.com' }] },
    ],
  });
  const { token = '', users = [] } = platform.companies[1] ?? {};
  const headers = { authorization: `Bearer ${token}` };
  await platform.send('POST', '/products', { body: { name: 'Theirs', externalId: 'theirs' }, headers });
  expect((await platform.send('GET', '/products/external/theirs', { headers })).status).toBe(200);
  expect((await platform.get('/products/external/theirs')).status).toBe(404);
  expect((await platform.get('/products/name/Theirs')).status).toBe(404);
  expect((await platform.get(list)).json).toMatchObject({ data: [], pagination: { totalRecords: 0 } });
  expect((await platform.get(`/users/${users[0]?.id}`)).status).toBe(404);
  expect((await platform.remove(`/users/${users[0]?.id}`)).status).toBe(400);
});
