import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { request as send } from 'undici';
import { listen } from '../../fixtures/listening.ts';
import type { PartnerCall } from '../../suites/partner/record.ts';
import type { ArrivedCall, Disturbances } from './disturbances.ts';
import type { Relay } from './relay.ts';
import type { Transcript } from './transcript.ts';

interface FrontOptions {
  host: string;
  port: number;
  /** Of the platform behind it. */
  platformUrl: string;
  transcript: Transcript;
  disturbances: Disturbances;
  relay: Relay;
  /** How long a call that is never answered is held, in ms. */
  holdMs: number;
}

/** Where the partner reaches the platform: everything passes here, is recorded, and may be disturbed. */
export interface Front extends AsyncDisposable {
  readonly port: number;
}

/** What a partner may send at once; a real platform has its limit too. */
const longestBody = 5 * 1024 * 1024;
/** What belongs to one connection, not to the call. */
const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const refusals = {
  'answered 500': { status: 500, body: { statusCode: 500, message: 'Internal server error' } },
  'answered 404': { status: 404, body: { statusCode: 404, message: 'Coupon not found' } },
  'answered 400': { status: 400, body: { statusCode: 400, message: ['externalId should not be empty'] } },
  'answered 422': { status: 422, body: { statusCode: 422, message: 'Invalid status' } },
} as const;

interface Forwarded {
  status: number;
  contentType: string | undefined;
  body: string;
}

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= longestBody) chunks.push(chunk);
  }
  return size > longestBody ? undefined : Buffer.concat(chunks).toString('utf8');
};

/** Starts listening. Rejects when the port is taken. */
export const openFront = async (options: FrontOptions): Promise<Front> => {
  const { host, port, platformUrl, transcript, disturbances, relay, holdMs } = options;

  const forward = async (call: ArrivedCall & { url: string; headers: Record<string, string> }): Promise<Forwarded> => {
    const { method, url, headers, body } = call;
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
    const answer = await send(platformUrl + url, {
      method,
      headers: kept,
      ...(body === '' ? {} : { body: relay.divert(call) }),
    });
    const contentType = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      contentType: typeof contentType === 'string' ? contentType : undefined,
      body: relay.restore(await answer.body.text()),
    };
  };

  const respond = (response: ServerResponse, { status, contentType, body }: Forwarded): void => {
    response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
    response.end(body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const atMs = transcript.now();
    const { method = 'GET', url = '/' } = request;
    const headers = plainHeaders(request.headers);
    const note = (body: string, answer: PartnerCall['answer'], fault?: number): PartnerCall =>
      transcript.call({
        atMs,
        tookMs: Math.round((transcript.now() - atMs) * 10) / 10,
        method,
        path: url,
        headers,
        body,
        answer,
        ...(fault === undefined ? {} : { fault }),
      });

    const body = await readBody(request);
    if (body === undefined) {
      const told = JSON.stringify({ statusCode: 413, message: `A body may have ${longestBody} bytes` });
      respond(response, { status: 413, contentType: 'application/json', body: told });
      note(`(more than ${longestBody} bytes)`, { status: 413, body: told });
      return;
    }
    const call = { method, path: url.split('?')[0] ?? url, url, headers, body };
    const hit = disturbances.takeForCall(call);
    const fault = hit?.entry.number;
    const tellEntry = (noted: PartnerCall): void => {
      if (hit) hit.entry.call = noted.number;
    };
    switch (hit?.disturbance.kind) {
      case 'answered 500':
      case 'answered 404':
      case 'answered 400':
      case 'answered 422': {
        const { status, body: refusal } = refusals[hit.disturbance.kind];
        const text = JSON.stringify(refusal);
        respond(response, { status, contentType: 'application/json', body: text });
        tellEntry(note(body, { status, body: text }, fault));
        return;
      }
      case 'reset':
        request.socket.destroy();
        tellEntry(note(body, { lost: 'reset' }, fault));
        return;
      case 'stored, then reset':
        await forward(call);
        request.socket.destroy();
        tellEntry(note(body, { lost: 'reset' }, fault));
        return;
      case 'stored, then no answer': {
        await forward(call);
        tellEntry(note(body, { lost: 'time-out' }, fault));
        await Promise.race([once(response, 'close'), delay(holdMs, undefined, { ref: false })]);
        request.socket.destroy();
        return;
      }
      case 'slow':
      case undefined: {
        const answer = await forward(call);
        if (hit) await delay(hit.disturbance.delayMs ?? 0);
        respond(response, answer);
        tellEntry(note(body, { status: answer.status, body: answer.body }, fault));
      }
    }
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      // the partner went away, or sent what is no HTTP
      response.destroy();
    });
  });
  return await listen(server, { host, port });
};
