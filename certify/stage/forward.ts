import type { MemoryAnswer, MemoryRequest } from '../../platform/http/in-memory.ts';
import type { ArrivedCall } from './disturbances.ts';
import type { HttpAnswer } from './http-answer.ts';

/** A call of the partner with all that is sent on. */
export interface HttpCall extends ArrivedCall {
  /** Path and query as they went over the wire. */
  target: string;
  headers: Record<string, string>;
}

/** Sends a call on to the platform and resolves with what it answers. */
export type Forward = (call: HttpCall) => Promise<HttpAnswer>;

/** What belongs to one connection, not to the call; a connection may name more. */
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

/** Path and query of a request's target, which clients of proxies write with the host before it. */
export const targetOf = (url: string): string => {
  const [, rest = url] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return rest.startsWith('/') ? rest : `/${rest}`;
};

const headersToSend = (headers: Record<string, string>): Record<string, string> => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHop, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
};

/** The platform of a session, past everything that records. */
export type AskPlatform = (request: MemoryRequest) => Promise<MemoryAnswer>;

export const forwardTo =
  (askPlatform: AskPlatform): Forward =>
  async ({ method, target, headers, body }) => {
    const answer = await askPlatform({ method, url: target, headers: headersToSend(headers), body });
    return {
      status: answer.status,
      contentType: answer.headers['content-type'],
      body: method === 'HEAD' ? '' : answer.text,
    };
  };
