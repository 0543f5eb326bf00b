import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { readSecrets } from '../../fixtures/profile/read-secrets.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { issue } from '../../fixtures/test-certificates.ts';
import { describeObstacle, examineEssentials } from './essentials.ts';

const profileAt = (baseUrl: string): Profile => {
  const parsed = profileSchema.parse({
    name: 'odd',
    baseUrl,
    accessHeader: { value: { env: 'ACCESS' } },
    companies: [{ name: 'main', token: { env: 'TOKEN' } }],
    limits: { timeoutSeconds: 0.3 },
  });
  return readSecrets(parsed, { ACCESS: 'access-value', TOKEN: 'token-value' }).profile;
};

const listening = async (server: Server): Promise<AsyncDisposable & { url: string }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const answering = (status: number, headers: Record<string, string>, body: string): RequestListener => {
  return (_, response) => response.writeHead(status, { connection: 'close', ...headers }).end(body);
};

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

const odd: [what: string, listener: RequestListener, message: RegExp][] = [
  [
    'refuses the second header',
    answering(403, html, '<html><title>Just a moment...</title></html>'),
    /service-access.*ACCESS/,
  ],
  ['refuses the token', answering(401, json, '{"message":"no"}'), /correct the token in TOKEN/],
  ['knows no /products', answering(404, json, '{}'), /path of baseUrl/],
  ['answers HTML', answering(200, html, '<!doctype html><p>hello'), /what answers there is not the API/],
  [
    'speaks no JSON',
    answering(200, { 'content-type': 'text/plain' }, 'pong'),
    /a body that is no JSON[\s\S]*not the API/,
  ],
  [
    'answers 429 to everything',
    answering(429, { 'retry-after': '0' }, ''),
    /status 429[\s\S]*limits\.requestsPerSecond/,
  ],
  ['answers 503 to everything', answering(503, html, '<html>'), /status 503[\s\S]*out of order/],
  [
    'requires a client certificate by a page',
    answering(400, html, '<html><center>No required SSL certificate was sent</center></html>'),
    /requires a client certificate: name it in tls\.cert/,
  ],
  [
    'speaks TLS where http is written',
    answering(400, html, '<html><center>The plain HTTP request was sent to HTTPS port</center></html>'),
    /write https:\/\/ in baseUrl/,
  ],
  ['redirects', answering(301, { location: 'https://elsewhere.example/' }, ''), /https:\/\/elsewhere\.example\//],
  ['never answers', () => {}, /time-out[\s\S]*limits\.timeoutSeconds/],
];

test.for(odd)('a target that %s cannot be judged, and the message says what to do', async ([, listener, message]) => {
  const server = createServer(listener);
  await using target = await listening(server);
  const profile = profileAt(target.url);
  const obstacle = await examineEssentials(profile);
  server.closeAllConnections();
  expect(obstacle && describeObstacle(profile, obstacle)).toMatch(message);
});

test('a dead port is reported', async () => {
  const target = await listening(createServer());
  await target[Symbol.asyncDispose]();
  expect(await examineEssentials(profileAt(target.url))).toMatchObject({ came: expect.stringContaining('refused') });
});

test('a host that no name service knows is reported', async () => {
  expect(await examineEssentials(profileAt('http://no-such-host.invalid'))).toMatchObject({
    came: expect.stringContaining('dns'),
  });
});

test('a connection that is reset is reported', async () => {
  await using target = await listening(createTcpServer((socket) => socket.resetAndDestroy()));
  expect(await examineEssentials(profileAt(target.url))).toMatchObject({ came: expect.stringContaining('reset') });
});

test('a connection that is reset before TLS stands may want a client certificate', async () => {
  await using target = await listening(createTcpServer((socket) => socket.resetAndDestroy()));
  const url = target.url.replace('http:', 'https:');
  expect(await examineEssentials(profileAt(url))).toMatchObject({
    came: expect.stringContaining('reset'),
    advice: expect.stringContaining('tls.cert'),
  });
});

test('a target whose certificate is not trusted is reported with the key of the profile', async () => {
  await using target = await listening(createTlsServer(await issue(undefined)));
  const profile = profileAt(target.url.replace('http:', 'https:'));
  const obstacle = await examineEssentials(profile);
  expect(obstacle && describeObstacle(profile, obstacle)).toMatch(
    /no answer \(tls: the certificate of 127\.0\.0\.1:\d+ is self-signed\)\n.*tls\.ca of the profile/,
  );
});

test('a target that answers a JSON list can be judged', async () => {
  await using target = await listening(createServer(answering(200, json, '{"pagination":{},"data":[]}')));
  expect(await examineEssentials(profileAt(target.url))).toBeUndefined();
});
