import { expect, test } from 'vitest';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { discovered } from './discovered.ts';

test('a target that reads the JSON before the path is asked where its lists are', { timeout: 60_000 }, async () => {
  const { profile } = await discovered((handle) => (call) => {
    const isMalformed = call.method === 'POST' && parsedJson(call.body) === undefined;
    return isMalformed ? { status: 400, body: { message: ['the body is no JSON'] } } : handle(call);
  });
  expect(profile.resources).toMatchObject({
    products: { list: '/products', create: { path: '/products' } },
    stores: { list: '/stores', create: { path: '/stores' } },
  });
});
