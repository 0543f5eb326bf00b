import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import type { Call } from '../../fixtures/client/call.ts';
import { openClient } from '../../fixtures/client/client.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { serving } from '../../fixtures/test-server.ts';
import type { CallOptions } from '../check-context.ts';
import { testExchange } from '../test-exchange.ts';
import { caller } from './calls.ts';

interface Sent {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one call and returns what arrived. */
const sent = async (method: string, options?: CallOptions, said: { writes?: boolean; status?: number } = {}) => {
  const arrived: Sent[] = [];
  const reported: unknown[] = [];
  const recorded: RecordedExchange[] = [];
  await using server = await serving(async (request, response) => {
    const { url, headers } = request;
    arrived.push({ method: request.method, url, headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(said.status ?? 200).end('{}');
  });
  await using client = openClient({
    baseUrl: server.url,
    concurrency: 1,
    timeoutSeconds: 5,
    redact: (text) => text,
    onExchange: () => {},
  });
  const send = caller({
    client,
    by: 'TEST-1',
    company: 'main',
    credentials: { authorization: 'Bearer tok', 'X-Access': 'key' },
    accessHeader: 'X-Access',
    record: (exchange) => recorded.push(exchange),
    writes: said.writes ?? true,
    onWrite({ method: written, path, body, json }) {
      reported.push(['before', written, path, body, json]);
      return ({ status }) => reported.push(['after', status]);
    },
  });
  const answer = await send(method, '/asked', options);
  const [first] = arrived;
  if (!first) throw new Error('nothing arrived');
  return { ...first, answer, reported, recorded };
};

test('a plain call carries both credentials and no content type', async () => {
  const { headers, body, recorded } = await sent('GET');
  expect(headers).toMatchObject({ authorization: 'Bearer tok', 'x-access': 'key' });
  expect(headers).not.toHaveProperty('content-type');
  expect(body).toBe('');
  expect(recorded).toMatchObject([{ by: 'TEST-1', company: 'main' }]);
});

test('a body goes as JSON with its content type, a text as it stands', async () => {
  expect(await sent('POST', { body: { a: 1 } })).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await sent('POST', { text: '{"a":', body: { b: 1 } })).toMatchObject({
    body: '{"a":',
    headers: { 'content-type': 'application/json' },
  });
  expect((await sent('POST', { text: '{}', headers: { 'Content-Type': null } })).headers).not.toHaveProperty(
    'content-type',
  );
});

test('query values are encoded, and those that are undefined left out', async () => {
  const query = { after: '2030-01-01T00:00:00-03:00', page: 1, none: undefined, odd: 'a&b=c' };
  expect((await sent('GET', { query })).url).toBe('/asked?after=2030-01-01T00%3A00%3A00-03%3A00&page=1&odd=a%26b%3Dc');
  expect((await sent('GET', { query: { none: undefined } })).url).toBe('/asked');
});

test('credentials are left out, replaced or quoted as the check says', async () => {
  expect((await sent('GET', { headers: { authorization: null } })).headers).not.toHaveProperty('authorization');
  expect((await sent('GET', { headers: { access: null } })).headers).not.toHaveProperty('x-access');
  expect((await sent('GET', { headers: { access: 'wrong' } })).headers['x-access']).toBe('wrong');
  expect(
    (await sent('GET', { headers: { Authorization: 'bearer {token}', 'x-other': '{access}/{token}' } })).headers,
  ).toMatchObject({
    authorization: 'bearer tok',
    'x-other': 'key/tok',
  });
});

test('a write is reported before it leaves and when it is answered; a GET is not', async () => {
  expect((await sent('POST', { body: { a: 1 } }, { status: 422 })).reported).toEqual([
    ['before', 'POST', '/asked', { a: 1 }, '{"a":1}'],
    ['after', 422],
  ]);
  const [[, , , body, json] = []] = (await sent('PUT', { text: '{ "a": "\\u0031" }' })).reported as unknown[][];
  expect([body, json]).toEqual([{ a: '1' }, '{"a":"1"}']);
  const [[, , , unread, none] = []] = (await sent('PUT', { text: '{' })).reported as unknown[][];
  expect([unread, none]).toEqual([undefined, '']);
  expect((await sent('GET')).reported).toEqual([]);
});

test.for(['POST', 'PUT', 'DELETE', 'PATCH'])('without writes no %s leaves', async (method) => {
  await expect(sent(method, { body: {} }, { writes: false })).rejects.toMatchObject({
    name: 'Unverified',
    because: 'not-declared',
  });
});

test.for<[string, CallOptions['headers'], { refused: boolean; served: boolean } | undefined]>([
  ['the right credentials', { 'x-other': 'a' }, undefined],
  ['no second header', { Access: null }, { refused: true, served: false }],
  // how a wrong token is answered is not shown
  ['a wrong token', { Authorization: 'Bearer wrong' }, { refused: true, served: true }],
])('which pages are answers to a call with %s', async ([, headers = {}, taken]) => {
  const calls: Call[] = [];
  const send = caller({
    client: {
      async send(call) {
        calls.push(call);
        return testExchange(200);
      },
    },
    by: 'TEST-1',
    company: 'main',
    credentials: { authorization: 'Bearer tok', 'x-access': 'key' },
    accessHeader: 'x-access',
    record: () => {},
    writes: true,
    onWrite: () => () => {},
  });
  await send('GET', '/asked', { headers });
  const takes = calls[0]?.takesPage;
  expect(takes && { refused: takes(403), served: takes(200) }).toEqual(taken);
});
