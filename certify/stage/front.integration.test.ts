import { request as ask } from 'node:http';
import { expect, test } from 'vitest';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { marks } from '../../core/partner-record.ts';
import { usualNames } from '../field-names.ts';
import type { ArrivedCall } from './disturbances.ts';
import type { Stage } from './open-stage.ts';
import { headersFor, openTestStage } from './test-stage.ts';

const isOrder = ({ method, path }: ArrivedCall): boolean => method === 'POST' && path === '/orders';

interface Asked {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request, by default with the credentials. Resolves with the status; rejects without a response. */
const asking = ({ access }: Stage, { method = 'GET', target, headers = {}, body = '' }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(access.baseUrl);
    const asked = ask(
      {
        hostname,
        port,
        method,
        path: target,
        headers: {
          ...headersFor(access),
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    asked.on('error', reject).end(body);
  });

const long = 'super-secret-bearer-123';
const inJson = (bearer: string): string =>
  JSON.stringify({ event: 'coupon_create', targetUrl: 'http://127.0.0.1:1/x', bearerToken: bearer });

test.for<[what: string, asked: Asked]>([
  ['of a registration', { method: 'POST', target: '/webhooks', body: inJson(long) }],
  [
    'in a form',
    {
      method: 'POST',
      target: '/webhooks',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `targetUrl=http%3A%2F%2F127.0.0.1&bearerToken=${long}`,
    },
  ],
  ['in broken JSON', { method: 'POST', target: '/webhooks', body: `{"bearerToken":"${long}",}` }],
  ['sent to a wrong path', { method: 'POST', target: '/webhook', body: inJson(long) }],
  ['sent by PATCH', { method: 'PATCH', target: '/webhooks/1', body: inJson(long) }],
  ['in the query', { method: 'POST', target: `/webhooks?bearerToken=${long}` }],
])('a bearer %s is nowhere in the record, then or later', async ([, asked]) => {
  await using stage = await openTestStage();
  await asking(stage, asked);
  await asking(stage, { target: '/products', headers: { authorization: `Bearer ${long}` } });
  const written = JSON.stringify(stage.transcript.calls);
  expect(written).not.toContain(long);
  expect(written).toContain(`Bearer ${marks.bearer}`);
});

test('a short bearer is replaced where it is one, and leaves the evidence as it is', async () => {
  await using stage = await openTestStage();
  await asking(stage, { method: 'POST', target: '/webhooks', body: inJson('12') });
  const order = '{"externalId":"o-1234","total":12.5}';
  const authorization = 'Bearer 12';
  await asking(stage, { method: 'POST', target: '/orders?n=12', headers: { authorization }, body: order });
  await asking(stage, { target: '/products', headers: { authorization: 'Bearer 123' } });
  const [registration, send, read] = stage.transcript.calls;
  expect(registration?.body).toBe(inJson(marks.bearer));
  expect(send).toMatchObject({
    path: '/orders?n=12',
    body: order,
    headers: { authorization: `Bearer ${marks.bearer}` },
  });
  expect(read?.headers.authorization).toBe('Bearer 123');
});

test.for(['', 'a', 'ab', 'abc', 'abcd'])('the token as the password of "%s" cannot be decoded', async (user) => {
  await using stage = await openTestStage();
  const { token } = stage.access;
  const authorization = `Basic ${Buffer.from(`${user}:${token.value}`).toString('base64')}`;
  await asking(stage, { target: '/products', headers: { authorization } });
  expect(stage.transcript.calls[0]?.headers.authorization).toMatch(
    /^Basic [^«]{0,8}«PARTNER_TOKEN in base64»[^«]{0,3}$/,
  );
});

test.for<[what: string, asked: Asked]>([
  [
    'that offers HTTP/2',
    {
      target: '/stores',
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' },
    },
  ],
  ['that takes trailers', { target: '/stores', headers: { te: 'trailers' } }],
  ['by way of a proxy', { target: '/stores', headers: { 'proxy-connection': 'keep-alive' } }],
  ['with a header for this connection', { target: '/stores', headers: { connection: 'x-hop', 'x-hop': '1' } }],
  ['with the host in its target', { target: 'http://platform.example/stores' }],
  ['for everything', { method: 'OPTIONS', target: '*' }],
])('a call %s is answered and recorded as any other', async ([, { method = 'GET', target, headers }]) => {
  await using stage = await openTestStage();
  const plain = await asking(stage, { method, target: target === '*' ? '/*' : '/stores' });
  expect(await asking(stage, { method, target, ...omitUndefined({ headers }) })).toBe(plain);
  const [first, second] = stage.transcript.calls;
  expect(second).toMatchObject({ method, path: first?.path, answer: first?.answer, headers: headers ?? {} });
  expect(stage.hindrance()).toBeUndefined();
});

test('a call that offers HTTP/2 keeps its body', async () => {
  await using stage = await openTestStage();
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' };
  expect(await asking(stage, { method: 'POST', target: '/products', headers, body: '{"name":"x"}' })).toBe(200);
  expect(stage.transcript.calls).toMatchObject([{ body: '{"name":"x"}', answer: { status: 200 } }]);
});

test('an error of Selo is not reported as a fault of the partner', async () => {
  const full = new Error('no space left on the disk');
  await using stage = await openTestStage(() => {
    throw full;
  });
  expect(stage.hindrance()).toBeUndefined();
  await expect(asking(stage, { target: '/stores' })).rejects.toThrow('hang up');
  expect(stage.hindrance).toThrow(full);
  await expect(stage.coupons()).rejects.toBe(full);
});

test('a change that fails in mid-call ends it, and is reported', async () => {
  await using stage = await openTestStage();
  const failed = new Error('the list cannot grow');
  const change = () => Promise.reject(failed);
  stage.disturbances.planCall('s', { kind: 'changed list', times: 1, hits: isOrder, change });
  await expect(asking(stage, { method: 'POST', target: '/orders', body: '{}' })).rejects.toThrow('hang up');
  expect(stage.hindrance).toThrow(failed);
});

test('a partner that disconnects before the end of its body causes no error of Selo', async () => {
  await using stage = await openTestStage();
  const headers = { 'content-length': '100' };
  const { access } = stage;
  const leaving = ask(`${access.baseUrl}/orders`, { method: 'POST', headers }).on('error', () => {});
  leaving.write('{');
  await expect.poll(() => leaving.socket?.bytesWritten ?? 0).toBeGreaterThan(0);
  leaving.destroy();
  await asking(stage, { target: '/stores' });
  expect(stage.hindrance()).toBeUndefined();
  expect(stage.transcript.calls).toMatchObject([{ path: '/stores' }]);
});

test('a call to a declared path is answered, and recorded under the usual path', async () => {
  const names = {
    ...usualNames,
    dates: ['issuedAt'],
    paths: { 'POST /stores': '/shops/new', 'GET /stores/external/:externalId': '/shops/by-key/:key' },
  };
  await using stage = await openTestStage(() => {}, { names });
  const body = JSON.stringify({ name: 'Store', externalId: 's-1' });
  expect(await asking(stage, { target: '/shops/by-key/s-1' })).toBe(404);
  expect(await asking(stage, { method: 'POST', target: '/shops/new', body })).toBe(200);
  expect(await asking(stage, { target: '/shops/by-key/s-1?x=1' })).toBe(200);
  expect(stage.transcript.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /stores/external/s-1',
    'POST /stores',
    'GET /stores/external/s-1?x=1',
  ]);
});
