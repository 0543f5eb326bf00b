import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Settlement } from '../ledger/ledger.ts';

/** Where k6 asks, when its last journey has ended, what became of the notifications. */
export interface SettleServer extends AsyncDisposable {
  url: string;
}

/** Starts it on a free port of this machine. `settle` is called for each question, and may take its time. */
export const startSettleServer = async (settle: () => Promise<Settlement>): Promise<SettleServer> => {
  const path = `/${randomBytes(18).toString('base64url')}`;
  const server = createServer(async (request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    try {
      const { conservation, irregularities } = await settle();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...conservation, ...irregularities }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  // the answer comes when the last notification has
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
