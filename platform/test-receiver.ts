import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { eventually } from './test-platform.ts';

export interface Received {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  payload: unknown;
}

export interface TestReceiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Resolves with all deliveries, once there are at least `count`. */
  awaitCount(count: number): Promise<Received[]>;
}

/** A partner's webhook receiver. `reply` answers each delivery, and `count` begins at 1. Without it, the status is 204. */
export async function startTestReceiver(
  reply: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
): Promise<TestReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request;
      received.push({ path, method, headers, payload: JSON.parse(Buffer.concat(chunks).toString()) });
      reply(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    awaitCount: (count) => eventually(`${count} deliveries`, () => (received.length >= count ? received : undefined)),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
