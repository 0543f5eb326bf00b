import type { ServerResponse } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { drawer } from '../../fixtures/seeded-draws.ts';
import { passingServer } from '../variants/passing-server.ts';
import type { Fault } from './fault.ts';

/** An answer of the platform. */
interface Passing {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers a request in place of the platform. */
type Instead = (outgoing: ServerResponse) => void;
/** Sends a changed answer of the platform. */
type Change = (passing: Passing, outgoing: ServerResponse) => void;

/** How many requests a fault meets, and how many rules can then be judged. */
const frequencies = {
  always: { oneIn: 1, judgeable: 'none' },
  sometimes: { oneIn: 8, judgeable: 'some' },
  // one 429 delays all calls
  rarely: { oneIn: 100, judgeable: 'most' },
} as const;

interface EdgeFault extends Pick<Fault, 'name' | 'text'> {
  meets: keyof typeof frequencies;
  instead?: Instead;
  change?: Change;
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A server in front of the platform. The seed decides which requests meet the fault. */
const edge = ({ name, text, meets, instead, change }: EdgeFault): Fault => {
  const { oneIn, judgeable } = frequencies[meets];
  return {
    name,
    text,
    on: 'target',
    judgeable,
    start(platformUrl) {
      const draw = drawer(name);
      return passingServer(platformUrl, ({ url = '/', headers }, outgoing) => {
        const isMet = draw() < 1 / oneIn;
        if (isMet && instead) {
          instead(outgoing);
          return undefined;
        }
        return {
          path: url,
          headers,
          answer({ statusCode: status = 502, headers: answered }, body) {
            const passing = { status, headers: flat(answered), body };
            if (isMet && change) change(passing, outgoing);
            else outgoing.writeHead(status, passing.headers).end(body);
          },
        };
      });
    },
  };
};

const page =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';

const challenge =
  (status: number): Instead =>
  (outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' }).end(page);

const slowDown =
  (retryAfter: () => string): Instead =>
  (outgoing) =>
    outgoing
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': retryAfter() })
      .end('{"message":"slow down"}');

/** Announces a longer body than it sends. */
const cutShort: Change = ({ status, headers, body }, outgoing) => {
  const { 'transfer-encoding': _, ...rest } = headers;
  outgoing.writeHead(status, { ...rest, 'content-length': String(body.length + 10) });
  outgoing.write(body, () => outgoing.destroy());
};

/** Ends a body halfway, without a length. */
const cutWithoutLength: Change = ({ status, headers, body }, outgoing) => {
  const { 'transfer-encoding': _, 'content-length': __, ...rest } = headers;
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(status, { ...rest, connection: 'close' });
  outgoing.end(body.subarray(0, Math.floor(body.length / 2)));
};

const encoded =
  (encoding: string, encode: (body: Buffer) => Buffer): Change =>
  ({ status, headers, body }, outgoing) => {
    const { 'transfer-encoding': _, ...rest } = headers;
    const data = encode(body);
    outgoing.writeHead(status, { ...rest, 'content-encoding': encoding, 'content-length': String(data.length) });
    outgoing.end(data);
  };

const described: readonly EdgeFault[] = [
  {
    name: 'challenge with 403',
    text: 'every request is answered with a page that checks the browser',
    meets: 'always',
    instead: challenge(403),
  },
  {
    name: 'challenge with 403 at times',
    text: 'one request in eight is answered with such a page',
    meets: 'sometimes',
    instead: challenge(403),
  },
  {
    name: 'challenge with 503 at times',
    text: 'one request in eight is answered with such a page',
    meets: 'sometimes',
    instead: challenge(503),
  },
  {
    name: 'challenge with 200',
    text: 'every request is answered with such a page, as if it had been served',
    meets: 'always',
    instead: challenge(200),
  },
  {
    name: 'challenge with 200 at times',
    text: 'one request in eight is answered with such a page',
    meets: 'sometimes',
    instead: challenge(200),
  },
  {
    name: '429, seconds',
    text: 'one request in a hundred is put off by a second',
    meets: 'rarely',
    instead: slowDown(() => '1'),
  },
  {
    name: '429, date',
    text: 'one request in a hundred is put off until a second later',
    meets: 'rarely',
    instead: slowDown(() => new Date(Date.now() + 1000).toUTCString()),
  },
  {
    name: 'too short a body',
    text: 'one answer in eight ends before its Content-Length',
    meets: 'sometimes',
    change: cutShort,
  },
  {
    name: 'too short, without length',
    text: 'one answer in eight ends halfway with its connection, and has no length',
    meets: 'sometimes',
    change: cutWithoutLength,
  },
  {
    name: 'wrong Content-Encoding',
    text: 'one answer in eight calls itself gzip and is not',
    meets: 'sometimes',
    change: encoded('gzip', (body) => body),
  },
  {
    name: 'unasked Content-Encoding',
    text: 'one answer in eight comes in an encoding that nobody asked for',
    meets: 'sometimes',
    change: encoded('zstd', zstdCompressSync),
  },
  {
    name: 'two Content-Encodings',
    text: 'one answer in eight is compressed twice',
    meets: 'sometimes',
    change: encoded('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  },
];

/** Faults of gateways, caches and rate limiters. */
export const edgeFaults: readonly Fault[] = described.map(edge);
