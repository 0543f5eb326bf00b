import { expect, test } from 'vitest';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { differencesOf, type Handled } from './replay.ts';

const handled = (path: string, answer: Answer = { status: 200, body: { total: 3 } }): Handled => {
  const call: Call = {
    method: 'GET',
    path,
    segments: path.slice(1).split('/'),
    query: new URLSearchParams(),
    headers: {},
    body: '',
  };
  return { call, answer };
};

const record = ['/products', '/stores', '/products'].map((path) => handled(path));
const differing = async (wrap: (handle: Handle) => Handle): Promise<number[]> =>
  (await differencesOf(wrap, record)).map((each) => record.indexOf(each));

test('a handler that asks and answers the same differs nowhere', async () => {
  expect(await differing((handle) => (call) => handle(call))).toEqual([]);
});

test.for<[string, (handle: Handle) => Handle]>([
  ['answers otherwise', (handle) => (call) => (call.path === '/stores' ? { status: 500, body: {} } : handle(call))],
  [
    'asks twice',
    (handle) => async (call) => {
      if (call.path === '/stores') await handle(call);
      return await handle(call);
    },
  ],
  ['asks something else', (handle) => (call) => handle(call.path === '/stores' ? { ...call, path: '/carts' } : call)],
  [
    'fails',
    (handle) => (call) => {
      if (call.path === '/stores') throw new Error('it fell');
      return handle(call);
    },
  ],
  ['never answers', (handle) => (call) => (call.path === '/stores' ? new Promise<never>(() => {}) : handle(call))],
])('a handler that %s differs there alone', async ([, wrap]) => {
  expect(await differing(wrap)).toEqual([1]);
});

test('a handler that asks until the answer changes is told, for it never would', async () => {
  const asksOn =
    (handle: Handle): Handle =>
    async (call) => {
      for (;;) {
        const answer = await handle(call);
        if (call.path !== '/stores' || answer.status === 404) return answer;
      }
    };
  await expect(differing(asksOn)).rejects.toThrow(/more than 1000 times to answer one GET \/stores: bound/);
});
