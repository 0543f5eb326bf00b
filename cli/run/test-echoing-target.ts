import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { serving } from '../../fixtures/test-server.ts';
import { type ServedTarget, serveTarget } from './selo-process.ts';

/** A token with every character that needs an escape. */
const token = `tok/En+9999="&<b>'~%Zz?x\\y`;
/** Valid in the name of a header. */
const accessKey = 'Access-Key.4242_of-The-Edge';
/** Credentials that the run does not know. */
const foreign = {
  cookie: '4f9a8b7c6d5e4f3a',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
};

const hex = (text: string): string => Buffer.from(text).toString('hex');
const eachAs = (write: (code: number) => string): string =>
  [...token].map((letter) => write(letter.charCodeAt(0))).join('');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapes: readonly string[] = [
  inJson(token),
  inJson(token).replaceAll('/', '\\/'),
  inJson(token).replace(/[<>&'+]/g, (sign) => `\\u00${hex(sign).toUpperCase()}`),
  eachAs((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  inJson(inJson(token)),
];
const inBase64 = ['', 'u', 'u:'].flatMap((before) =>
  (['base64', 'base64url'] as const).map((encoding) => Buffer.from(`${before}${token}:`).toString(encoding)),
);
const inUrl = encodeURIComponent(token);

/** Bodies that echo the token in every form that a target might use. */
const echoes: readonly string[] = [
  JSON.stringify({ echo: token, [token]: foreign.jwt }),
  ...escapes.map((escaped) => `{"echo":"Bearer é${escaped}"}`),
  JSON.stringify({ inBase64, hex: [hex(token), hex(token).toUpperCase()], shouted: token.toUpperCase() }),
  JSON.stringify({ next: `/a?t=${inUrl}`, low: inUrl.toLowerCase(), path: eachAs((code) => `%${code.toString(16)}`) }),
  JSON.stringify({ next: `/to?url=${encodeURIComponent(`https://a.example/?t=${inUrl}`)}` }),
  JSON.stringify({ before: 'é'.repeat(1_000_000), echo: token }),
  `<html><p>refused: ${token.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)}</p></html>`,
  `<html><p>${eachAs((code) => `&#${code};`)}, ${eachAs((code) => `&#x${code.toString(16)};`)}</p></html>`,
  `<html><p>${token}</p></html>`,
];

/** Writes a body at once, compressed, or in two pieces, cut within the token or a two-byte character. */
const write = (response: ServerResponse, text: string, count: number): void => {
  const body = Buffer.from(text);
  if (count % 3 === 0) {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
  } else if (count % 3 === 1) {
    const cut = body.indexOf('é') + 1 || body.indexOf(token) + 5;
    response.write(body.subarray(0, cut), () => response.end(body.subarray(cut)));
  } else {
    response.end(body);
  }
};

/** A platform that echoes secrets, and other credentials, in headers and bodies. */
export interface EchoingTarget extends ServedTarget {
  /** None of these may occur in any output, in any form. */
  secrets: readonly string[];
}

/** Starts an echoing target. Every second body is correct. */
export const serveEchoingTarget = async (): Promise<EchoingTarget> => {
  const resources = new AsyncDisposableStack();
  let platformUrl = '';
  let own: Record<string, string> = {};
  let count = 0;

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const translated = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value)
        .replace(token, own.SELO_TOKEN_MAIN ?? '')
        .replace(accessKey, own.SELO_ACCESS_KEY ?? ''),
    ]);
    const sent = await buffer(incoming);
    const said = await request(platformUrl + (incoming.url ?? ''), {
      method: incoming.method ?? 'GET',
      headers: Object.fromEntries(translated),
      body: sent.length > 0 ? sent : null,
    });
    const text = await said.body.text();
    const echo = count % 2 === 1 ? echoes[(count >> 1) % echoes.length] : undefined;
    response.statusCode = echo?.startsWith('<') ? 400 : said.statusCode;
    response.setHeader('content-type', echo?.startsWith('<') ? 'text/html' : 'application/json');
    response.setHeader('x-echo', [`Bearer ${token}`, token]);
    response.setHeader(`x-${accessKey}`, accessKey);
    response.setHeader('location', `https://other.example/?token=${inUrl}`);
    response.setHeader('set-cookie', [`sid=${foreign.cookie}; Path=/`, 'theme=dark']);
    write(response, echo ?? text, count++);
  };

  const server = resources.use(
    await serving((incoming, response) => {
      answer(incoming, response).catch(() => response.destroy());
    }),
  );
  const target = resources.use(
    await serveTarget({}, (profile) => {
      platformUrl = profile.baseUrl;
      return { ...profile, baseUrl: server.url };
    }),
  );
  own = target.env;
  return {
    ...target,
    env: { ...own, SELO_TOKEN_MAIN: token, SELO_ACCESS_KEY: accessKey },
    secrets: [token, accessKey, foreign.cookie, foreign.jwt],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
