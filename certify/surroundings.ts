import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request as send } from 'undici';
import { omitUndefined } from '../core/omit-undefined.ts';
import { type Listening, listen } from '../fixtures/processes/listening.ts';
import { messageOf } from '../fixtures/reading/message-of.ts';
import { type Runtime, systemRuntime } from '../fixtures/runtime.ts';
import { readBody } from './read-body.ts';
import type { Serve } from './stage/arrived-request.ts';

/** A request to the partner's software. */
export interface PartnerRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Aborts the request. */
  signal?: AbortSignal;
}

export interface PartnerAnswer {
  status: number;
  /** Undefined when the body is too long. Rejects with `SenderGone`. */
  readText(): Promise<string | undefined>;
  /** Reads the rest of the body and drops it. Rejects with `AnswerLost`. */
  discard(): Promise<void>;
}

/** No complete response came. */
export class AnswerLost extends Error {
  override name = 'AnswerLost';
  readonly how: 'time-out' | 'refused' | 'reset';
  constructor(how: AnswerLost['how'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.how = how;
  }
}

/** The clock and the connections of a session, on this machine or in a simulation. */
export interface Surroundings {
  runtime: Runtime;
  /** Serves requests of the partner. Rejects when the port is in use. */
  listen(serve: Serve, at: { host: string; port: number }): Promise<Listening>;
  /** Sends a request to the partner's receiver or hooks. Rejects with `AnswerLost`. */
  reachPartner(request: PartnerRequest): Promise<PartnerAnswer>;
}

const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const lostBy = (error: unknown): AnswerLost => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isTimeout = /TIMEOUT|ABORT/i.test(code) || (error instanceof Error && error.name === 'TimeoutError');
  const otherwise = code === 'ECONNREFUSED' ? 'refused' : 'reset';
  return new AnswerLost(isTimeout ? 'time-out' : otherwise, messageOf(error), { cause: error });
};

const explained = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw lostBy(error);
  }
};

export const thisMachine: Surroundings = {
  runtime: systemRuntime,
  listen(serve, at) {
    const server = createServer(async (request, response) => {
      const leaving = new AbortController();
      response.once('close', () => leaving.abort());
      const answer = await serve({
        method: request.method ?? 'GET',
        url: request.url ?? '/',
        headers: plainHeaders(request.headers),
        ...omitUndefined({ from: request.socket.remoteAddress }),
        readBody: () => readBody(request),
        gone: leaving.signal,
      });
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      const { status, contentType, headers, body } = answer;
      response.writeHead(status, { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) });
      response.end(body);
    });
    return listen(server, at);
  },
  async reachPartner({ url, method, headers, body, timeoutMs, signal }) {
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    const answer = await explained(
      send(url, {
        method,
        headers,
        body: body ?? null,
        // the partner may close an idle connection while verdicts are computed
        reset: true,
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      }),
    );
    return {
      status: answer.statusCode,
      readText: () => readBody(answer.body),
      discard: () => explained(answer.body.dump()),
    };
  },
};
