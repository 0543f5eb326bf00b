import * as http from 'node:http';
import * as https from 'node:https';
import { type JsonObject, parseJson } from './json.ts';
import type { Settings } from './settings.ts';
import { createSpoiler } from './spoiled-calls.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  path: string;
  body?: JsonObject;
}

/** What became of a call; `lost`: why there is no answer. */
export type Answer = { status: number; body: unknown } | { lost: string };

export interface Client {
  /** Sends one call once. Rejects only when the signal aborts. */
  send(call: Call, resend: number): Promise<Answer>;
}

interface Wire {
  url: string;
  headers: Record<string, string>;
  text: string | undefined;
  method: string;
}

/** Calls the platform with both credentials. */
export const createClient = ({ platform, behaviour }: Settings, signal: AbortSignal): Client => {
  const { does } = behaviour;
  const isTls = platform.url.startsWith('https:');
  const { Agent, request: open } = isTls ? https : http;
  const agent = new Agent({ keepAlive: !does('closes every connection') });
  const spoil = createSpoiler(behaviour, platform);

  const headersFor = (body: JsonObject | undefined): Record<string, string> => {
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${platform.token}`,
      [platform.access.header]: platform.access.key,
      ...(body && {
        'Content-Type': does('content type with charset') ? 'application/json; charset=utf-8' : 'application/json',
      }),
    };
    if (!does('header names in lower case') && !does('header names in capitals')) return headers;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        does('header names in capitals') ? name.toUpperCase() : name.toLowerCase(),
        value,
      ]),
    );
  };

  const exchange = ({ url, headers, text, method }: Wire): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const request = open(url, { method, headers, agent, signal });
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${platform.timeoutMs} ms`)),
      platform.timeoutMs,
    );
    const fail = (error: Error) => (signal.aborted ? reject(error) : resolve({ lost: error.message }));
    request.on('close', () => clearTimeout(timer));
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: parseJson(Buffer.concat(chunks).toString('utf8')) }),
      );
    });
    request.end(text);
    return promise;
  };

  return {
    send({ method, path, body }, resend) {
      const sent = body && does('sends unknown fields') ? { ...body, sentBy: 'shop', attempt: resend + 1 } : body;
      const call = spoil({ method, path, headers: headersFor(body), body: sent, resend });
      const text = typeof call.body === 'object' ? JSON.stringify(call.body) : call.body;
      const length =
        text !== undefined && !does('chunked bodies') ? { 'Content-Length': String(Buffer.byteLength(text)) } : {};
      return exchange({
        url: platform.url + call.path,
        method: call.method,
        headers: { ...call.headers, ...length },
        text,
      });
    },
  };
};
