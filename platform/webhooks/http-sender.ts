import * as http from 'node:http';
import * as https from 'node:https';
import type { Outcome } from '../policy/webhooks.ts';
import type { AttemptRequest, Sender } from './sender.ts';

interface Sockets {
  http: http.Agent;
  https: https.Agent;
}

/** Sends attempts over real connections. */
export function createHttpSender({ keepAlive }: { keepAlive: boolean }): Sender {
  const sockets: Sockets = { http: new http.Agent({ keepAlive }), https: new https.Agent({ keepAlive }) };
  return {
    send: (attempt) => sendAttempt(attempt, sockets),
    close() {
      sockets.http.destroy();
      sockets.https.destroy();
    },
  };
}

const slices = 20;
const turnsOfGrace = 4;

/** Calls back after a few turns of the event loop, because an answer may have arrived that is not read yet. */
function afterGrace(callback: () => void, turns = turnsOfGrace): void {
  if (turns === 0) callback();
  else setImmediate(afterGrace, callback, turns - 1);
}

/**
 * A timer that counts only the time in which this process could have read an answer. It waits in slices, and a slice that
 * takes too long counts as its planned time. So a receiver is not late because this machine is busy.
 */
function startStallTolerantTimer(timeoutMs: number, callback: () => void): () => void {
  const sliceMs = Math.max(1, timeoutMs / slices);
  let leftMs = timeoutMs;
  const wait = (): NodeJS.Timeout =>
    setTimeout(() => {
      leftMs -= sliceMs;
      if (leftMs > 0) timer = wait();
      else afterGrace(callback);
    }, sliceMs);
  let timer = wait();
  return () => clearTimeout(timer);
}

function sendAttempt(attempt: AttemptRequest, sockets: Sockets): Promise<Outcome> {
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
  const stopTimer = startStallTolerantTimer(attempt.timeoutMs, () => {
    if (!isSettled) settle({ kind: 'timed-out' });
    request.destroy();
  });
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    response.on('error', () => {});
    response.on('close', stopTimer);
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
    stopTimer();
    if (!isSettled) settle({ kind: 'failed', code: error.code ?? error.message });
  });
  request.end(attempt.body);
  return promise;
}
