import { expect, test } from 'vitest';
import { serving } from '../../fixtures/test-server.ts';
import { httpTrigger } from './http-trigger.ts';

interface Asked {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

/** Hooks that answer so, by the name of the action. */
const startHooks = async (answers: Record<string, { status: number; body: string }>) => {
  const asked: Asked[] = [];
  const server = await serving((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      asked.push({
        method,
        url,
        authorization: headers.authorization,
        body: text === '' ? undefined : JSON.parse(text),
      });
      const { status, body } = answers[url?.split('/').at(-1) ?? ''] ?? { status: 404, body: '' };
      response.writeHead(status).end(body);
    });
  });
  return { asked, url: `${server.url}/hooks/`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

test('an action is posted with its parameters and the bearer, and tells the partner’s own id', async () => {
  await using hooks = await startHooks({ redeem: { status: 200, body: '{"id":"order-7","code":"A","more":1}' } });
  const { act } = httpTrigger({ url: hooks.url, token: 'hook-token' });
  expect(await act('redeem', { code: 'A' })).toEqual({ outcome: 'done', id: 'order-7', code: 'A' });
  expect(hooks.asked).toEqual([
    { method: 'POST', url: '/hooks/redeem', authorization: 'Bearer hook-token', body: { code: 'A' } },
  ]);
});

test.for<[string, { status: number; body: string }, object]>([
  ['no body', { status: 204, body: '' }, { outcome: 'done' }],
  ['a body that is no JSON', { status: 200, body: 'ok' }, { outcome: 'done' }],
  [
    '501 with a reason',
    { status: 501, body: '{"told":"no carts here"}' },
    { outcome: 'cannot', told: '501: no carts here' },
  ],
  ['no such hook', { status: 404, body: '' }, { outcome: 'cannot', told: '404' }],
  ['500', { status: 500, body: 'oops' }, { outcome: 'failed', told: '500: oops' }],
])('a hook that answers %s', async ([, answer, acted]) => {
  await using hooks = await startHooks({ 'create-cart': answer });
  expect(await httpTrigger(hooks).act('create-cart', {})).toEqual(acted);
});

test('a partner that is not there fails, and is not idle', async () => {
  const { act, idle, state } = httpTrigger({ url: 'http://127.0.0.1:1/hooks' });
  expect(await act('create-order', {})).toMatchObject({ outcome: 'failed' });
  expect(await idle(1_000)).toBe(false);
  expect(await state?.()).toBeUndefined();
});

test('what it holds is read where it tells', async () => {
  const coupons = [{ code: 'A', id: '1', amount: 5, more: true }];
  await using hooks = await startHooks({ state: { status: 200, body: JSON.stringify({ coupons }) } });
  expect(await httpTrigger(hooks).state?.()).toEqual([{ code: 'A', id: '1', amount: 5 }]);
  await using silent = await startHooks({});
  expect(await httpTrigger(silent).state?.()).toBeUndefined();
});

test('a partner without the hook of its own rest counts as finished', async () => {
  await using hooks = await startHooks({});
  expect(await httpTrigger(hooks).idle(1_000)).toBe(true);
});
