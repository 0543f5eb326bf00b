import { randomBytes, randomUUID } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Surroundings } from './surroundings.ts';

export const thisMachine = ({ keepsConnections }: { keepsConnections: boolean }): Surroundings => {
  const agents = {
    http: new http.Agent({ keepAlive: keepsConnections }),
    https: new https.Agent({ keepAlive: keepsConnections }),
  };

  return {
    now: () => Date.now(),
    pause: (ms, signal) => pause(ms, undefined, { signal }),
    newUuid: () => randomUUID(),
    randomBytes: (count) => randomBytes(count),
    exchange({ method, url, headers, text }, { timeoutMs, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string } | { lost: string }>();
      const request = url.startsWith('https:')
        ? https.request(url, { method, headers, agent: agents.https, signal })
        : http.request(url, { method, headers, agent: agents.http, signal });
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
      const fail = (error: Error) => (signal.aborted ? reject(error) : resolve({ lost: error.message }));
      request.on('close', () => clearTimeout(timer));
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      request.end(text);
      return promise;
    },
  };
};
