import { expect, test } from 'vitest';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { serving } from '../../fixtures/test-server.ts';
import { httpTrigger } from './http-trigger.ts';

interface Asked {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

/** Serves hooks with these responses by the name of the action. */
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

test('an action is posted with its parameters and the bearer, and answers the partner’s own id', async () => {
  await using hooks = await startHooks({ redeem: { status: 200, body: '{"id":"order-7","code":"A","more":1}' } });
  const { act } = httpTrigger({ url: hooks.url, token: 'hook-token' });
  expect(await act('redeem', { code: 'A' })).toEqual({ outcome: 'done', id: 'order-7', code: 'A' });
  expect(hooks.asked).toEqual([
    { method: 'POST', url: '/hooks/redeem', authorization: 'Bearer hook-token', body: { code: 'A' } },
  ]);
});

test('a hook that does not answer fails at its timeout', async () => {
  await using hooks = await serving(() => {});
  const acted = await httpTrigger(hooks).act(
    'redeem',
    { code: 'A' },
    { maxMs: 50.5, signal: new AbortController().signal },
  );
  expect(acted).toEqual({ outcome: 'failed', message: expect.stringMatching(/^no answer within [\d.]+ s$/) });
});

test.for<[string, { status: number; body: string }, object]>([
  ['no body', { status: 204, body: '' }, { outcome: 'done' }],
  ['a body that is no JSON', { status: 200, body: 'ok' }, { outcome: 'done' }],
  [
    '501 with a reason',
    { status: 501, body: '{"message":"no carts here"}' },
    { outcome: 'cannot', message: '501: no carts here' },
  ],
  ['no such hook', { status: 404, body: '' }, { outcome: 'cannot', message: '404' }],
  ['500', { status: 500, body: 'oops' }, { outcome: 'failed', message: '500: oops' }],
  [
    '200 with an error page',
    { status: 200, body: '<br />\n<b>Parse error</b>: unexpected "}" in <b>loja.php</b> on line 7<br />' },
    {
      outcome: 'failed',
      message: 'its answer is a page and not JSON: Parse error : unexpected "}" in loja.php on line 7',
    },
  ],
  [
    '500 with an error page',
    { status: 500, body: '<!DOCTYPE html><style>b { color: red }</style><h1>KeyError</h1><p>cart</p>' },
    { outcome: 'failed', message: '500: KeyError cart' },
  ],
  ['a number for an id', { status: 200, body: '{"id":123,"code":"A"}' }, { outcome: 'done', id: '123', code: 'A' }],
  ['null for what there is not', { status: 200, body: '{"id":"7","code":null}' }, { outcome: 'done', id: '7' }],
  [
    'an id that is none',
    { status: 200, body: '{"id":{"order":7},"code":"A"}' },
    { outcome: 'failed', message: expect.stringMatching(/^its answer cannot be read: id: expected a text/) },
  ],
  [
    'half an answer',
    { status: 200, body: '{"id":"7' },
    { outcome: 'failed', message: 'its answer cannot be read: the body: expected JSON' },
  ],
])('a hook that answers %s', async ([, answer, acted]) => {
  await using hooks = await startHooks({ 'create-cart': answer });
  expect(await httpTrigger(hooks).act('create-cart', {})).toEqual(acted);
});

test('an action of a partner that does not listen fails, and the partner is not idle', async () => {
  const { act, idle, state } = httpTrigger({ url: 'http://127.0.0.1:1/hooks' });
  expect(await act('create-order', {})).toMatchObject({ outcome: 'failed' });
  expect(await idle(1_000)).toMatchObject({ outcome: 'failed' });
  await expect(state?.()).rejects.toThrow(/ECONNREFUSED|bad port/);
});

test('a process that ends while it answers `restart` is restarted, and one that refuses it is not', async () => {
  await using ending = await serving(({ socket }) => socket.destroy());
  expect(await httpTrigger(ending).restart?.()).toEqual({ outcome: 'done' });
  expect(await httpTrigger(ending).act('create-order', {})).toMatchObject({ outcome: 'failed' });
  await using failing = await startHooks({ restart: { status: 500, body: 'oops' } });
  expect(await httpTrigger(failing).restart?.()).toEqual({ outcome: 'failed', message: '500: oops' });
  expect(await httpTrigger({ url: 'http://127.0.0.1:1/hooks' }).restart?.()).toMatchObject({ outcome: 'failed' });
});

test('the coupons are read if the partner has a `state` hook', async () => {
  const coupons = [
    { code: 'A', id: '1', amount: 5, more: true },
    { code: 'B', id: 2, minPurchaseValue: null, expiryDate: null },
  ];
  await using hooks = await startHooks({ state: { status: 200, body: JSON.stringify({ coupons }) } });
  expect(await httpTrigger(hooks).state?.()).toEqual([
    { code: 'A', id: '1', amount: 5 },
    { code: 'B', id: '2', expiryDate: null },
  ]);
  await using silent = await startHooks({});
  expect(await httpTrigger(silent).state?.()).toBeUndefined();
});

test('a partner without `idle` counts as finished', async () => {
  await using hooks = await startHooks({});
  expect(await httpTrigger(hooks).idle(1_000)).toMatchObject({ outcome: 'cannot' });
});

test.for<[string, { status: number; body: string }, RegExp]>([
  ['is no JSON', { status: 200, body: 'none' }, /its state cannot be read: the body: expected JSON/],
  [
    'misses a code',
    { status: 200, body: '{"coupons":[{"code":"A","id":"1"},{"id":"2"}]}' },
    /cannot be read: coupons\.1\.code: expected a text/,
  ],
  ['fails', { status: 500, body: 'oops' }, /its state was answered with 500: oops/],
])('a state that %s is reported', async ([, answer, message]) => {
  await using hooks = await startHooks({ state: answer });
  await expect(httpTrigger(hooks).state?.()).rejects.toThrow(message);
});

test('a credential is redacted even at the end of a message that is cut', async () => {
  const token = { env: 'PARTNER_TOKEN', value: 'token-0123456789-abcdef' };
  await using hooks = await startHooks({ 'create-cart': { status: 500, body: `${'x'.repeat(3_985)}${token.value}` } });
  const { message = '' } = await httpTrigger(hooks).act('create-cart', {});
  expect(message).toContain('token-01234');
  expect(redactionOf([token])(message)).not.toContain('token');
});

test('the signal ends the wait for a partner that does not answer', async () => {
  const ending = new AbortController();
  await using hooks = await serving(() => ending.abort());
  expect(await httpTrigger(hooks).idle(60_000, ending.signal)).toMatchObject({ outcome: 'failed' });
});
