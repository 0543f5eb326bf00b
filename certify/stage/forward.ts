import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { MemoryAnswer, MemoryRequest } from '../../platform/http/in-memory.ts';
import type { HttpAnswer } from './arrived-request.ts';
import type { ArrivedCall } from './disturbances.ts';

/** A call of the partner with everything that is forwarded. */
export interface HttpCall extends ArrivedCall {
  /** Path and query as sent. */
  target: string;
  headers: Record<string, string>;
}

/** Forwards a call to the platform and resolves with its response. */
export type Forward = (call: HttpCall) => Promise<HttpAnswer>;

/** Headers of one connection, not of the call. `connection` may name more. */
const hopByHop = [
  'host',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Path and query of a request's target. Clients of proxies put the host before it. */
export const targetOf = (url: string): string => {
  const [, rest = url] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return rest.startsWith('/') ? rest : `/${rest}`;
};

const headersToSend = (headers: Record<string, string>): Record<string, string> => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHop, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
};

/**
 * A plus in a query is a plus (RFC 3986), and a space only in forms. The document shows a plus only in zones,
 * so the platform of a session takes it in either form.
 */
const withEncodedPlus = (target: string): string => {
  const [path = '', ...query] = target.split('?');
  return [path, ...query.map((part) => part.replaceAll('+', '%2B'))].join('?');
};

/** Answers a request as the platform of a session, without recording. */
export type AskPlatform = (request: MemoryRequest) => Promise<MemoryAnswer>;

export const forwardTo =
  (askPlatform: AskPlatform): Forward =>
  async ({ method, target, headers, body }) => {
    const url = withEncodedPlus(target);
    const answer = await askPlatform({ method, url, headers: headersToSend(headers), body });
    return {
      status: answer.status,
      contentType: answer.headers['content-type'],
      body: method === 'HEAD' ? '' : answer.text,
    };
  };

/** Asks the platform of a session directly, without recording. `json` is undefined if the response is no JSON. */
export type AskJson = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => Promise<{ status: number; text: string; json: unknown }>;

export const askJsonWith =
  (askPlatform: AskPlatform, credentials: Readonly<Record<string, string>>): AskJson =>
  async (method, url, body) => {
    const { status, text } = await askPlatform({
      method,
      url,
      headers: { ...credentials, 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    });
    return { status, text, json: parsedJson(text) };
  };
