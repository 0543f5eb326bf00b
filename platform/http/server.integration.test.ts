import { expect, test, vi } from 'vitest';
import { startTestPlatform } from '../test-platform.ts';

test.each([
  ['malformed JSON', '{"name":', 'application/json'],
  ['JSON that is no object', '[1]', 'application/json'],
  ['no Content-Type', '{"name":"A"}', 'text/plain'],
])('%s gets a 400 whose message is a list', async (_, text, contentType) => {
  await using platform = await startTestPlatform();
  const refused = await platform.send('POST', '/products', { text, headers: { 'content-type': contentType } });
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ message: [expect.any(String)] });
});

test('a body without Content-Type is ignored, and its fields are listed as missing', async () => {
  await using platform = await startTestPlatform();
  const text = JSON.stringify({ status: 'completed', customer: { phone: '1', address: 'x' } });
  const refused = await platform.send('POST', '/orders', { text, headers: { 'content-type': 'text/plain' } });
  expect(refused.status).toBe(400);
  for (const field of ['status', 'customer', 'customer.phone', 'customer.address']) {
    expect(refused.json).toMatchObject({ message: expect.arrayContaining([expect.stringContaining(`"${field}"`)]) });
  }
});

test('an internal error answers the documented object and nothing of the error', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await using platform = await startTestPlatform({
    wrap: () => () => {
      throw new Error('secret detail');
    },
  });
  const answer = await platform.get('/products');
  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({ statusCode: 500, message: 'Internal server error' });
  expect(written).toHaveBeenCalledOnce();
  written.mockRestore();
});

test('a wrap sees the edge and can change any answer', async () => {
  await using platform = await startTestPlatform({
    wrap: (handle) => async (call) => ({ ...(await handle(call)), status: 418 }),
  });
  expect((await platform.send('GET', '/products', { headers: { 'service-access': 'wrong' } })).status).toBe(418);
});

test('unknown routes, bad encodings and other methods are answered, not dropped', async () => {
  await using platform = await startTestPlatform();
  expect((await platform.get('/nothing/here')).status).toBe(404);
  expect((await platform.get('/products/name/%E0%A4%A')).json).toMatchObject({ message: 'Product not found' });
  expect((await platform.send('PATCH', '/orders/1')).status).toBe(404);
  const options = await platform.send('OPTIONS', '/orders');
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, GET']);
  const head = await platform.send('HEAD', '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=1');
  expect([head.status, head.text]).toEqual([200, '']);
});

test('a body over the limit gets 413', async () => {
  await using platform = await startTestPlatform({ choices: { requests: { maxBodyBytes: 1_000 } } });
  expect((await platform.post('/products', { name: 'x'.repeat(2_000) })).status).toBe(413);
  expect((await platform.post('/products', { name: 'x' })).status).toBe(200);
});

test('names with slashes, spaces, plus signs and accents are found again', async () => {
  await using platform = await startTestPlatform();
  const name = 'Café +50% / 1 kg';
  await platform.post('/products', { name });
  expect((await platform.get(`/products/name/${encodeURIComponent(name)}`)).json).toMatchObject({ name });
});

test.each([
  { framing: 'chunked' },
  { gzip: true },
  { headerCasing: 'title' },
  { connection: 'close' },
  { delayMs: 5 },
] as const)('answers sent with %j have the same content', async (answers) => {
  await using platform = await startTestPlatform({ choices: { answers } });
  await platform.post('/products', { name: 'Same' });
  const found = await platform.get('/products/name/Same');
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(found.json).toMatchObject({ name: 'Same' });
});
