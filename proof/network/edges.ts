import type { ServerResponse } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { drawer } from '../../fixtures/seeded-draws.ts';
import { passingServer } from '../variants/passing-server.ts';
import type { Front } from '../variants/variant.ts';
import type { Fault } from './fault.ts';

/** An answer of the platform. */
interface Passing {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a server does to a request: it answers in place of the platform, or changes the platform's answer. */
interface Mischief {
  instead?(outgoing: ServerResponse): void;
  changed?(passing: Passing, outgoing: ServerResponse): void;
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A server in front of the platform that affects a request when `strikes` returns true. */
const front =
  ({ instead, changed }: Mischief, strikes: () => boolean) =>
  (platformUrl: string): Promise<Front> =>
    passingServer(platformUrl, ({ url = '/', headers }, outgoing) => {
      const isStruck = strikes();
      if (isStruck && instead) {
        instead(outgoing);
        return undefined;
      }
      return {
        path: url,
        headers,
        answer({ statusCode: status = 502, headers: answered }, body) {
          const passing = { status, headers: flat(answered), body };
          if (isStruck && changed) changed(passing, outgoing);
          else outgoing.writeHead(status, passing.headers).end(body);
        },
      };
    });

/** Returns true once in N times, by draws that the seed decides. */
const oneIn = (share: number, seed: string): (() => boolean) => {
  const draw = drawer(seed);
  return () => draw() < 1 / share;
};

const page =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';

const challenge =
  (status: number): NonNullable<Mischief['instead']> =>
  (outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' }).end(page);

const slowDown =
  (retryAfter: () => string): NonNullable<Mischief['instead']> =>
  (outgoing) =>
    outgoing
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': retryAfter() })
      .end('{"message":"slow down"}');

const aSecond = (): string => '1';
const aSecondAsDate = (): string => new Date(Date.now() + 1000).toUTCString();

const sometimes = 8;
/** Rarely, because one 429 delays all calls. */
const rarely = 100;

const edge = (
  name: string,
  { text, lets, share }: Pick<Fault, 'text' | 'lets'> & { share: number },
  mischief: Mischief,
): Fault => ({ name, text, on: 'target', lets, stand: (url) => front(mischief, oneIn(share, name))(url) });

/** Announces a longer body than it sends. */
const cutShort: NonNullable<Mischief['changed']> = ({ status, headers, body }, outgoing) => {
  const { 'transfer-encoding': _, ...rest } = headers;
  outgoing.writeHead(status, { ...rest, 'content-length': String(body.length + 10) });
  outgoing.write(body, () => outgoing.destroy());
};

/** Ends a body halfway, without a length. */
const cutWithoutLength: NonNullable<Mischief['changed']> = ({ status, headers, body }, outgoing) => {
  const { 'transfer-encoding': _, 'content-length': __, ...rest } = headers;
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(status, { ...rest, connection: 'close' });
  outgoing.end(body.subarray(0, Math.floor(body.length / 2)));
};

const encoded =
  (encoding: string, encode: (body: Buffer) => Buffer) =>
  ({ status, headers, body }: Parameters<NonNullable<Mischief['changed']>>[0], outgoing: ServerResponse): void => {
    const { 'transfer-encoding': _, ...rest } = headers;
    const data = encode(body);
    outgoing.writeHead(status, { ...rest, 'content-encoding': encoding, 'content-length': String(data.length) });
    outgoing.end(data);
  };

/** Faults of gateways, caches and rate limiters. */
export const edgeFaults: readonly Fault[] = [
  edge(
    'challenge with 403',
    { text: 'every request is answered with a page that checks the browser', lets: 'nothing', share: 1 },
    { instead: challenge(403) },
  ),
  edge(
    'challenge with 403 at times',
    { text: 'one request in eight is answered with such a page', lets: 'some', share: sometimes },
    { instead: challenge(403) },
  ),
  edge(
    'challenge with 503 at times',
    { text: 'one request in eight is answered with such a page', lets: 'some', share: sometimes },
    { instead: challenge(503) },
  ),
  edge(
    'challenge with 200',
    { text: 'every request is answered with such a page, as if it had been served', lets: 'nothing', share: 1 },
    { instead: challenge(200) },
  ),
  edge(
    'challenge with 200 at times',
    { text: 'one request in eight is answered with such a page', lets: 'some', share: sometimes },
    { instead: challenge(200) },
  ),
  edge(
    '429, seconds',
    { text: 'one request in a hundred is put off by a second', lets: 'most', share: rarely },
    { instead: slowDown(aSecond) },
  ),
  edge(
    '429, date',
    { text: 'one request in a hundred is put off until a second later', lets: 'most', share: rarely },
    { instead: slowDown(aSecondAsDate) },
  ),
  edge(
    'too short a body',
    { text: 'one answer in eight ends before its Content-Length', lets: 'some', share: sometimes },
    { changed: cutShort },
  ),
  edge(
    'too short, without length',
    {
      text: 'one answer in eight ends halfway with its connection, and has no length',
      lets: 'some',
      share: sometimes,
    },
    { changed: cutWithoutLength },
  ),
  edge(
    'wrong Content-Encoding',
    { text: 'one answer in eight calls itself gzip and is not', lets: 'some', share: sometimes },
    { changed: encoded('gzip', (body) => body) },
  ),
  edge(
    'unasked Content-Encoding',
    { text: 'one answer in eight comes in an encoding that nobody asked for', lets: 'some', share: sometimes },
    { changed: encoded('zstd', zstdCompressSync) },
  ),
  edge(
    'two Content-Encodings',
    { text: 'one answer in eight is compressed twice', lets: 'some', share: sometimes },
    { changed: encoded('gzip, gzip', (body) => gzipSync(gzipSync(body))) },
  ),
];
