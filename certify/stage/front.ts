import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../fixtures/listening.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { PartnerCall } from '../../suites/partner/record.ts';
import { longestBody, readBody, SenderGone } from '../read-body.ts';
import { answerCall } from './answer-call.ts';
import { bearersIn } from './bearer-field.ts';
import type { Disturbances } from './disturbances.ts';
import { type Forward, plainHeaders, targetOf } from './forward.ts';
import { refusalOf, respond } from './http-answer.ts';
import type { Transcript } from './transcript.ts';

interface FrontOptions {
  host: string;
  port: number;
  forward: Forward;
  transcript: Transcript;
  disturbances: Disturbances;
  /** How long a call that is never answered is held, in ms. */
  holdMs: number;
  /** Answers what is asked below `/selo/`, which is neither recorded nor disturbed; without it that passes as any call. */
  control?: Control;
  /** Is told of what goes wrong on our side. */
  onFault: (error: unknown) => void;
}

/** Answers a request. Rejects with `SenderGone` when its sender goes away. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Requests for Selo itself. */
export interface Control {
  handle: RequestHandler;
  /** That opens them. */
  token: Secret;
}

/** Where the partner reaches the platform: everything passes here, is recorded, and may be disturbed. */
export interface Front extends AsyncDisposable {
  readonly port: number;
  /** Why the partner cannot be judged further, in words; undefined while it can. */
  hindrance(): string | undefined;
}

/** What is below it is no call of the platform. */
const controlPath = '/selo/';
const bearerName = 'WEBHOOK_BEARER';

/** Starts listening. Rejects when the port is taken. */
export const openFront = async (options: FrontOptions): Promise<Front> => {
  const { host, port, forward, transcript, disturbances, holdMs, control, onFault } = options;
  let hindrance: string | undefined;

  const handle: RequestHandler = async (request, response) => {
    const atMs = transcript.now();
    const { method = 'GET' } = request;
    const target = targetOf(request.url ?? '/');
    const [path = target, query = ''] = target.split('?');
    const headers = plainHeaders(request.headers);
    const note = (body: string, answer: PartnerCall['answer'], fault?: number): PartnerCall =>
      transcript.call({
        atMs,
        tookMs: Math.round((transcript.now() - atMs) * 10) / 10,
        method,
        path: target,
        headers,
        body,
        answer,
        ...(fault === undefined ? {} : { fault }),
      });

    const body = await readBody(request);
    if (body === undefined) {
      hindrance ??= `the partner sent more than ${longestBody / 1024 / 1024} MB at once with ${method} ${path}`;
      const refusal = refusalOf(413, `A body may have ${longestBody} bytes`);
      respond(response, refusal);
      note(`(more than ${longestBody} bytes)`, { status: refusal.status, body: refusal.body });
      return;
    }
    // before anything is noted that may hold one
    for (const value of [...bearersIn(body), ...bearersIn(query)]) transcript.addSecret({ env: bearerName, value });
    const call = { method, path, query: new URLSearchParams(query), target, headers, body };
    const hit = disturbances.takeForCall(call);
    const answer = await answerCall(call, hit?.disturbance, { request, response, forward, holdMs });
    const noted = note(body, answer, hit?.entry.number);
    if (hit) hit.entry.call = noted.number;
  };

  const server = createServer((request, response) => {
    const isControl = targetOf(request.url ?? '/').startsWith(controlPath);
    const handler = control !== undefined && isControl ? control.handle : handle;
    handler(request, response).catch((error: unknown) => {
      if (!(error instanceof SenderGone)) onFault(error);
      response.destroy();
    });
  });
  const listening = await listen(server, { host, port });
  return { ...listening, hindrance: () => hindrance };
};
