import type { IncomingHttpHeaders } from 'node:http';
import { request as send } from 'undici';
import type { ArrivedCall } from './disturbances.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { Relay } from './relay.ts';

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

export const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const headersToSend = (headers: Record<string, string>): Record<string, string> => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHop, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
};

/** Sends calls on to the platform at this URL, registrations by way of the relay. */
export const forwardTo =
  (platformUrl: string, relay: Pick<Relay, 'divert' | 'restore'>): Forward =>
  async (call) => {
    const { method, target, headers, body } = call;
    const answer = await send(platformUrl + target, {
      method,
      headers: headersToSend(headers),
      ...(body === '' ? {} : { body: relay.divert(call) }),
    });
    const contentType = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      contentType: typeof contentType === 'string' ? contentType : undefined,
      body: relay.restore(await answer.body.text()),
    };
  };
