import * as http from 'node:http';
import * as https from 'node:https';
import type { Outcome } from '../policy/webhooks.ts';

/** Connections to receivers, kept open between attempts or not. */
export interface Sockets {
  http: http.Agent;
  https: https.Agent;
}

export function openSockets(keepAlive: boolean): Sockets {
  return {
    http: new http.Agent({ keepAlive }),
    https: new https.Agent({ keepAlive }),
  };
}

export interface AttemptRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  framing: 'content-length' | 'chunked';
  /** From the first byte sent to the status line received. */
  timeoutMs: number;
  followsRedirects: boolean;
}

const turnsOfGrace = 4;

/** Calls back once the event loop has gone round some more times: a receiver in this process that a busy loop kept
 *  from answering is not late by its own fault. */
function afterGrace(callback: () => void, turns = turnsOfGrace): void {
  if (turns === 0) callback();
  else setImmediate(afterGrace, callback, turns - 1);
}

/** Sends one attempt. Resolves with what it came to; never rejects. */
export function sendAttempt(attempt: AttemptRequest, sockets: Sockets): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const url = new URL(attempt.url);
  const isTls = url.protocol === 'https:';
  let isSettled = false;
  const settle = (outcome: Outcome) => {
    isSettled = true;
    resolve(outcome);
  };
  const request = (isTls ? https : http).request(url, {
    method: attempt.method,
    headers: {
      ...attempt.headers,
      ...(attempt.framing === 'chunked'
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(Buffer.byteLength(attempt.body)) }),
    },
    agent: isTls ? sockets.https : sockets.http,
  });
  const timer = setTimeout(() => {
    afterGrace(() => {
      if (!isSettled) settle({ kind: 'timed-out' });
      request.destroy();
    });
  }, attempt.timeoutMs);
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    response.on('error', () => {});
    response.on('close', () => clearTimeout(timer));
    response.resume();
    const { location } = response.headers;
    if (attempt.followsRedirects && status >= 300 && status < 400 && location !== undefined) {
      const next = { ...attempt, url: new URL(location, url).href };
      void sendAttempt(next, sockets).then(settle);
      return;
    }
    settle({ kind: 'answered', status });
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (!isSettled) settle({ kind: 'failed', code: error.code ?? error.message });
  });
  request.end(attempt.body);
  return promise;
}
